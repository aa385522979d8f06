// SPDX-License-Identifier: MIT
#include <glint/gl/detail/image_query.hpp>

#include <glad/gl.h>

#include <fmt/format.h>

namespace glint::gl::detail {
namespace {

unsigned level_value(const GladGLContext& gl, unsigned texture, GLenum name, int level = 0) {
    GLint value = 0;
    gl.GetTextureLevelParameteriv(texture, level, name, &value);
    return static_cast<unsigned>(value);
}

unsigned texture_value(const GladGLContext& gl, unsigned texture, GLenum name) {
    GLint value = 0;
    gl.GetTextureParameteriv(texture, name, &value);
    return static_cast<unsigned>(value);
}

unsigned renderbuffer_value(const GladGLContext& gl, unsigned renderbuffer, GLenum name) {
    GLint value = 0;
    gl.GetNamedRenderbufferParameteriv(renderbuffer, name, &value);
    return static_cast<unsigned>(value);
}

// Returns the number of mipmap levels. In a texture with mutable storage, these are the levels
// before the first level that has no storage.
unsigned levels_of(const GladGLContext& gl, unsigned texture) {
    if (texture_value(gl, texture, GL_TEXTURE_IMMUTABLE_FORMAT))
        return texture_value(gl, texture, GL_TEXTURE_IMMUTABLE_LEVELS);
    constexpr unsigned kMaxLevels = 32;
    unsigned level = 1;
    while (level < kMaxLevels &&
           level_value(gl, texture, GL_TEXTURE_WIDTH, static_cast<int>(level)) > 0)
        ++level;
    return level;
}

unsigned slices_of(const GladGLContext& gl, unsigned texture, unsigned target) {
    return target == GL_TEXTURE_CUBE_MAP ? 6 : level_value(gl, texture, GL_TEXTURE_DEPTH);
}

std::string name_of_target(unsigned target) {
    switch (target) {
        case GL_TEXTURE_1D: return "GL_TEXTURE_1D";
        case GL_TEXTURE_1D_ARRAY: return "GL_TEXTURE_1D_ARRAY";
        case GL_TEXTURE_CUBE_MAP_ARRAY: return "GL_TEXTURE_CUBE_MAP_ARRAY";
        case GL_TEXTURE_2D_MULTISAMPLE: return "GL_TEXTURE_2D_MULTISAMPLE";
        case GL_TEXTURE_2D_MULTISAMPLE_ARRAY: return "GL_TEXTURE_2D_MULTISAMPLE_ARRAY";
        case GL_TEXTURE_BUFFER: return "GL_TEXTURE_BUFFER";
        default: return fmt::format("{:#x}", target);
    }
}

std::string reason_against_target(unsigned target) {
    if (target == GL_TEXTURE_BUFFER)
        return "the texture is a buffer texture. Share the buffer instead";
    return "the target of the texture is " + name_of_target(target) +
           ", but only GL_TEXTURE_2D, GL_TEXTURE_RECTANGLE, GL_TEXTURE_CUBE_MAP, GL_TEXTURE_3D, "
           "GL_TEXTURE_2D_ARRAY and renderbuffers can be shared";
}

std::string reason_against_format(const ImageAnswers& image) {
    if (image.depth_bits > 0 || image.stencil_bits > 0)
        return "the image contains depth or stencil values. Copy the values to an r32f texture";
    if (image.compressed) return "the texels are compressed";
    if (image.internal == GL_SRGB8_ALPHA8 || image.internal == GL_SRGB8)
        return fmt::format("the format {:#x} is sRGB. Use rgba8 and an sRGB texture view",
                           image.internal);
    if (image.blue_bits > 0 && image.alpha_bits == 0)
        return fmt::format(
            "the format {:#x} has 3 channels, but only 1, 2 or 4 channels can be shared",
            image.internal);
    return fmt::format("the format {:#x} cannot be shared. Use one of the formats r8 to rgba32i",
                       image.internal);
}

}  // namespace

ImageAnswers ask_texture(const GladGLContext& gl, unsigned native) {
    const unsigned target = texture_value(gl, native, GL_TEXTURE_TARGET);
    const auto level = [&](GLenum name) { return level_value(gl, native, name); };
    return {.target = target,
            .internal = level(GL_TEXTURE_INTERNAL_FORMAT),
            .extents = {.width = level(GL_TEXTURE_WIDTH),
                        .height = level(GL_TEXTURE_HEIGHT),
                        .slices = slices_of(gl, native, target),
                        .levels = levels_of(gl, native)},
            .samples = level(GL_TEXTURE_SAMPLES),
            .depth_bits = level(GL_TEXTURE_DEPTH_SIZE),
            .stencil_bits = level(GL_TEXTURE_STENCIL_SIZE),
            .blue_bits = level(GL_TEXTURE_BLUE_SIZE),
            .alpha_bits = level(GL_TEXTURE_ALPHA_SIZE),
            .compressed = level(GL_TEXTURE_COMPRESSED) != 0};
}

ImageAnswers ask_renderbuffer(const GladGLContext& gl, unsigned native) {
    const auto value = [&](GLenum name) { return renderbuffer_value(gl, native, name); };
    return {
        .target = GL_RENDERBUFFER,
        .internal = value(GL_RENDERBUFFER_INTERNAL_FORMAT),
        .extents = {.width = value(GL_RENDERBUFFER_WIDTH), .height = value(GL_RENDERBUFFER_HEIGHT)},
        .samples = value(GL_RENDERBUFFER_SAMPLES),
        .depth_bits = value(GL_RENDERBUFFER_DEPTH_SIZE),
        .stencil_bits = value(GL_RENDERBUFFER_STENCIL_SIZE),
        .blue_bits = value(GL_RENDERBUFFER_BLUE_SIZE),
        .alpha_bits = value(GL_RENDERBUFFER_ALPHA_SIZE)};
}

std::optional<std::string> reason_against_sharing(const ImageAnswers& image) {
    if (!find_target(image.target)) return reason_against_target(image.target);
    if (image.samples > 0)
        return fmt::format("the image has {} samples per texel. Resolve the samples first",
                           image.samples);
    if (!find_image_format(image.internal)) return reason_against_format(image);
    return std::nullopt;
}

std::optional<ImageTarget> find_target(unsigned native) noexcept {
    for (const ImageTarget target :
         {ImageTarget::texture_2d, ImageTarget::rectangle, ImageTarget::cube_map,
          ImageTarget::texture_3d, ImageTarget::texture_2d_array, ImageTarget::renderbuffer})
        if (native_target(target) == native) return target;
    return std::nullopt;
}

}  // namespace glint::gl::detail
