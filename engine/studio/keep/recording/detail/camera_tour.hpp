// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <vector>

#include <glint/app/app.hpp>
#include <glint/studio/keep/recording/detail/camera_path.hpp>
#include <glint/studio/views/viewer.hpp>

namespace glint::studio {

/// The numbers of a tour's bookmarks (the first bookmark has number 1), and the time in seconds
/// from each bookmark to the next.
struct CameraTourOptions {
    std::vector<unsigned> bookmarks{};
    double seconds = 4;

    double duration() const { return seconds * (static_cast<double>(bookmarks.size()) - 1); }
};

/// Throws Error(invalid_argument) for fewer than two bookmarks, or if `seconds` is not positive.
/// Throws Error(not_found), with a list of the existing bookmarks, if a bookmark is missing.
void check_tour(const CameraTourOptions& options, const Viewer::Bookmarks& bookmarks);

/// Moves the camera of the active pane from bookmark to bookmark.
class CameraTour {
public:
    /// `viewer` must outlive the tour. `seconds` is the default time from each bookmark to the next
    /// for tours that the button starts. The user can change this time.
    explicit CameraTour(Viewer& viewer, double seconds = CameraTourOptions().seconds)
        : viewer_(viewer), seconds_(static_cast<float>(seconds)) {}

    /// Starts a tour. Throws the errors of check_tour().
    void start(const CameraTourOptions& options);
    /// Skips the next `time` of the tour. The next call of advance() moves the camera.
    void skip(app::Seconds time) { time_ += time; }
    void stop() { options_.bookmarks.clear(); }
    bool is_on() const noexcept { return !options_.bookmarks.empty(); }

    /// Advances the tour by the playback time `time`: moves the camera for the next picture, which
    /// will be drawn into `target`. Ends the tour at the last bookmark.
    void advance(app::Seconds time, const gl::Framebuffer& target);
    /// Advances the tour by the wall-clock time since the last call of either overload.
    void advance(const gl::Framebuffer& target);

    /// Draws the button that starts a tour of all bookmarks, with Dear ImGui.
    void draw_widgets();

private:
    void continue_tour(app::Seconds time, const gl::Framebuffer& target);
    std::vector<PaneChoices> views(glm::dvec2 picture_px) const;

    Viewer& viewer_;
    CameraTourOptions options_;
    app::Seconds time_{};
    std::chrono::steady_clock::time_point last_{};
    float seconds_;  ///< the panel's time from bookmark to bookmark
};

}  // namespace glint::studio
