// SPDX-License-Identifier: MIT
#pragma once

#include <glint/gl/framebuffer.hpp>
#include <glint/gl/rectangle.hpp>
#include <glint/gl/texture.hpp>

namespace glint::gl {

/// Copies `image`, whose row 0 is the top row, to the rectangle `part` of `target`. Throws
/// Error(invalid_argument) if `image` and `part` have different sizes, or if the format of `image`
/// or `target` is not rgba8.
void copy_picture(Framebuffer& target, const Texture2D& image, const Rectangle& part);

}  // namespace glint::gl
