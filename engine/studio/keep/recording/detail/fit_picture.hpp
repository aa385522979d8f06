// SPDX-License-Identifier: MIT
#pragma once

#include <glint/formats/png.hpp>

namespace glint::studio {

/// Scales `picture` to fit into `width` x `height` pixels, with linear interpolation. Adds black
/// bars at the sides, or above and below, to keep the aspect ratio.
Picture fitted(const Picture& picture, unsigned width, unsigned height);

}  // namespace glint::studio
