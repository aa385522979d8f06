// SPDX-License-Identifier: MIT
#pragma once

#include <glint/base/parameters.hpp>

namespace glint::app {

/// Draws a widget for each annotated parameter in the current ImGui window: sliders with range,
/// scale and unit, check boxes, and color pickers for a float3 in "rgb". A right click resets a
/// parameter to its initial value.
void draw_widgets(ParameterSet& parameters);

}  // namespace glint::app
