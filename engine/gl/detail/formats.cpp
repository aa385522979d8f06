// SPDX-License-Identifier: MIT
#include <glint/gl/detail/formats.hpp>

#include <initializer_list>

namespace glint::gl::detail {

GlFormat gl_format(PixelFormat format) noexcept {
    switch (format) {
        case PixelFormat::rgba8: return {GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE};
        case PixelFormat::r32f: return {GL_R32F, GL_RED, GL_FLOAT};
        case PixelFormat::rg32f: return {GL_RG32F, GL_RG, GL_FLOAT};
        case PixelFormat::rgba32f: return {GL_RGBA32F, GL_RGBA, GL_FLOAT};
    }
    return {};
}

std::optional<PixelFormat> pixel_format(GLenum internal) noexcept {
    for (const PixelFormat format :
         {PixelFormat::rgba8, PixelFormat::r32f, PixelFormat::rg32f, PixelFormat::rgba32f}) {
        if (gl_format(format).internal == internal) return format;
    }
    return std::nullopt;
}

}  // namespace glint::gl::detail
