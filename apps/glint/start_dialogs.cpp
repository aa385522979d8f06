// SPDX-License-Identifier: MIT
#include <apps/glint/start_dialogs.hpp>

#include <algorithm>
#include <utility>

#include <imgui.h>

#include <apps/glint/commands.hpp>
#include <apps/glint/failure_text.hpp>
#include <glint/base/error.hpp>
#include <glint/base/text.hpp>

namespace glint::apps {
namespace {

constexpr const char* kNew = "New simulation";
constexpr const char* kOpen = "Open file";
constexpr ImU32 kRefusal = IM_COL32(255, 132, 120, 255);

bool is_pressed(ImGuiKey key) { return ImGui::IsKeyPressed(ImGui::GetKeyIndex(key), false); }

/// Draws a text field. Returns true if the user pressed Enter in the field.
bool draw_field(const char* label, const char* hint, std::array<char, 1024>& text,
                bool takes_focus) {
    if (takes_focus) ImGui::SetKeyboardFocusHere();
    ImGui::SetNextItemWidth(-FLT_MIN);
    return ImGui::InputTextWithHint(label, hint, text.data(), text.size(),
                                    ImGuiInputTextFlags_EnterReturnsTrue);
}

}  // namespace

void StartDialogs::show(Dialog dialog) {
    if (is_open()) return;
    shown_ = dialog;
    opens_ = takes_focus_ = true;
    text_ = {};
    error_.clear();
}

bool StartDialogs::draw_new_fields() {
    ImGui::TextUnformatted("Name");
    const bool is_entered = draw_field("##name", "pond", text_, std::exchange(takes_focus_, false));
    ImGui::Spacing();
    if (ImGui::RadioButton("Grid: fields of cells", !is_points_)) is_points_ = false;
    if (ImGui::RadioButton("Points: a list of particles", is_points_)) is_points_ = true;
    ImGui::Spacing();
    const std::string name = text();
    const bool has_extension = name.ends_with(".cu");
    ImGui::TextDisabled("Writes %s%s into this folder.", name.empty() ? "NAME" : name.c_str(),
                        has_extension ? "" : ".cu");
    return is_entered;
}

bool StartDialogs::draw_file_fields() {
    ImGui::TextUnformatted("Path");
    const bool is_entered = draw_field("##path", "pond.cu, scan.nrrd, wing.stl ...", text_,
                                       std::exchange(takes_focus_, false));
    ImGui::PushTextWrapPos();
    ImGui::TextDisabled(
        "A simulation (.cu), an array (.npy), an image (.png), a volume (.vti, .mhd, .nrrd), "
        "a mesh (.stl, .obj, .ply) or points (.ply, .csv)");
    ImGui::PopTextWrapPos();
    if (!files_.empty()) draw_files();
    return is_entered;
}

void StartDialogs::draw_files() {
    ImGui::Spacing();
    ImGui::TextUnformatted("Simulations in this folder");
    const float rows = std::min(static_cast<float>(files_.size()), 8.0f);
    const float height = rows * ImGui::GetTextLineHeightWithSpacing() + ImGui::GetFontSize();
    if (ImGui::BeginChild("##files", ImVec2(0, height), true, ImGuiWindowFlags_NavFlattened))
        for (const std::filesystem::path& file : files_) {
            const std::string name = file.string();
            ImGui::Selectable(name.c_str(), name == text());
            if (!ImGui::IsItemFocused() || name.size() >= text_.size()) continue;
            text_ = {};
            std::ranges::copy(name, text_.begin());
        }
    ImGui::EndChild();
}

std::optional<StartChoice> StartDialogs::accept() try {
    if (shown_ == Dialog::open_file) return choice_for_file(text());
    const std::string name(text::trim(text()));
    if (name.empty())
        throw Error(ErrorCode::invalid_argument, "write a simulation",
                    "the name is empty. Enter a name");
    return StartChoice{.action = StartChoice::Action::run,
                       .what = write_starter(name, is_points_ ? "points" : "grid").string()};
} catch (const std::exception& error) {
    error_ = failure_text(error);
    takes_focus_ = true;
    return std::nullopt;
}

std::optional<StartChoice> StartDialogs::draw() {
    ImGuiIO& io = ImGui::GetIO();
    if (!is_open()) {
        io.ConfigFlags &= ~ImGuiConfigFlags_NavEnableKeyboard;  // here, the page moves the focus
        return std::nullopt;
    }
    io.ConfigFlags |= ImGuiConfigFlags_NavEnableKeyboard;
    const bool is_new = shown_ == Dialog::new_simulation;
    const char* const title = is_new ? kNew : kOpen;
    if (opens_) ImGui::OpenPopup(title);
    opens_ = false;
    const float em = ImGui::GetFontSize();
    ImGui::SetNextWindowPos(ImGui::GetMainViewport()->GetCenter(), ImGuiCond_Always,
                            ImVec2(0.5f, 0.5f));
    ImGui::SetNextWindowSize(ImVec2(32 * em, 0));
    ImGui::PushStyleColor(ImGuiCol_PopupBg, IM_COL32(28, 32, 39, 255));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(1.2f * em, em));
    const bool is_shown =
        ImGui::BeginPopupModal(title, nullptr, ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove);
    ImGui::PopStyleVar();
    ImGui::PopStyleColor();
    if (!is_shown) {
        shown_ = Dialog::none;
        return std::nullopt;
    }
    bool accepts = is_new ? draw_new_fields() : draw_file_fields();
    if (!error_.empty()) {
        ImGui::Spacing();
        ImGui::PushStyleColor(ImGuiCol_Text, kRefusal);
        ImGui::TextWrapped("%s", error_.c_str());
        ImGui::PopStyleColor();
    }
    ImGui::Spacing();
    ImGui::Spacing();
    const ImVec2 size(7 * em, 0);
    accepts |= ImGui::Button(is_new ? "Create" : "Open", size);
    ImGui::SameLine();
    const bool cancels = ImGui::Button("Cancel", size) || is_pressed(ImGuiKey_Escape);
    // Enter outside the text field confirms the dialog, or cancels if "Cancel" has the focus.
    const bool is_cancel_focused = ImGui::IsItemFocused();
    const bool is_entered = !ImGui::IsAnyItemActive() && !ImGui::IsWindowAppearing() &&
                            is_pressed(ImGuiKey_Enter) && !accepts;
    const auto choice = accepts || (is_entered && !is_cancel_focused) ? accept() : std::nullopt;
    if (choice || cancels || (is_entered && is_cancel_focused)) {
        shown_ = Dialog::none;
        ImGui::CloseCurrentPopup();
    }
    ImGui::EndPopup();
    return choice;
}

}  // namespace glint::apps
