// SPDX-License-Identifier: MIT
#pragma once

#include <glint/driver/stream.hpp>
#include <glint/gl/context.hpp>
#include <glint/interop/sharing.hpp>

namespace glint::studio {

/// Draws a pattern the way that views draw: a kernel writes a shared texture, OpenGL shows it, and
/// the picture is read back. Throws Error(unsupported), with the first wrong pixel, if it differs,
/// and what Canvas throws. Takes milliseconds; waits.
void check_showing(Stream& stream, const gl::Context& context, interop::Sharing sharing);

}  // namespace glint::studio
