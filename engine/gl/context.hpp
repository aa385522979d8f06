// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

struct GladGLContext;

namespace glint::gl {

namespace detail {
class ContextCore;
class Platform;
}  // namespace detail

/// A reference to an OpenGL 4.5 core context. A Context is cheap to copy and does not own the
/// context; `HeadlessContext` and `Window` own one. If the owner is destroyed, copies remain, but
/// every use of a copy throws Error(invalid_state).
///
/// Every GL object stores the context that it was created in. When you use the object, it makes
/// this context current on the calling thread, so that your code does not have to. Only one thread
/// at a time can use a context. glint remembers which context it made current. If code outside
/// glint makes a different context current, call `make_current` on a glint context before you use
/// glint again.
class Context {
public:
    /// Makes this context current on the calling thread. Throws Error(graphics) if the context is
    /// current on another thread.
    void make_current() const;

    /// Makes no context current on the calling thread, so that another thread can use this context.
    void release_current() const;

    /// Returns true while the owner of the context exists.
    bool alive() const noexcept;

    const std::string& renderer() const;  ///< for example "llvmpipe (LLVM 15.0.6, 256 bits)"
    const std::string& vendor() const;    ///< for example "NVIDIA Corporation"
    const std::string& version() const;   ///< for example "4.5 (Core Profile) Mesa 22.3.6"

    /// Returns the device's 16-byte UUID, which equals the UUID that CUDA reports for the device.
    /// Returns nullopt if the driver does not support GL_EXT_memory_object.
    std::optional<std::array<std::uint8_t, 16>> device_uuid() const;

    /// Returns true if the context supports this extension, for example "GL_EXT_memory_object_fd".
    bool has_extension(std::string_view name) const;

    /// Throws an Error if OpenGL reported errors since the last check, else does nothing. If the
    /// context was created with `debug`, the Error contains the driver's messages. The code is
    /// device_lost if the context is lost, out_of_memory if OpenGL reports that memory ran out, and
    /// otherwise graphics. `operation` describes the checked operation: "upload positions".
    void check(std::string_view operation) const;

    /// Returns the reason why the context is lost, for example "the GPU was reset, and the driver
    /// reports ...", or nullopt if the context is not lost. After a loss, draws have no effect and
    /// readbacks return no data. A loss can only be detected if the driver supports reset
    /// notification; see `reports_loss`.
    std::optional<std::string> loss() const;
    /// Throws Error(device_lost) with the reason from `loss` if the context is lost.
    void require_not_lost() const;
    /// Returns true if the driver reports when the context is lost.
    bool reports_loss() const;
    [[deprecated("use reports_loss")]] bool tells_losses() const { return reports_loss(); }

    void flush() const;   ///< submits queued commands to the device; does not wait
    void finish() const;  ///< waits until the device has finished all queued commands

    /// Returns the context's table of OpenGL functions and makes the context current. To call the
    /// functions, include <glad/gl.h>. Throws Error(invalid_state) if the context was destroyed.
    const GladGLContext& functions() const;

    /// Like `functions`, but for destructors: returns null if the context was destroyed or cannot
    /// be made current.
    const GladGLContext* functions_if_alive() const noexcept;

    /// Throws Error(invalid_state) if `other` is a different context. The message names `object`.
    void require_same(const Context& other, std::string_view object) const;

    /// Returns true if both objects refer to the same context.
    friend bool operator==(const Context&, const Context&) noexcept = default;

protected:
    /// Loads the OpenGL functions. If `debug` is true, starts to collect the driver's messages.
    /// Throws Error(unsupported) if the context is older than OpenGL 4.5.
    Context(std::unique_ptr<detail::Platform> platform, bool debug);

    /// Destroys the OpenGL context. Objects that were created in the context remain, but can no
    /// longer be used.
    void end() noexcept;

    /// Returns the object that implements the functions of the window system. Throws
    /// Error(invalid_state) if the context was destroyed.
    detail::Platform& platform() const;

private:
    detail::ContextCore& core() const;

    std::shared_ptr<detail::ContextCore> core_;
};

}  // namespace glint::gl
