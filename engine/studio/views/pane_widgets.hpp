// SPDX-License-Identifier: MIT
#pragma once

#include <glint/studio/views/viewer.hpp>

namespace glint::studio {

/// How the window is split, what the active pane shows and how, and the bookmarks, as widgets of
/// Dear ImGui.
void draw_pane_widgets(Viewer& viewer);

}  // namespace glint::studio
