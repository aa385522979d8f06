// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

#include <glint/app/keys.hpp>
#include <glint/studio/run/simulation.hpp>
#include <glint/studio/window/detail/edit_history.hpp>
#include <glint/studio/window/detail/live_editing.hpp>

/// Keys of the studio, and small panel widgets, drawn with Dear ImGui.
namespace glint::studio {

void bind_edit_keys(app::Keys& keys, EditHistory& edits, Simulation& simulation);
void bind_version_keys(app::Keys& keys, LiveEditing& editing);
/// Adds descriptions of the mouse controls to the list of keys. `takes_drags` is true if the
/// simulation receives left drags.
void describe_mouse(app::Keys& keys, bool takes_drags);

/// Returns the width of a line of text in pixels.
float text_width(std::string_view text);
/// True while the user drags a widget, or types into it.
bool is_widget_held();
/// Draws undo and redo buttons for edits of parameters.
void draw_edits(EditHistory& edits, Simulation& simulation);

}  // namespace glint::studio
