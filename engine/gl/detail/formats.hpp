// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include <glad/gl.h>

#include <glint/base/pixel_format.hpp>

namespace glint::gl::detail {

/// A pixel format as OpenGL enums.
struct GlFormat {
    GLenum internal;  ///< GL_RGBA8
    GLenum layout;    ///< GL_RGBA
    GLenum type;      ///< GL_UNSIGNED_BYTE
};

GlFormat gl_format(PixelFormat format) noexcept;

/// Returns the format with this sized internal format, or nullopt if it is not a PixelFormat.
std::optional<PixelFormat> pixel_format(GLenum internal) noexcept;

}  // namespace glint::gl::detail
