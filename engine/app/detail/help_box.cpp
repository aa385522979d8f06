// SPDX-License-Identifier: MIT
#include <glint/app/detail/help_box.hpp>

#include <imgui.h>

namespace glint::app {
namespace {

float em() { return ImGui::GetFontSize(); }

void draw_group(const Keys::Group& group) {
    ImGui::TextDisabled("%s", group.title.c_str());
    if (!ImGui::BeginTable(group.title.c_str(), 2)) return;
    ImGui::TableSetupColumn("keys", ImGuiTableColumnFlags_WidthFixed, 11 * em());
    ImGui::TableSetupColumn("action", ImGuiTableColumnFlags_WidthFixed, 19 * em());
    for (const Keys::Row& row : group.rows) {
        ImGui::TableNextRow();
        ImGui::TableNextColumn();
        ImGui::TextWrapped("%s", row.keys.c_str());
        ImGui::TableNextColumn();
        ImGui::TextWrapped("%s", row.action.c_str());
    }
    ImGui::EndTable();
    ImGui::Spacing();
}

}  // namespace

void draw_help(const Keys& keys, bool& is_shown) {
    const ImVec2 picture = ImGui::GetIO().DisplaySize;
    ImGui::SetNextWindowPos(ImVec2(0.5f * picture.x, 0.5f * picture.y), ImGuiCond_Always,
                            ImVec2(0.5f, 0.5f));
    ImGui::SetNextWindowSizeConstraints(ImVec2(0, 0), ImVec2(picture.x, picture.y - 2 * em()));
    constexpr ImGuiWindowFlags kFlags =
        ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoCollapse;
    if (ImGui::Begin("Keys and mouse###help", &is_shown, kFlags))
        for (const Keys::Group& group : keys.groups()) draw_group(group);
    ImGui::End();
}

}  // namespace glint::app
