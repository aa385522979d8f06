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

/// An OpenGL 4.5 core context, borrowed: a value that is cheap to copy. `HeadlessContext` and
/// `Window` own one. A copy may outlive its owner; every use of it then throws
/// Error(invalid_state).
///
/// Every GL object keeps the context it was created in and makes it current on the calling thread
/// when needed, so user code does not have to. A context serves one thread at a time. Code outside
/// glint that makes another context current must call `make_current` on the context that glint is
/// to use next.
class Context {
public:
    /// Makes this the calling thread's context. Throws Error(graphics) if another thread holds it.
    void make_current() const;

    /// Leaves the calling thread without a context, so that another thread can use this one.
    void release_current() const;

    /// True while the owner is alive.
    bool alive() const noexcept;

    const std::string& renderer() const;  ///< for example "llvmpipe (LLVM 15.0.6, 256 bits)"
    const std::string& vendor() const;    ///< for example "NVIDIA Corporation"
    const std::string& version() const;   ///< for example "4.5 (Core Profile) Mesa 22.3.6"

    /// Returns the device's 16-byte UUID, which equals its CUDA UUID, or nullopt if the driver has
    /// no GL_EXT_memory_object.
    std::optional<std::array<std::uint8_t, 16>> device_uuid() const;

    /// True if the context has this extension, for example "GL_EXT_memory_object_fd".
    bool has_extension(std::string_view name) const;

    /// Throws the OpenGL errors since the last check, with the driver's own message if the context
    /// has `debug`. The code is out_of_memory if OpenGL reports that, device_lost if the context is
    /// lost, else graphics. `operation` is what failed, for example "upload positions".
    void check(std::string_view operation) const;

    /// Returns the reason why the context is lost, for example "the GPU was reset, and the driver
    /// reports ...", or nullopt while it is not lost. After a loss, draws have no effect and
    /// readbacks return no data. Detection requires a driver with reset notification; see
    /// `reports_loss`.
    std::optional<std::string> loss() const;
    /// Throws Error(device_lost), with that reason, if the context is lost.
    void require_not_lost() const;
    /// True if the driver reports the loss of the context.
    bool reports_loss() const;
    [[deprecated("use reports_loss")]] bool tells_losses() const { return reports_loss(); }

    void flush() const;   ///< submits queued commands to the device; does not wait
    void finish() const;  ///< waits until the device has finished all queued commands

    /// Returns the context's table of OpenGL functions and makes the context current. Include
    /// <glad/gl.h> to use it. Throws Error(invalid_state) if the context is gone.
    const GladGLContext& functions() const;

    /// Returns the table of OpenGL functions for destructors and makes the context current. Returns
    /// null if the context is gone or can't be made current.
    const GladGLContext* functions_if_alive() const noexcept;

    /// Throws Error(invalid_state) naming `object` if `other` is a different context.
    void require_same(const Context& other, std::string_view object) const;

    /// True if both refer to the same context, whoever owns it.
    friend bool operator==(const Context&, const Context&) noexcept = default;

protected:
    /// Loads the functions and starts collecting messages. Throws Error(unsupported) if the
    /// context is older than OpenGL 4.5.
    Context(std::unique_ptr<detail::Platform> platform, bool debug);

    /// Destroys the context itself. Objects created in it become inert.
    void end() noexcept;

    /// Returns the window system's part. Throws Error(invalid_state) if the context is gone.
    detail::Platform& platform() const;

private:
    detail::ContextCore& core() const;

    std::shared_ptr<detail::ContextCore> core_;
};

}  // namespace glint::gl
