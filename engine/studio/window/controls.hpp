// SPDX-License-Identifier: MIT
#pragma once

#include <glint/app/keys.hpp>
#include <glint/studio/run/simulation.hpp>
#include <glint/studio/window/edit_history.hpp>
#include <glint/studio/window/live_editing.hpp>

/// Keys of the studio, and small widgets of its panel, drawn with Dear ImGui.
namespace glint::studio {

void bind_edit_keys(app::Keys& keys, EditHistory& edits, Simulation& simulation);
void bind_version_keys(app::Keys& keys, LiveEditing& editing);
/// `takes_drags`: whether the left button is the simulation's.
void describe_mouse(app::Keys& keys, bool takes_drags);

/// Whether a widget is being dragged or typed into.
bool is_widget_held();
/// Buttons for the last edit of a parameter.
void draw_edits(EditHistory& edits, Simulation& simulation);

}  // namespace glint::studio
