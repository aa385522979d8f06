// SPDX-License-Identifier: MIT
#pragma once

#include <glint/base/formats/png.hpp>

namespace glint::studio {

/// All of `picture`, as large as fits into another size, with black beside or above and below it;
/// linear between its pixels.
Picture fitted(const Picture& picture, unsigned width, unsigned height);

}  // namespace glint::studio
