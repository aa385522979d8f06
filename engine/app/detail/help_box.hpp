// SPDX-License-Identifier: MIT
#pragma once

#include <glint/app/keys.hpp>

namespace glint::app {

/// Draws a box in the middle with one row per key or mouse action, in the current ImGui frame. Sets
/// `is_shown` to false when it is closed. Private to App.
void draw_help(const Keys& keys, bool& is_shown);

}  // namespace glint::app
