// SPDX-License-Identifier: MIT
#include <algorithm>

#include <fmt/format.h>
#include <imgui.h>

#include <glint/studio/window/detail/controls.hpp>
#include <glint/studio/window/detail/live_editing.hpp>

namespace glint::studio {
namespace {

constexpr ImU32 kRed = IM_COL32(255, 110, 100, 255);

float letter_px() { return ImGui::GetFontSize(); }

void underline(const std::string& text, const Excerpt::Mark& mark, ImVec2 at) {
    const float left = at.x + text_width(std::string_view(text).substr(0, mark.first));
    const float right =
        left + std::max(0.5f * letter_px(),
                        text_width(std::string_view(text).substr(mark.first, mark.count)));
    const float y = at.y + 1.05f * letter_px();
    ImGui::GetWindowDrawList()->AddLine(ImVec2(left, y), ImVec2(right, y), kRed, 2.0f);
}

void draw_lines(const Excerpt& excerpt) {
    for (const Excerpt::Line& line : excerpt.lines) {
        const bool is_wrong = line.number == excerpt.line;
        ImGui::TextDisabled("%s", fmt::format("{:>5}", line.number).c_str());
        ImGui::SameLine(3.5f * letter_px());
        const ImVec2 at = ImGui::GetCursorScreenPos();
        if (is_wrong)
            ImGui::TextUnformatted(line.text.c_str());
        else
            ImGui::TextDisabled("%s", line.text.c_str());
        if (is_wrong && excerpt.mark) underline(line.text, *excerpt.mark, at);
    }
}

void draw_excerpt(const Excerpt& excerpt) {
    ImGui::TextUnformatted(excerpt.place.c_str());
    ImGui::SameLine();
    ImGui::PushStyleColor(ImGuiCol_Text, kRed);
    ImGui::PushTextWrapPos(0);
    ImGui::TextUnformatted(excerpt.message.c_str());
    ImGui::PopTextWrapPos();
    ImGui::PopStyleColor();
    draw_lines(excerpt);
}

}  // namespace

// Draws to the right of the panel, which is 24 letter_px wide.
void draw_mistakes(LiveEditing& editing) {
    const auto mistakes = editing.mistakes();
    if (mistakes.empty()) return;
    const ImVec2 picture = ImGui::GetIO().DisplaySize;
    const float left = std::min(26 * letter_px(), 0.4f * picture.x),
                width = picture.x - left - letter_px();
    ImGui::SetNextWindowPos(ImVec2(left, letter_px()));
    ImGui::SetNextWindowSizeConstraints(ImVec2(width, 0), ImVec2(width, 0.7f * picture.y));
    const std::string title =
        fmt::format("{}. The last valid version keeps running###mistakes",
                    mistakes.size() == 1 ? "1 error" : fmt::format("{} errors", mistakes.size()));
    bool is_open = true;
    if (ImGui::Begin(title.c_str(), &is_open,
                     ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoMove |
                         ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoFocusOnAppearing)) {
        for (const Excerpt& mistake : mistakes) {
            if (&mistake != mistakes.data()) ImGui::Separator();
            draw_excerpt(mistake);
        }
    }
    ImGui::End();
    if (!is_open) editing.dismiss();
}

void draw_versions(LiveEditing& editing) {
    const auto all = editing.versions().all();
    if (all.size() < 2) return;
    const std::string title = fmt::format("Versions: {} of {} in use###versions",
                                          editing.versions().current() + 1, all.size());
    if (!ImGui::TreeNode(title.c_str())) return;
    const float rows = static_cast<float>(std::min<std::size_t>(all.size(), 6));
    if (ImGui::BeginListBox("##versions", ImVec2(-1, rows * ImGui::GetTextLineHeightWithSpacing() +
                                                         0.5f * letter_px()))) {
        for (std::size_t i = all.size(); i-- > 0;) {
            const bool is_current = i == editing.versions().current();
            if (ImGui::Selectable(to_string(all[i], i).c_str(), is_current)) editing.restore(i);
        }
        ImGui::EndListBox();
    }
    if (editing.is_compiling()) ImGui::TextDisabled("compiling ...");
    ImGui::TreePop();
}

}  // namespace glint::studio
