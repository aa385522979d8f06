// SPDX-License-Identifier: MIT
#pragma once

#include <glint/studio/declaration/read_declaration.hpp>

namespace glint::studio {

/// Adds a mistake for each name behind `by`, `over` and `if` that means nothing there: of what
/// gives points and surfaces their colours, of the grid over which points are drawn, and of the
/// parameter without which a kernel does not run.
void check_references(Reading& reading);

}  // namespace glint::studio
