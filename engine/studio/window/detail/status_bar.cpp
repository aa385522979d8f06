// SPDX-License-Identifier: MIT
#include <glint/studio/window/detail/status_bar.hpp>

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <imgui.h>

#include <glint/base/text.hpp>
#include <glint/studio/window/detail/controls.hpp>

namespace glint::studio {
namespace {

constexpr ImU32 kStatusText = IM_COL32(235, 238, 242, 255);
constexpr ImU32 kWrong = IM_COL32(255, 115, 102, 255);
constexpr ImU32 kRecordingDot = IM_COL32(255, 48, 48, 255);
constexpr ImU32 kStatusPlate = IM_COL32(8, 10, 14, 190);
constexpr std::chrono::duration<double> kCounted(0.5);
constexpr double kSmoothing = 0.1;
constexpr float kTimeline_em = 14;

// Colors of the passes. Adjacent colors are distinguishable for color-blind users too.
constexpr std::array<ImU32, 6> kPasses{IM_COL32(86, 180, 233, 255), IM_COL32(230, 159, 0, 255),
                                       IM_COL32(0, 158, 115, 255),  IM_COL32(204, 121, 167, 255),
                                       IM_COL32(240, 228, 66, 255), IM_COL32(150, 150, 160, 255)};

ImDrawList& background() { return *ImGui::GetBackgroundDrawList(); }
float font_px() { return ImGui::GetFontSize(); }

/// Returns the first line of the text, because only one line fits into the status bar.
std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

bool is_under_mouse(ImVec2 low, ImVec2 high) {
    const ImVec2 at = ImGui::GetIO().MousePos;
    return !ImGui::GetIO().WantCaptureMouse && at.x >= low.x && at.x < high.x && at.y >= low.y &&
           at.y < high.y;
}

void draw_timeline(const std::vector<PassTime>& times, ImVec2 at) {
    const auto shares = shares_of(times, kTimeline_em * font_px());
    for (std::size_t i = 0; i < times.size(); ++i) {
        const ImVec2 low(at.x + shares[i].first, at.y);
        const ImVec2 high(at.x + shares[i].second, at.y + font_px());
        background().AddRectFilled(low, high, kPasses[i % kPasses.size()]);
        if (is_under_mouse(low, high))
            ImGui::SetTooltip("%s: %.3g ms", times[i].name.c_str(), times[i].ms);
    }
}

}  // namespace

std::vector<std::pair<float, float>> shares_of(const std::vector<PassTime>& times, float width) {
    double sum = 0, before = 0;
    for (const PassTime& time : times) sum += time.ms;
    std::vector<std::pair<float, float>> shares;
    for (const PassTime& time : times) {
        const double scale = sum > 0 ? static_cast<double>(width) / sum : 0;
        shares.emplace_back(static_cast<float>(scale * before),
                            static_cast<float>(scale * (before + time.ms)));
        before += time.ms;
    }
    return shares;
}

void StatusBar::begin_frame(const Simulation& simulation) {
    const Clock::time_point now = Clock::now();
    const std::uint64_t step = simulation.now().number;
    if (frame_began_ != Clock::time_point{}) {
        const double ms = std::chrono::duration<double, std::milli>(now - frame_began_).count();
        frame_ms_ = frame_ms_ > 0 ? frame_ms_ + kSmoothing * (ms - frame_ms_) : ms;
    }
    frame_began_ = now;
    const std::chrono::duration<double> counted = now - counted_since_;
    if (step >= counted_from_ && counted < kCounted) return;
    if (counted_since_ != Clock::time_point{} && step >= counted_from_)
        steps_per_second_ = static_cast<double>(step - counted_from_) / counted.count();
    counted_since_ = now;
    counted_from_ = step;
    memory_ = {};
}

std::string StatusBar::text_of(const Simulation& simulation) const {
    const Step now = simulation.now();
    const std::string& unit = simulation.declaration().dt_unit;
    return fmt::format("step {}   t = {:.4g}{}{}   {:.3g} steps/s   {:.1f} ms   {} of {}",
                       now.number, now.time, unit.empty() ? "" : " ", unit, steps_per_second_,
                       frame_ms_, text::human_bytes(memory_.total - memory_.free),
                       text::human_bytes(memory_.total));
}

void StatusBar::draw(Simulation& simulation, const std::string& wrong,
                     const std::string& recording) {
    if (memory_.total == 0) memory_ = simulation.stream().device().memory();
    const std::string text = text_of(simulation), wrong_line = first_line(wrong);
    const std::vector<PassTime>& times = simulation.pass_times();
    const float apart = 1.2f * font_px(), left = 0.8f * font_px();
    const float top = ImGui::GetIO().DisplaySize.y - 1.7f * font_px();
    float right = left + text_width(text);
    const float timeline = right + apart;
    if (!times.empty()) right = timeline + kTimeline_em * font_px();
    const float dot = right + apart;
    if (!recording.empty()) right = dot + font_px() + text_width(recording);
    const float words = right + apart;
    if (!wrong_line.empty()) right = words + text_width(wrong_line);
    background().AddRectFilled(ImVec2(left - 0.35f * font_px(), top - 0.2f * font_px()),
                               ImVec2(right + 0.35f * font_px(), top + 1.2f * font_px()),
                               kStatusPlate, 0.3f * font_px());
    background().AddText(ImVec2(left, top), kStatusText, text.c_str());
    if (!times.empty()) draw_timeline(times, ImVec2(timeline, top));
    if (!recording.empty()) {
        background().AddCircleFilled(ImVec2(dot + 0.35f * font_px(), top + 0.5f * font_px()),
                                     0.35f * font_px(), kRecordingDot);
        background().AddText(ImVec2(dot + font_px(), top), kStatusText, recording.c_str());
    }
    if (!wrong_line.empty()) background().AddText(ImVec2(words, top), kWrong, wrong_line.c_str());
}

}  // namespace glint::studio
