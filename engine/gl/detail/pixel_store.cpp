// SPDX-License-Identifier: MIT
#include <glint/gl/detail/pixel_store.hpp>

namespace glint::gl::detail {
namespace {

using Names = std::array<GLenum, 6>;

constexpr Names kUnpack{GL_UNPACK_ALIGNMENT,   GL_UNPACK_ROW_LENGTH, GL_UNPACK_IMAGE_HEIGHT,
                        GL_UNPACK_SKIP_PIXELS, GL_UNPACK_SKIP_ROWS,  GL_UNPACK_SKIP_IMAGES};
constexpr Names kPack{GL_PACK_ALIGNMENT,   GL_PACK_ROW_LENGTH, GL_PACK_IMAGE_HEIGHT,
                      GL_PACK_SKIP_PIXELS, GL_PACK_SKIP_ROWS,  GL_PACK_SKIP_IMAGES};

const Names& names_of(Transfer transfer) { return transfer == Transfer::unpack ? kUnpack : kPack; }

GLenum buffer_target(Transfer transfer) {
    return transfer == Transfer::unpack ? GL_PIXEL_UNPACK_BUFFER : GL_PIXEL_PACK_BUFFER;
}

GLenum buffer_binding(Transfer transfer) {
    return transfer == Transfer::unpack ? GL_PIXEL_UNPACK_BUFFER_BINDING
                                        : GL_PIXEL_PACK_BUFFER_BINDING;
}

}  // namespace

PixelStoreScope::PixelStoreScope(const GladGLContext& gl, Transfer transfer, int row_texels)
    : gl_(gl), transfer_(transfer) {
    const Names& names = names_of(transfer);
    const std::array<GLint, kStates> wanted{1, row_texels, 0, 0, 0, 0};
    for (std::size_t i = 0; i < kStates; ++i) {
        gl.GetIntegerv(names[i], &before_[i]);
        gl.PixelStorei(names[i], wanted[i]);
    }
    gl.GetIntegerv(buffer_binding(transfer), &buffer_);
    gl.BindBuffer(buffer_target(transfer), 0);
}

PixelStoreScope::~PixelStoreScope() {
    const Names& names = names_of(transfer_);
    for (std::size_t i = 0; i < kStates; ++i) gl_.PixelStorei(names[i], before_[i]);
    gl_.BindBuffer(buffer_target(transfer_), static_cast<GLuint>(buffer_));
}

}  // namespace glint::gl::detail
