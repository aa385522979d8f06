// SPDX-License-Identifier: MIT
#include <glint/studio/window/detail/preset_panel.hpp>

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <imgui.h>

#include <glint/base/error.hpp>

namespace glint::studio {
namespace {

constexpr ImU32 kDiffering = IM_COL32(255, 115, 102, 255);
constexpr ImU32 kDiffers = IM_COL32(255, 214, 102, 255);

void draw_table_cell(const std::string& text, bool is_marked) {
    ImGui::TableNextColumn();
    if (is_marked) ImGui::PushStyleColor(ImGuiCol_Text, kDiffers);
    ImGui::TextWrapped("%s", text.c_str());
    if (is_marked) ImGui::PopStyleColor();
}

}  // namespace

template <class Act>
void PresetPanel::attempt(const Act& act) {
    message_.clear();
    try {
        act();
    } catch (const Error& error) {
        message_ = error.what();
    }
    names_ = presets_.names();
}

void PresetPanel::choose(const std::string& name) {
    chosen_.reset();
    flip_.reset();
    is_sure_ = false;
    preset_ = presets_.read(name);
    chosen_ = name;
    std::ranges::fill(name_, '\0');
    std::copy_n(name.begin(), std::min(name.size(), name_.size() - 1), name_.begin());
}

void PresetPanel::draw_choice(Simulation& simulation) {
    if (ImGui::BeginCombo("##preset", chosen_ ? chosen_->c_str() : "choose a preset")) {
        if (ImGui::IsWindowAppearing()) names_ = presets_.names();
        for (const std::string& name : names_)
            if (ImGui::Selectable(name.c_str(), name == chosen_)) attempt([&] { choose(name); });
        ImGui::EndCombo();
    }
    ImGui::BeginDisabled(!chosen_);
    ImGui::SameLine();
    if (ImGui::Button("Load"))
        attempt([&] {
            choose(std::string(*chosen_));
            const auto unknown = apply_preset(preset_, simulation.parameters());
            message_ = fmt::format("{}", fmt::join(unknown, "\n"));
        });
    ImGui::SameLine();
    if (ImGui::Button(is_sure_ ? "Confirm###delete" : "Delete###delete")) {
        if (is_sure_)
            attempt([&] {
                presets_.remove(*chosen_);
                chosen_.reset();
                flip_.reset();
            });
        is_sure_ = !is_sure_;
    }
    ImGui::EndDisabled();
}

void PresetPanel::draw_saving(Simulation& simulation) {
    const bool is_entered = ImGui::InputTextWithHint("##name", "name", name_.data(), name_.size(),
                                                     ImGuiInputTextFlags_EnterReturnsTrue);
    ImGui::SameLine();
    if (ImGui::Button("Save") || is_entered)
        attempt([&] {
            const std::string name = name_.data();
            presets_.save(name, simulation.declaration().title, simulation.parameters());
            choose(name);
        });
}

void PresetPanel::draw_flip(Simulation& simulation) {
    const auto side = [&](const char* label, bool is_b) {
        const bool is_used = flip_ ? flip_->is_b() == is_b : !is_b;
        if (!ImGui::RadioButton(label, is_used) || is_used) return;
        attempt([&] {
            if (!flip_) flip_.emplace(preset_, simulation.parameters());
            flip_->flip(simulation.parameters());
        });
    };
    side("A: mine", false);
    ImGui::SameLine();
    side(fmt::format("B: {}", *chosen_).c_str(), true);
}

void PresetPanel::draw_table(Simulation& simulation) const {
    constexpr ImGuiTableFlags kFlags =
        ImGuiTableFlags_RowBg | ImGuiTableFlags_BordersInnerV | ImGuiTableFlags_SizingStretchProp;
    if (!ImGui::BeginTable("compared", 3, kFlags)) return;
    ImGui::TableSetupColumn("parameter");
    ImGui::TableSetupColumn("now");
    ImGui::TableSetupColumn(chosen_->c_str());
    ImGui::TableHeadersRow();
    for (const ComparedParameter& row : compare(preset_, simulation.parameters())) {
        ImGui::TableNextRow();
        draw_table_cell(row.label, row.differs());
        draw_table_cell(row.now, row.differs());
        draw_table_cell(row.preset.value_or("-"), row.differs());
    }
    ImGui::EndTable();
}

void PresetPanel::draw(Simulation& simulation) {
    if (!ImGui::TreeNode("Presets")) return;
    draw_choice(simulation);
    draw_saving(simulation);
    if (chosen_) {
        draw_flip(simulation);
        draw_table(simulation);
    }
    if (!message_.empty()) {
        ImGui::PushStyleColor(ImGuiCol_Text, kDiffering);
        ImGui::TextWrapped("%s", message_.c_str());
        ImGui::PopStyleColor();
    }
    ImGui::TreePop();
}

}  // namespace glint::studio
