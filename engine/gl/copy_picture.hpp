// SPDX-License-Identifier: MIT
#pragma once

#include <glint/gl/framebuffer.hpp>
#include <glint/gl/rectangle.hpp>
#include <glint/gl/texture.hpp>

namespace glint::gl {

/// Copies `image`, whose row 0 is its top, over a part of `target` and replaces the content there.
/// Throws Error(invalid_argument) if the sizes differ or if either format is not rgba8.
void copy_picture(Framebuffer& target, const Texture2D& image, const Rectangle& part);

}  // namespace glint::gl
