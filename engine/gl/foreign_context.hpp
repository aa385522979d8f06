// SPDX-License-Identifier: MIT
#pragma once

#include <functional>

#include <glint/gl/context.hpp>

namespace glint::gl {

/// Callbacks through which glint uses a context that other code created.
struct ForeignContextOptions {
    /// Returns the OpenGL function with this name, as glfwGetProcAddress and eglGetProcAddress do.
    std::function<void (*(const char* name))()> find;
    /// Makes the context current on the calling thread.
    std::function<void()> make_current;
};

/// An OpenGL 4.5 context that other code owns, such as the context of an existing window. Kernels
/// can share its buffers and textures. The other code must not destroy the context before this
/// object. When this object is destroyed, glint's objects in the context can no longer be used.
///
/// Only the glint functions that draw or run compute shaders change the context's state.
class ForeignContext : public Context {
public:
    /// Leaves the context current on the calling thread. Throws Error(invalid_argument) if a
    /// callback is missing, and Error(unsupported) if the context is older than OpenGL 4.5.
    explicit ForeignContext(ForeignContextOptions options);
    ForeignContext(ForeignContext&&) noexcept = default;
    ForeignContext& operator=(ForeignContext&& other) noexcept;
    ForeignContext(const ForeignContext&) = delete;
    ForeignContext& operator=(const ForeignContext&) = delete;
    ~ForeignContext() { end(); }
};

}  // namespace glint::gl
