// SPDX-License-Identifier: MIT
#include <glint/studio/views/detail/panel_widgets.hpp>

#include <algorithm>
#include <cfloat>

#include <fmt/format.h>
#include <imgui.h>

#include <glint/studio/run/probe.hpp>
#include <glint/studio/views/detail/pane_widgets.hpp>

namespace glint::studio {
namespace {

constexpr std::size_t kMaxValues = 512;

std::string place_text(const Structure& structure, const std::array<std::size_t, 3>& at) {
    std::string text = structure.name + '[';
    for (std::size_t i = 0; i < structure.extents.size(); ++i)
        text += fmt::format("{}{}", i == 0 ? "" : ",", at[i]);
    return text + ']';
}

void draw_picked(const Pane& pane, const std::string& title) {
    if (!pane.picked()) return;
    const auto& [index, at] = *pane.picked();
    Simulation& simulation = pane.simulation();
    const Structure& structure = simulation.declaration().structures[index];
    ImGui::Separator();
    if (!title.empty()) ImGui::TextUnformatted(title.c_str());
    ImGui::TextUnformatted(place_text(structure, at).c_str());
    for (std::size_t f = 0; f < structure.fields.size(); ++f) {
        const Field& field = structure.fields[f];
        const std::string value = value_text(field.type, simulation.element({index, f}, at));
        const std::string label = field.display ? field.display->label : field.name;
        ImGui::TextDisabled("%s", label.c_str());
        ImGui::SameLine(8 * ImGui::GetFontSize());
        ImGui::TextWrapped("%s %s", value.c_str(),
                           field.display ? field.display->unit.c_str() : "");
    }
}

}  // namespace

void draw_view_widgets(Viewer& viewer) {
    ImGui::Separator();
    draw_pane_widgets(viewer);
    if (!viewer.is_comparing()) return draw_picked(viewer.active(), "");
    for (const std::size_t i : {0u, 1u})
        draw_picked(viewer.pane(i), viewer.pane(i).simulation().file().filename().string());
}

void MonitorPlots::add(std::uint64_t step, const std::vector<std::optional<double>>& values) {
    curves_.resize(values.size());
    const bool is_new = step_ != step;
    step_ = step;
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (!values[i]) continue;
        Curve& curve = curves_[i];
        curve.last = *values[i];
        if (!is_new && !curve.values.empty()) curve.values.pop_back();
        if (curve.values.size() == kMaxValues) curve.values.erase(curve.values.begin());
        curve.values.push_back(static_cast<float>(*values[i]));
    }
}

void MonitorPlots::clear() {
    curves_.clear();
    step_.reset();
}

void MonitorPlots::draw(const Declaration& declaration) const {
    for (std::size_t i = 0; i < std::min(curves_.size(), declaration.derived.size()); ++i) {
        const Curve& curve = curves_[i];
        if (!declaration.derived[i].is_monitor() || curve.values.empty()) continue;
        const Display& display = declaration.derived[i].display;
        const bool is_left = display.range && !(curve.last >= display.range->first &&
                                                curve.last <= display.range->second);
        ImGui::PushID(static_cast<int>(i));
        const std::string value = fmt::format("{:.6g} {}{}", curve.last, display.unit,
                                              is_left ? " (outside its limit)" : "");
        ImGui::TextDisabled("%s", display.label.c_str());
        ImGui::SameLine(8 * ImGui::GetFontSize());
        ImGui::TextUnformatted(value.c_str());
        ImGui::PlotLines("##curve", curve.values.data(), static_cast<int>(curve.values.size()), 0,
                         nullptr, FLT_MAX, FLT_MAX,
                         ImVec2(ImGui::GetContentRegionAvail().x, 3 * ImGui::GetFontSize()));
        ImGui::PopID();
    }
}

}  // namespace glint::studio
