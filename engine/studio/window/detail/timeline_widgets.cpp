// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>
#include <imgui.h>

#include <glint/base/text.hpp>
#include <glint/studio/window/detail/timeline.hpp>

namespace glint::studio {
namespace {

constexpr ImU32 kFuture = IM_COL32(150, 158, 170, 70);
constexpr ImU32 kOtherBranch = IM_COL32(150, 158, 170, 130);
constexpr ImU32 kPassed = IM_COL32(90, 160, 240, 190);
constexpr ImU32 kComparisonLine = IM_COL32(240, 190, 90, 210);
constexpr ImU32 kHead = IM_COL32(245, 247, 250, 255);
constexpr ImU32 kTrackText = IM_COL32(235, 238, 242, 255);
constexpr ImU32 kDimTrackText = IM_COL32(235, 238, 242, 150);
constexpr ImU32 kSnapshot = IM_COL32(235, 238, 242, 90);

// Colors of edits, drags, resets, and versions, distinguishable for color-blind users too.
constexpr std::array<ImU32, 4> kEvents{IM_COL32(240, 228, 66, 255), IM_COL32(230, 159, 0, 255),
                                       IM_COL32(204, 121, 167, 255), IM_COL32(0, 158, 115, 255)};

float track_em() { return ImGui::GetFontSize(); }

constexpr float kRow_em = 1.3f;    // row height of the current branch
constexpr float kOther_em = 1.0f;  // row height of each other branch
constexpr float kPadding_em = 0.3f;
constexpr float kAbove_em = 2.1f;  // space for the status bar below
constexpr float kNear_px = 4;      // maximum distance between the mouse and an event

}  // namespace

/// Screen layout of the branches: the current branch is the lowest row, and all others are above
/// it.
struct Timeline::Track {
    ImVec2 low, high;
    Range range;
    std::size_t branches = 1, current = 0;

    // Leaves space for half of the playhead beyond the ends.
    float left() const { return low.x + 0.4f * track_em(); }
    float right() const { return high.x - 0.4f * track_em(); }
    float x(double step) const {
        const double part = (step - range.low) / (range.high - range.low);
        return left() + static_cast<float>(std::clamp(part, -1.0, 2.0)) * (right() - left());
    }
    double step(float at) const {
        const double part = static_cast<double>((at - left()) / std::max(right() - left(), 1.0f));
        return range.low + part * (range.high - range.low);
    }
    /// Returns the top and the bottom of a branch's row.
    std::pair<float, float> row(std::size_t branch) const {
        if (branch == current) return {high.y - kRow_em * track_em(), high.y};
        const std::size_t above = branch < current ? branch : branch - 1;
        const float top = low.y + static_cast<float>(above) * kOther_em * track_em();
        return {top, top + kOther_em * track_em()};
    }
    std::size_t branch_at(float y) const {
        for (std::size_t i = 0; i < branches; ++i)
            if (i != current && y >= row(i).first && y < row(i).second) return i;
        return current;
    }
};

Timeline::Range Timeline::range() const {
    std::uint64_t low = ~std::uint64_t{0}, high = 0;
    for (const Branch& branch : history_.branches()) {
        low = std::min(low, branch.begin);
        high = std::max(high, branch.end);
    }
    const Range all{static_cast<double>(low), static_cast<double>(std::max(high, low + 1))};
    if (!zoomed_) return all;
    const double beyond = static_cast<double>(simulation_->now().number) - zoomed_->high;
    const double shift = beyond > 0 ? beyond : 0;
    return {zoomed_->low + shift, zoomed_->high + shift};
}

void Timeline::zoom(const Track& track, float wheel) {
    const double at = track.step(ImGui::GetIO().MousePos.x);
    const double factor = std::pow(0.8, static_cast<double>(wheel));
    Range near{at + factor * (track.range.low - at), at + factor * (track.range.high - at)};
    zoomed_.reset();
    const Range all = range();
    if (near.high - near.low >= all.high - all.low) return;
    const double width = std::max(near.high - near.low, std::min(20.0, all.high - all.low));
    near.low = std::clamp(near.low, all.low, all.high - width);
    zoomed_ = {near.low, near.low + width};
}

float Timeline::height_px() const {
    const float others = static_cast<float>(history_.branches().size()) - 1;
    return (kRow_em + others * kOther_em + 2 * kPadding_em) * track_em();
}

float Timeline::covered_px() const { return is_shown_ ? height_px() + kAbove_em * track_em() : 0; }

void Timeline::draw() {
    if (!is_shown_) return;
    const ImVec2 padding(0.5f * track_em(), kPadding_em * track_em());
    const float whole = height_px();
    const ImVec2 picture = ImGui::GetIO().DisplaySize;
    ImGui::SetNextWindowPos(ImVec2(0.45f * track_em(), picture.y - kAbove_em * track_em() - whole));
    ImGui::SetNextWindowSize(ImVec2(picture.x - 0.9f * track_em(), whole));
    ImGui::SetNextWindowBgAlpha(0.88f);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, padding);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0.0f);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, ImVec2(1, 1));
    constexpr ImGuiWindowFlags kFlags =
        ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
        ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoBringToFrontOnFocus;
    if (ImGui::Begin("###timeline", nullptr, kFlags)) {
        draw_track();
        draw_buttons();
    }
    ImGui::End();
    ImGui::PopStyleVar(3);
}

void Timeline::draw_track() {
    const std::vector<Branch>& branches = history_.branches();
    const bool has_names = branches.size() > 1;
    const float names = has_names ? 5 * track_em() : 0;
    const float buttons = (has_names ? 12.5f : 4.5f) * track_em();
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const ImVec2 room = ImGui::GetContentRegionAvail();
    ImGui::SetCursorScreenPos(ImVec2(corner.x + names, corner.y));
    const float width = std::max(room.x - names - buttons, 4 * track_em());
    ImGui::InvisibleButton("##track", ImVec2(width, room.y));
    const Track track{.low = ImVec2(corner.x + names, corner.y),
                      .high = ImVec2(corner.x + names + width, corner.y + room.y),
                      .range = range(),
                      .branches = branches.size(),
                      .current = history_.current()};
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float line = ImGui::GetTextLineHeight();
    for (std::size_t i = 0; i < branches.size(); ++i) {
        const auto [top, bottom] = track.row(i);
        if (has_names)
            list.AddText(ImVec2(corner.x, 0.5f * (top + bottom - line)),
                         i == track.current ? kTrackText : kDimTrackText, branches[i].name.c_str());
        list.PushClipRect(track.low, track.high, true);
        draw_branch(track, i);
        list.PopClipRect();
    }

    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const bool is_hovered = ImGui::IsItemHovered();
    if (ImGui::IsItemActivated()) held_ = track.branch_at(mouse.y);
    if (!ImGui::IsItemActive()) held_.reset();
    if (held_ && *held_ >= branches.size()) held_.reset();
    if (!is_hovered && !held_) return;
    if (is_hovered && ImGui::GetIO().MouseWheel != 0) zoom(track, ImGui::GetIO().MouseWheel);
    const std::size_t index = held_.value_or(track.branch_at(mouse.y));
    const auto step = static_cast<std::uint64_t>(
        std::clamp(std::round(track.step(mouse.x)), static_cast<double>(branches[index].begin),
                   static_cast<double>(branches[index].end)));
    draw_tooltip(track, index, step);
    if (!held_) return;
    if (ImGui::GetIO().KeyShift) {
        if (ImGui::IsItemActivated()) show_comparison(index);
    } else if (index != history_.current() || step != simulation_->now().number) {
        go_to(index, step);
        // In the next frame, the row of this branch is at the bottom. The drag continues even
        // though the mouse is no longer on that row.
    }
}

void Timeline::draw_branch(const Track& track, std::size_t index) const {
    const Branch& branch = history_.branches()[index];
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const bool is_here = index == track.current;
    const auto [top, bottom] = track.row(index);
    const float middle = 0.5f * (top + bottom), half = (is_here ? 0.16f : 0.1f) * track_em();
    const std::uint64_t from = is_here || !branch.from ? branch.begin : branch.left_at;
    const auto bar = [&](double begin, double end, ImU32 color) {
        list.AddRectFilled(ImVec2(track.x(begin), middle - half),
                           ImVec2(std::max(track.x(end), track.x(begin) + 1), middle + half), color,
                           half);
    };
    const auto begin = static_cast<double>(from), end = static_cast<double>(branch.end);
    const auto now = static_cast<double>(simulation_->now().number);
    bar(begin, end,
        is_here                        ? kFuture
        : index == comparison_branch() ? kComparisonLine
                                       : kOtherBranch);
    if (is_here) {
        bar(begin, now, kPassed);
        for (const auto& state : branch.kept) {
            const float x = track.x(static_cast<double>(state->step()));
            list.AddLine(ImVec2(x, bottom - 0.22f * track_em()),
                         ImVec2(x, bottom - 0.05f * track_em()), kSnapshot);
        }
    }
    for (std::size_t i = 0; branch.from && i < track.branches; ++i) {
        if (history_.branches()[i].name != *branch.from) continue;
        const auto [other_top, other_bottom] = track.row(i);
        const float x = track.x(static_cast<double>(branch.left_at));
        list.AddLine(ImVec2(x, middle), ImVec2(x, 0.5f * (other_top + other_bottom)), kOtherBranch,
                     1.5f);
    }
    draw_events(track, branch);
    if (!is_here) return;
    const float x = track.x(now);
    list.AddRectFilled(ImVec2(x - 1, top), ImVec2(x + 1, bottom), kHead);
    list.AddTriangleFilled(ImVec2(x - 0.3f * track_em(), top), ImVec2(x + 0.3f * track_em(), top),
                           ImVec2(x, top + 0.35f * track_em()), kHead);
}

// Draws the events of a branch, with at most one tick per kind and pixel. If a branch other than
// the current branch has forked, draws only its events after the fork.
void Timeline::draw_events(const Track& track, const Branch& branch) const {
    const bool is_here = &branch == &history_.branch();
    const auto [top, bottom] =
        track.row(static_cast<std::size_t>(&branch - history_.branches().data()));
    ImDrawList& list = *ImGui::GetWindowDrawList();
    std::array<float, kEvents.size()> last;
    last.fill(-1e9f);
    for (std::size_t i = branch.first_event; i < branch.events.size(); ++i) {
        const RunEvent& event = branch.events[i];
        if (!is_here && branch.from && event.step < branch.left_at) continue;
        const std::size_t kind = event.what.index();
        const float x = std::round(track.x(static_cast<double>(event.step)));
        if (x < last[kind] + 2) continue;
        last[kind] = x;
        const float inset = (is_here ? 0.28f : 0.15f) * track_em();
        list.AddRectFilled(ImVec2(x - 1, top + inset), ImVec2(x + 1, bottom - inset),
                           kEvents[kind]);
    }
}

void Timeline::draw_tooltip(const Track& track, std::size_t index, std::uint64_t step) const {
    const Branch& branch = history_.branches()[index];
    std::string text = branch.name == now_ ? fmt::format("step {}", step)
                                           : fmt::format("{}   step {}", branch.name, step);
    std::size_t found = 0;
    const float mouse = ImGui::GetIO().MousePos.x;
    for (std::size_t i = branch.first_event; i < branch.events.size(); ++i) {
        const RunEvent& event = branch.events[i];
        if (std::abs(track.x(static_cast<double>(event.step)) - mouse) > kNear_px) continue;
        if (++found <= 4) text += fmt::format("\n{}: {}", event.step, describe(event));
    }
    if (found > 4) text += fmt::format("\nand {} more", found - 4);
    ImGui::SetTooltip("%s", text.c_str());
}

void Timeline::draw_buttons() {
    const bool has_others = history_.branches().size() > 1;
    const float line = ImGui::GetTextLineHeight();
    const float right = ImGui::GetWindowPos().x + ImGui::GetWindowWidth() - 0.5f * track_em();
    const float bottom = ImGui::GetWindowPos().y + ImGui::GetWindowHeight() -
                         kPadding_em * track_em() - 0.5f * kRow_em * track_em();
    const auto place = [&](float left_em) {
        ImGui::SetCursorScreenPos(ImVec2(right - left_em * track_em(), bottom - 0.5f * line));
    };
    place(has_others ? 12 : 4);
    ImGui::BeginDisabled(!history_.is_in_past());
    if (ImGui::SmallButton("To end")) go_to_end();
    ImGui::EndDisabled();
    if (ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) {
        const std::string tooltip = fmt::format(
            "{} in {} of memory, one every {} steps",
            text::counted(history_.snapshot_count(), "snapshot"),
            text::human_bytes(history_.device_bytes() + history_.host_bytes()), history_.spacing());
        ImGui::SetTooltip("%s", tooltip.c_str());
    }
    if (!has_others) return;
    place(7.5f);
    if (ImGui::SmallButton(other_ ? "One view###beside" : "Side by side###beside"))
        toggle_comparison();
}

}  // namespace glint::studio
