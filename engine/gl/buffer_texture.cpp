// SPDX-License-Identifier: MIT
#include <glint/gl/buffer_texture.hpp>

#include <glad/gl.h>

namespace glint::gl {
namespace {

unsigned create_buffer_texture_name(const Context& context) {
    GLuint name = 0;
    context.functions().CreateTextures(GL_TEXTURE_BUFFER, 1, &name);
    return name;
}

}  // namespace

BufferTexture::BufferTexture(const Context& context, const RawBuffer& buffer)
    : handle_(context, ObjectKind::texture, create_buffer_texture_name(context)) {
    context.require_same(buffer.context(), "buffer");
    handle_.functions().TextureBuffer(native(), GL_RGB32I, buffer.native());
    context.check("view a buffer as a texture");
}

}  // namespace glint::gl
