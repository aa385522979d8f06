// SPDX-License-Identifier: MIT
#pragma once

#include <glint/gl/context.hpp>

namespace glint::gl {

/// Draws a triangle into a picture of 4 x 4 pixels, runs a compute shader that writes 64 numbers,
/// and checks both results. The constructors of HeadlessContext and Window call this function,
/// because a broken driver may draw nothing and report no error. Throws Error(unsupported) with the
/// first wrong pixel or number, or with the error that occurred.
void check_drawing(const Context& context);

}  // namespace glint::gl
