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
/// `Window` own one; a copy may outlive its owner, and every use of it then throws
/// Error(invalid_state).
///
/// Every GL object keeps the context that it was made in and makes it current on the calling
/// thread when it needs it, so user code need not. A context serves one thread at a time. Code
/// outside glint that makes another context current has to call `make_current` on the one that
/// glint is to go on with.
class Context {
public:
    /// Makes this the calling thread's context. Throws Error(graphics) if another thread holds it.
    void make_current() const;

    /// Leaves the calling thread without a context, so that another thread may take this one.
    void release_current() const;

    /// Whether the owner still lives.
    bool alive() const noexcept;

    const std::string& renderer() const;  ///< as in "llvmpipe (LLVM 15.0.6, 256 bits)"
    const std::string& vendor() const;    ///< as in "NVIDIA Corporation"
    const std::string& version() const;   ///< as in "4.5 (Core Profile) Mesa 22.3.6"

    /// The device's 16 bytes, the same as its CUDA UUID; nothing where the driver has no
    /// GL_EXT_memory_object.
    std::optional<std::array<std::uint8_t, 16>> device_uuid() const;

    /// Whether the context has this extension, as in `has_extension("GL_EXT_memory_object_fd")`.
    bool has_extension(std::string_view name) const;

    /// Throws the OpenGL errors since the last check, with the driver's own words where the
    /// context has `debug`; Error(out_of_memory) if that is what they say, Error(device_lost) if
    /// the context is lost, else Error(graphics). `operation` opens the message, as in "upload
    /// positions".
    void check(std::string_view operation) const;

    /// Why the context is lost, as in "its GPU was reset; the driver reports ..."; nothing
    /// while it is not. What is drawn and read back from then on is nothing. It can be found where
    /// the driver offers contexts that are told of resets: see `tells_losses`.
    std::optional<std::string> loss() const;
    /// Throws Error(device_lost), with that reason, if the context is lost.
    void require_not_lost() const;
    /// Whether the driver tells when the context is lost.
    bool tells_losses() const;

    void flush() const;   ///< sends what is queued to the device; does not wait
    void finish() const;  ///< waits until the device has done all that is queued

    /// The context's table of OpenGL functions, with the context made current. Include
    /// <glad/gl.h> to use it. Throws Error(invalid_state) if the context is gone.
    const GladGLContext& functions() const;

    /// The table of OpenGL functions for destructors, with the context made current; null if the
    /// context is gone or can't be made current.
    const GladGLContext* functions_if_alive() const noexcept;

    /// Throws Error(invalid_state) naming `object` if `other` is a different context.
    void require_same(const Context& other, std::string_view object) const;

    /// Whether both are one context, whoever owns it.
    friend bool operator==(const Context&, const Context&) noexcept = default;

protected:
    /// Loads the functions and starts collecting messages. Throws Error(unsupported) if the
    /// context is older than OpenGL 4.5.
    Context(std::unique_ptr<detail::Platform> platform, bool debug);

    /// Destroys the context itself. Objects that were made in it become inert.
    void end() noexcept;

    /// The window system's side. Throws Error(invalid_state) if the context is gone.
    detail::Platform& platform() const;

private:
    detail::ContextCore& core() const;

    std::shared_ptr<detail::ContextCore> core_;
};

}  // namespace glint::gl
