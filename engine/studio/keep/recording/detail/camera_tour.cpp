// SPDX-License-Identifier: MIT
#include <glint/studio/keep/recording/detail/camera_tour.hpp>

#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <imgui.h>

#include <glint/base/error.hpp>

namespace glint::studio {
namespace {

std::vector<unsigned> numbers_of_bookmarks(const Viewer::Bookmarks& bookmarks) {
    std::vector<unsigned> numbers;
    for (unsigned i = 0; i < bookmarks.size(); ++i)
        if (bookmarks[i]) numbers.push_back(i + 1);
    return numbers;
}

}  // namespace

void check_tour(const CameraTourOptions& options, const Viewer::Bookmarks& bookmarks) {
    constexpr const char* kOperation = "create a camera path";
    if (options.bookmarks.size() < 2 || !(options.seconds > 0))
        throw Error(ErrorCode::invalid_argument, kOperation,
                    "a camera path needs at least two bookmarks and a positive duration");
    const std::vector<unsigned> known = numbers_of_bookmarks(bookmarks);
    for (const unsigned number : options.bookmarks) {
        if (number >= 1 && number <= bookmarks.size() && bookmarks[number - 1]) continue;
        throw Error(
            ErrorCode::not_found, kOperation,
            fmt::format("bookmark {} not found. The saved bookmarks are: {}. To save a bookmark, "
                        "press Ctrl and a digit in the window",
                        number,
                        known.empty() ? "none" : fmt::format("{}", fmt::join(known, ", "))));
    }
}

void CameraTour::start(const CameraTourOptions& options) {
    check_tour(options, viewer_.bookmarks());
    options_ = options;
    time_ = {};
    last_ = std::chrono::steady_clock::now();
}

// Returns the views of the tour for a picture of this size. Sets each view in the pane, because the
// pane determines whether the view is a plane, and which camera shows the whole plane.
std::vector<PaneChoices> CameraTour::views(glm::dvec2 picture_px) const {
    std::vector<PaneChoices> views;
    Pane& pane = viewer_.active();
    for (const unsigned number : options_.bookmarks) {
        PaneChoices& view =
            views.emplace_back(viewer_.bookmarks()[number - 1]->for_picture(picture_px));
        pane.set_choices(view);
        if (pane.has_plane()) view.plane = pane.plane_camera(picture_px);
    }
    return views;
}

void CameraTour::advance(app::Seconds time, const gl::Framebuffer& target) {
    last_ = std::chrono::steady_clock::now();
    continue_tour(time, target);
}

void CameraTour::continue_tour(app::Seconds time, const gl::Framebuffer& target) {
    if (!is_on()) return;
    time_ += time;
    const CameraPath path(views(viewer_.active_px(target)), app::Seconds(options_.seconds));
    viewer_.set_choices(path.at(time_));
    if (time_ < path.duration()) return;
    viewer_.set_choices(
        viewer_.bookmarks()[options_.bookmarks.back() - 1]->for_picture(viewer_.active_px(target)));
    stop();
}

void CameraTour::advance(const gl::Framebuffer& target) {
    const auto now = std::chrono::steady_clock::now();
    continue_tour(now - std::exchange(last_, now), target);
}

void CameraTour::draw_widgets() {
    const std::vector<unsigned> known = numbers_of_bookmarks(viewer_.bookmarks());
    ImGui::BeginDisabled(known.size() < 2);
    if (ImGui::Button(is_on() ? "Stop###tour" : "Play path###tour")) {
        if (is_on())
            stop();
        else
            start({.bookmarks = known, .seconds = static_cast<double>(seconds_)});
    }
    ImGui::EndDisabled();
    if (ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled))
        ImGui::SetTooltip(known.size() < 2 ? "save at least two bookmarks first"
                                           : "move the camera from bookmark to bookmark");
    ImGui::SameLine();
    ImGui::SetNextItemWidth(5 * ImGui::GetFontSize());
    ImGui::DragFloat("seconds per move", &seconds_, 0.05f, 0.1f, 600.0f, "%.1f",
                     ImGuiSliderFlags_AlwaysClamp);
}

}  // namespace glint::studio
