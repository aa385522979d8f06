// SPDX-License-Identifier: MIT
#pragma once

#include <glint/base/parameters.hpp>

namespace glint::app {

/// Draws a widget for each annotated parameter in the current ImGui window: sliders with range,
/// scale and unit, check boxes, colours for a float3 in "rgb". A right click gives a parameter
/// its initial value back.
void draw_widgets(ParameterSet& parameters);

}  // namespace glint::app
