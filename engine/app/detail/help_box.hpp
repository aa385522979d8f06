// SPDX-License-Identifier: MIT
#pragma once

#include <glint/app/keys.hpp>

namespace glint::app {

/// Draws the help in the middle of the window, with one row per key or mouse action. Sets
/// `is_shown` to false if the user closes the help. Call this within an ImGui frame. Private to
/// App.
void draw_help(const Keys& keys, bool& is_shown);

}  // namespace glint::app
