// SPDX-License-Identifier: MIT
#pragma once

#include <glint/studio/declaration/read_declaration.hpp>

namespace glint::studio {

/// Checks the names after `by` (the values that color points or surfaces), `over` (the grid under
/// points), and `if` (the parameter that enables a kernel). Adds a mistake for each name that is
/// unknown or unsuitable.
void check_references(Reading& reading);

}  // namespace glint::studio
