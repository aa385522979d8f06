// SPDX-License-Identifier: MIT
#pragma once

#include <array>

#include <glad/gl.h>

namespace glint::gl::detail {

/// Direction of a texel transfer, into or out of OpenGL; each has its own state.
enum class Transfer { unpack, pack };

/// OpenGL's pixel-store state for copies of texels between it and host memory: rows of `row_texels`
/// texels (0: the copy's own width), no gaps, no pixel buffer. The destructor restores the previous
/// state, which may belong to code around glint.
class [[nodiscard]] PixelStoreScope {
public:
    PixelStoreScope(const GladGLContext& gl, Transfer transfer, int row_texels);
    ~PixelStoreScope();
    PixelStoreScope(const PixelStoreScope&) = delete;
    PixelStoreScope& operator=(const PixelStoreScope&) = delete;

private:
    static constexpr std::size_t kStates = 6;

    const GladGLContext& gl_;
    Transfer transfer_;
    std::array<GLint, kStates> before_{};
    GLint buffer_ = 0;
};

}  // namespace glint::gl::detail
