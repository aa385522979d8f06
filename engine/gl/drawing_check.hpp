// SPDX-License-Identifier: MIT
#pragma once

#include <glint/gl/context.hpp>

namespace glint::gl {

/// Draws a triangle over a picture of 4 x 4 pixels, lets a compute shader write 64 numbers, and
/// reads both back. HeadlessContext and Window do so when they are made, since a broken driver may
/// draw nothing and report no error. Throws Error(unsupported) with the first pixel or number that
/// is wrong, or with the failure.
void check_drawing(const Context& context);

}  // namespace glint::gl
