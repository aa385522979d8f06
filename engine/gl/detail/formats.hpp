// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include <glad/gl.h>

#include <glint/base/pixel_format.hpp>

namespace glint::gl::detail {

/// A pixel format, described by OpenGL enums.
struct GlFormat {
    GLenum internal;  ///< for example GL_RGBA8
    GLenum layout;    ///< for example GL_RGBA
    GLenum type;      ///< for example GL_UNSIGNED_BYTE
};

GlFormat gl_format(PixelFormat format) noexcept;

/// Returns the PixelFormat with the sized internal format `internal`, or nullopt if none matches.
std::optional<PixelFormat> pixel_format(GLenum internal) noexcept;

}  // namespace glint::gl::detail
