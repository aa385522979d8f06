// SPDX-License-Identifier: MIT
#pragma once

#include <glint/studio/views/viewer.hpp>

namespace glint::studio {

/// Draws the widgets for the window layout, the view of the active pane, and the bookmarks, with
/// Dear ImGui.
void draw_pane_widgets(Viewer& viewer);

}  // namespace glint::studio
