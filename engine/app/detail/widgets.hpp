// SPDX-License-Identifier: MIT
#pragma once

#include <glint/base/parameters.hpp>

namespace glint::app {

/// Draws one widget per annotated parameter in the current ImGui window: a slider with range, scale
/// and unit, a check box, a list of choices, or a color picker for a float3 with the unit "rgb". A
/// right click sets a parameter to its initial value.
void draw_widgets(ParameterSet& parameters);

}  // namespace glint::app
