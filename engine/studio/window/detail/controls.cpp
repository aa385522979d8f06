// SPDX-License-Identifier: MIT
#include <glint/studio/window/detail/controls.hpp>

#include <imgui.h>

namespace glint::studio {
namespace {

constexpr const char* kParametersGroup = "Parameters and versions";

void draw_button(const char* label, const std::string& what, auto act) {
    ImGui::BeginDisabled(what.empty());
    if (ImGui::Button(label)) act();
    ImGui::EndDisabled();
    if (!what.empty() && ImGui::IsItemHovered()) ImGui::SetTooltip("%s", what.c_str());
}

}  // namespace

void bind_edit_keys(app::Keys& keys, EditHistory& edits, Simulation& simulation) {
    const auto undo = [&] { edits.undo(simulation.parameters()); };
    const auto redo = [&] { edits.redo(simulation.parameters()); };
    keys.add(kParametersGroup, {.key = gl::Key('Z'),
                                .modifiers = {.control = true},
                                .action = "undo the last parameter edit",
                                .act = undo,
                                .repeats = true});
    for (const auto& [key, modifiers] :
         {std::pair(gl::Key('Z'), gl::Modifiers{.shift = true, .control = true}),
          std::pair(gl::Key('Y'), gl::Modifiers{.control = true})})
        keys.add(
            kParametersGroup,
            {.key = key, .modifiers = modifiers, .action = "redo", .act = redo, .repeats = true});
}

void bind_version_keys(app::Keys& keys, LiveEditing& editing) {
    keys.add(kParametersGroup, {.key = gl::Key::page_up,
                                .action = "previous version of the file",
                                .act = [&] { editing.restore_next(-1); }});
    keys.add(kParametersGroup, {.key = gl::Key::page_down,
                                .action = "next version of the file",
                                .act = [&] { editing.restore_next(1); }});
}

void describe_mouse(app::Keys& keys, bool takes_drags) {
    constexpr const char* kMouse = "Mouse over the view";
    if (takes_drags) keys.describe(kMouse, "Left drag", "action defined by the simulation");
    keys.describe(kMouse, takes_drags ? "Right drag" : "Left drag",
                  "rotate a 3D view, or pan a 2D view");
    keys.describe(kMouse, takes_drags ? "Right click" : "Left click",
                  "show the element under the mouse");
    keys.describe(kMouse, takes_drags ? "Middle drag" : "Right or middle drag", "move the camera");
    keys.describe(kMouse, "Wheel", "zoom");
    constexpr const char* kWidgets = "Mouse over a parameter";
    keys.describe(kWidgets, "Ctrl+click", "type a value");
    keys.describe(kWidgets, "Right click", "reset to the initial value");
}

float text_width(std::string_view text) {
    return ImGui::CalcTextSize(text.data(), text.data() + text.size()).x;
}

bool is_widget_held() { return ImGui::IsAnyItemActive(); }

void draw_edits(EditHistory& edits, Simulation& simulation) {
    draw_button("Undo", edits.to_undo(), [&] { edits.undo(simulation.parameters()); });
    ImGui::SameLine();
    draw_button("Redo", edits.to_redo(), [&] { edits.redo(simulation.parameters()); });
}

}  // namespace glint::studio
