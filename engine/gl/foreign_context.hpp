// SPDX-License-Identifier: MIT
#pragma once

#include <functional>

#include <glint/gl/context.hpp>

namespace glint::gl {

/// How glint reaches a context that other code made.
struct ForeignContextOptions {
    /// Finds a function of OpenGL's by name, as glfwGetProcAddress and eglGetProcAddress do.
    std::function<void (*(const char* name))()> find;
    /// Makes the context current on the calling thread.
    std::function<void()> make_current;
};

/// An OpenGL 4.5 context of other code, a window of its own say, whose buffers and textures are to
/// be shared with kernels. That code keeps it alive until this object goes; then glint's objects
/// that were made in it become inert.
///
/// glint leaves the context's state as it finds it, apart from what it draws itself.
class ForeignContext : public Context {
public:
    /// Leaves the context current on the calling thread. Throws Error(invalid_argument) if one of
    /// the options is missing, and Error(unsupported) if the context is older than OpenGL 4.5.
    explicit ForeignContext(ForeignContextOptions options);
    ForeignContext(ForeignContext&&) noexcept = default;
    ForeignContext& operator=(ForeignContext&& other) noexcept;
    ForeignContext(const ForeignContext&) = delete;
    ForeignContext& operator=(const ForeignContext&) = delete;
    ~ForeignContext() { end(); }
};

}  // namespace glint::gl
