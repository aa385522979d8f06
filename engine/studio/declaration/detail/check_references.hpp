// SPDX-License-Identifier: MIT
#pragma once

#include <glint/studio/declaration/read_declaration.hpp>

namespace glint::studio {

/// Adds a mistake for each unresolved name after `by`, `over`, and `if`: the field that colors
/// points or surfaces, the grid under the points, and the parameter that enables a kernel.
void check_references(Reading& reading);

}  // namespace glint::studio
