// SPDX-License-Identifier: MIT
#pragma once

#include <functional>

#include <glint/gl/context.hpp>

namespace glint::gl {

/// Callbacks through which glint uses a context that other code created.
struct ForeignContextOptions {
    /// Finds an OpenGL function by name, like glfwGetProcAddress and eglGetProcAddress.
    std::function<void (*(const char* name))()> find;
    /// Makes the context current on the calling thread.
    std::function<void()> make_current;
};

/// An OpenGL 4.5 context of other code, such as an existing window, whose buffers and textures are
/// shared with kernels. That code must keep it alive until this object is destroyed. glint's
/// objects that were created in the context then become inert.
///
/// glint leaves the context's state unchanged, except for its own drawing.
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
