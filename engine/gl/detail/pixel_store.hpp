// SPDX-License-Identifier: MIT
#pragma once

#include <array>

#include <glad/gl.h>

namespace glint::gl::detail {

/// Direction of a texel transfer: `unpack` is from host memory to OpenGL, `pack` is the reverse.
/// OpenGL has separate state for each direction.
enum class Transfer { unpack, pack };

/// Sets OpenGL's pixel-store state for a copy of texels between OpenGL and host memory: rows of
/// `row_texels` texels (0: as wide as the copied region), without gaps, and without a pixel buffer.
/// The destructor restores the previous state, because code outside glint may depend on it.
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
