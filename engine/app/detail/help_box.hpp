// SPDX-License-Identifier: MIT
#pragma once

#include <glint/app/keys.hpp>

namespace glint::app {

/// Draws a box in the middle with a row for each thing that keys and mouse do, in the current ImGui
/// frame. Makes `is_shown` false when it is closed. Private to App.
void draw_help(const Keys& keys, bool& is_shown);

}  // namespace glint::app
