// SPDX-License-Identifier: MIT
#pragma once

#include <array>

#include <glad/gl.h>

namespace glint::gl::detail {

/// Whether texels go into OpenGL or out of it; each has a state of its own.
enum class Transfer { unpack, pack };

/// OpenGL's state for copies of texels between it and host memory: rows of `row_texels` texels (0:
/// of the copy's own width), no gaps, no pixel buffer. What it was before comes back at the end,
/// since the code around glint may have its own.
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
