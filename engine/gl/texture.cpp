// SPDX-License-Identifier: MIT
#include <glint/gl/texture.hpp>

#include <glad/gl.h>

#include <fmt/format.h>

#include <glint/base/error.hpp>
#include <glint/base/text.hpp>
#include <glint/gl/detail/formats.hpp>
#include <glint/gl/detail/pixel_store.hpp>

namespace glint::gl {
namespace {

unsigned create_texture_name(const Context& context) {
    GLuint name = 0;
    context.functions().CreateTextures(GL_TEXTURE_2D, 1, &name);
    return name;
}

void require_sane_size(const Context& context, const TextureOptions& options) {
    GLint limit = 0;
    context.functions().GetIntegerv(GL_MAX_TEXTURE_SIZE, &limit);
    const auto fits = [limit](int size) { return size >= 1 && size <= limit; };
    if (fits(options.width) && fits(options.height)) return;
    throw Error(ErrorCode::invalid_argument, "create a texture",
                fmt::format("the size is {} x {}, but each side must be between 1 and {}",
                            options.width, options.height, limit));
}

GLint level_parameter(const GladGLContext& gl, unsigned texture, GLenum name) {
    GLint value = 0;
    gl.GetTextureLevelParameteriv(texture, 0, name, &value);
    return value;
}

}  // namespace

Texture2D::Texture2D(Handle handle, int width, int height, PixelFormat format) noexcept
    : handle_(std::move(handle)), width_(width), height_(height), format_(format) {}

Texture2D::Texture2D(const Context& context, const TextureOptions& options)
    : Texture2D(without_storage(context, options)) {
    handle_.functions().TextureStorage2D(native(), 1, detail::gl_format(format_).internal, width_,
                                         height_);
    context.check("allocate " + describe());
}

Texture2D Texture2D::without_storage(const Context& context, const TextureOptions& options) {
    require_sane_size(context, options);
    Texture2D texture(Handle(context, ObjectKind::texture, create_texture_name(context)),
                      options.width, options.height, options.format);
    texture.set_filter(options.filter);
    const GladGLContext& gl = texture.handle_.functions();
    gl.TextureParameteri(texture.native(), GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    gl.TextureParameteri(texture.native(), GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    return texture;
}

Texture2D Texture2D::adopt(const Context& context, unsigned native) {
    const GladGLContext& gl = context.functions();
    if (!gl.IsTexture(native)) {
        throw Error(ErrorCode::invalid_argument, "adopt a texture",
                    fmt::format("{} is not a texture of this OpenGL context", native));
    }
    const int internal = level_parameter(gl, native, GL_TEXTURE_INTERNAL_FORMAT);
    const auto format = detail::pixel_format(static_cast<GLenum>(internal));
    if (!format) {
        throw Error(ErrorCode::invalid_argument, "adopt a texture",
                    fmt::format("the internal format {:#x} is not one of PixelFormat", internal));
    }
    return {Handle(context, ObjectKind::texture, native),
            level_parameter(gl, native, GL_TEXTURE_WIDTH),
            level_parameter(gl, native, GL_TEXTURE_HEIGHT), *format};
}

std::size_t Texture2D::size_bytes() const noexcept {
    return static_cast<std::size_t>(width_) * static_cast<std::size_t>(height_) *
           pixel_bytes(format_);
}

void Texture2D::set_filter(Filter filter) {
    const GLint value = filter == Filter::nearest ? GL_NEAREST : GL_LINEAR;
    const GladGLContext& gl = handle_.functions();
    gl.TextureParameteri(native(), GL_TEXTURE_MIN_FILTER, value);
    gl.TextureParameteri(native(), GL_TEXTURE_MAG_FILTER, value);
}

void Texture2D::upload_bytes(std::span<const std::byte> texels) {
    require_size(texels.size(), "upload");
    const detail::GlFormat format = detail::gl_format(format_);
    const GladGLContext& gl = handle_.functions();
    {
        const detail::PixelStoreScope scope(gl, detail::Transfer::unpack, 0);
        gl.TextureSubImage2D(native(), 0, 0, 0, width_, height_, format.layout, format.type,
                             texels.data());
    }
    context().check("upload " + describe());
}

void Texture2D::download_bytes(std::span<std::byte> texels) const {
    require_size(texels.size(), "download");
    const detail::GlFormat format = detail::gl_format(format_);
    const GladGLContext& gl = handle_.functions();
    {
        const detail::PixelStoreScope scope(gl, detail::Transfer::pack, 0);
        gl.GetTextureImage(native(), 0, format.layout, format.type,
                           static_cast<GLsizei>(texels.size()), texels.data());
    }
    context().check("download " + describe());
}

std::string Texture2D::describe() const {
    return fmt::format("a {} x {} {} texture", width_, height_, to_string(format_));
}

void Texture2D::require_size(std::size_t bytes, const char* operation) const {
    if (bytes == size_bytes()) return;
    throw Error(
        ErrorCode::invalid_argument, fmt::format("{} {}", operation, describe()),
        fmt::format("the texture needs {}, not {}", text::counted(size_bytes(), "byte"), bytes));
}

}  // namespace glint::gl
