// SPDX-License-Identifier: MIT
#include <glint/gl/detail/bindings.hpp>

#include <glad/gl.h>

#include <fmt/format.h>

#include <glint/base/error.hpp>

namespace glint::gl::detail {
namespace {

constexpr unsigned kUnits = 16;
constexpr unsigned kStorageBindings = 8;  // OpenGL 4.5 guarantees this number

void require_below(unsigned limit, unsigned place, const char* operation, const char* what) {
    if (place < limit) return;
    throw Error(ErrorCode::invalid_argument, operation,
                fmt::format("{} {} is not between 0 and {}", what, place, limit - 1));
}

}  // namespace

Bindings::~Bindings() {
    const GladGLContext* gl = context_.functions_if_alive();
    if (!gl) return;
    for (unsigned unit = 0; unit < kUnits; ++unit) {
        if (used_units_ & 1u << unit) gl->BindTextureUnit(unit, 0);
    }
    for (unsigned binding = 0; binding < kStorageBindings; ++binding) {
        if (used_bindings_ & 1u << binding) {
            gl->BindBufferBase(GL_SHADER_STORAGE_BUFFER, binding, 0);
        }
    }
}

template <class Texture>
void Bindings::bind(unsigned unit, const Texture& texture) {
    require_below(kUnits, unit, "sample a texture", "unit");
    context_.require_same(texture.context(), "texture");
    context_.functions().BindTextureUnit(unit, texture.native());
    used_units_ |= 1u << unit;
}

void Bindings::sample(unsigned unit, const Texture2D& texture) { bind(unit, texture); }
void Bindings::sample(unsigned unit, const BufferTexture& texture) { bind(unit, texture); }

void Bindings::sample(unsigned unit, const ImageView& texture) {
    if (texture.target() == ImageTarget::renderbuffer)
        throw Error(ErrorCode::invalid_argument, "sample " + texture.describe(),
                    "shaders can sample only textures. Attach the image to a framebuffer and blit");
    bind(unit, texture);
}

void Bindings::store(unsigned binding, const RawBuffer& buffer) {
    require_below(kStorageBindings, binding, "bind a storage buffer", "binding");
    context_.require_same(buffer.context(), "buffer");
    context_.functions().BindBufferBase(GL_SHADER_STORAGE_BUFFER, binding, buffer.native());
    used_bindings_ |= 1u << binding;
}

}  // namespace glint::gl::detail
