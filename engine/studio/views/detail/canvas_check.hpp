// SPDX-License-Identifier: MIT
#pragma once

#include <glint/driver/stream.hpp>
#include <glint/gl/context.hpp>
#include <glint/interop/sharing.hpp>

namespace glint::studio {

/// Draws a test pattern in the same way as views: a kernel writes a shared texture, OpenGL displays
/// it, and the picture is read back. Throws Error(unsupported), with the first wrong pixel, if the
/// picture is wrong. Also throws the errors of Canvas. Takes milliseconds, and waits for the
/// device.
void check_showing(Stream& stream, const gl::Context& context, interop::Sharing sharing);

}  // namespace glint::studio
