// SPDX-License-Identifier: MIT
#pragma once

#include <glint/gl/context.hpp>

namespace glint::gl {

/// Draws a triangle into a picture of 4 x 4 pixels, lets a compute shader write 64 numbers, and
/// reads both back. HeadlessContext and Window call this on construction, because a broken driver
/// may draw nothing and report no error. Throws Error(unsupported) with the first wrong pixel or
/// number, or with the failure.
void check_drawing(const Context& context);

}  // namespace glint::gl
