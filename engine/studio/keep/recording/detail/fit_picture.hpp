// SPDX-License-Identifier: MIT
#pragma once

#include <glint/base/formats/png.hpp>

namespace glint::studio {

/// Scales all of `picture` to fit into another size, with black bars at the sides or above and
/// below. Interpolates linearly.
Picture fitted(const Picture& picture, unsigned width, unsigned height);

}  // namespace glint::studio
