// SPDX-License-Identifier: MIT
#include <glint/app/detail/gui.hpp>

#include <algorithm>
#include <string_view>
#include <vector>

#include <imgui.h>
#include <imgui_impl_glfw.h>
#include <imgui_impl_opengl3.h>

#include <fmt/format.h>

#include <glint/app/detail/help_box.hpp>
#include <glint/app/detail/widgets.hpp>

namespace glint::app {
namespace {

constexpr std::string_view kErrorLabel = "error";

/// Draws a name in gray in the left column and a value in the right column.
void draw_fact(const char* label, const std::string& value) {
    ImGui::TextDisabled("%s", label);
    ImGui::SameLine(6 * ImGui::GetFontSize());
    ImGui::TextWrapped("%s", value.c_str());
}

void draw_error(const std::string& text) {
    ImGui::PushStyleColor(ImGuiCol_Text, ImVec4(1.0f, 0.45f, 0.40f, 1.0f));
    ImGui::TextWrapped("%s", text.c_str());
    ImGui::PopStyleColor();
}

void draw_controls(RunControls& controls, Seconds frame_time) {
    const ImVec2 size(5 * ImGui::GetFontSize(), 0);  // equal for "Run" and "Pause"
    if (ImGui::Button(controls.paused ? "Run###run" : "Pause###run", size))
        controls.paused = !controls.paused;
    ImGui::SameLine();
    if (ImGui::Button("Step", size)) {
        controls.paused = true;
        controls.step_once = true;
    }
    ImGui::SameLine();
    if (ImGui::Button("Reset", size)) controls.reset = true;
    ImGui::SliderFloat("Speed", &controls.speed, 0.05f, 8.0f, "%.2f x",
                       ImGuiSliderFlags_Logarithmic | ImGuiSliderFlags_AlwaysClamp);
    draw_fact("frame", fmt::format("{:.1f} ms, {:.0f} frames/s", frame_time.count() * 1e3,
                                   1 / frame_time.count()));
}

void draw_panel(const Panel& panel) {
    if (!ImGui::CollapsingHeader(panel.title().c_str(), ImGuiTreeNodeFlags_DefaultOpen)) return;
    const std::vector<Fact> facts = panel.facts();
    for (const auto& [label, value] : facts)
        if (label == kErrorLabel) draw_error(value);
    for (ParameterSet* parameters : panel.parameters()) draw_widgets(*parameters);
    for (const Overlay& widgets : panel.widgets()) widgets();
    for (const auto& [label, value] : facts)
        if (label != kErrorLabel) draw_fact(label.c_str(), value);
}

void draw_window(RunControls& controls, Seconds frame_time,
                 std::span<const std::unique_ptr<Panel>> panels) {
    const float em = ImGui::GetFontSize();
    ImGui::SetNextWindowPos(ImVec2(em, em), ImGuiCond_FirstUseEver);
    // The height of the panel follows its content, which grows while it shows an error. The limit
    // keeps space free at the lower edge of the picture, where overlays may be.
    const float highest = std::max(10 * em, ImGui::GetIO().DisplaySize.y - 6 * em);
    ImGui::SetNextWindowSizeConstraints(ImVec2(24 * em, 0), ImVec2(24 * em, highest));
    if (ImGui::Begin("glint", nullptr, ImGuiWindowFlags_AlwaysAutoResize)) {
        ImGui::PushItemWidth(-9 * em);
        draw_controls(controls, frame_time);
        for (const auto& panel : panels) draw_panel(*panel);
        ImGui::TextDisabled("Press F1 for keys and mouse actions");
        ImGui::PopItemWidth();
    }
    ImGui::End();
}

void draw_progress_box(const std::string& text, float fraction) {
    const float em = ImGui::GetFontSize();
    const ImVec2 size = ImGui::GetIO().DisplaySize;
    ImGui::SetNextWindowPos(ImVec2(size.x / 2, size.y / 2), ImGuiCond_Always, ImVec2(0.5f, 0.5f));
    if (ImGui::Begin("##progress", nullptr,
                     ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoDecoration |
                         ImGuiWindowFlags_NoSavedSettings)) {
        ImGui::TextUnformatted(text.c_str());
        ImGui::ProgressBar(fraction, ImVec2(24 * em, 0), "");
    }
    ImGui::End();
}

}  // namespace

Gui::Gui(gl::Window& window)
    : session_([&] {
          window.make_current();
          return ImGuiSession(window.content_scale());
      }()) {
    ImGui_ImplGlfw_InitForOpenGL(window.native(), true);
    ImGui_ImplOpenGL3_Init("#version 450");
}

Gui::~Gui() {
    session_.use();
    ImGui_ImplOpenGL3_Shutdown();
    ImGui_ImplGlfw_Shutdown();
}

// ImGui must get a frame even while the panel is hidden. Otherwise, when the panel is shown again,
// ImGui would react to all clicks that were made in the meantime.
bool Gui::takes_mouse() const {
    session_.use();
    return ImGui::GetIO().WantCaptureMouse;
}
bool Gui::takes_keyboard() const {
    session_.use();
    return ImGui::GetIO().WantCaptureKeyboard;
}

void Gui::draw(RunControls& controls, Seconds frame_time,
               std::span<const std::unique_ptr<Panel>> panels, const Overlay& overlay,
               const Keys& keys) {
    draw_frame([&] {
        if (overlay) overlay();
        if (shown_) draw_window(controls, frame_time, panels);
        if (help_shown_) draw_help(keys, help_shown_);
    });
}

void Gui::draw_progress(const std::string& text, float fraction) {
    draw_frame([&] { draw_progress_box(text, fraction); });
}

void Gui::draw_frame(const Overlay& contents) {
    session_.use();
    ImGui_ImplOpenGL3_NewFrame();
    ImGui_ImplGlfw_NewFrame();
    ImGui::NewFrame();
    contents();
    ImGui::Render();
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

}  // namespace glint::app
