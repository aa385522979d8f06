// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <vector>

#include <glint/app/app.hpp>
#include <glint/studio/keep/recording/detail/camera_path.hpp>
#include <glint/studio/views/viewer.hpp>

namespace glint::studio {

/// Bookmark numbers, from 1, in the order of the tour, and the time from one to the next.
struct CameraTourOptions {
    std::vector<unsigned> bookmarks{};
    double seconds = 4;

    double duration() const { return seconds * (static_cast<double>(bookmarks.size()) - 1); }
};

/// Throws Error(invalid_argument) for fewer than two bookmarks. Throws Error(not_found) for missing
/// bookmarks, and lists the existing bookmarks.
void check_tour(const CameraTourOptions& options, const Viewer::Bookmarks& bookmarks);

/// Moves the camera of the active pane from bookmark to bookmark.
class CameraTour {
public:
    /// `viewer` must outlive it. Tours started with the button take `seconds` from one bookmark to
    /// the next, until the user changes that.
    explicit CameraTour(Viewer& viewer, double seconds = CameraTourOptions().seconds)
        : viewer_(viewer), seconds_(static_cast<float>(seconds)) {}

    /// Throws the errors of check_tour().
    void start(const CameraTourOptions& options);
    /// Skips ahead by this time.
    void skip(app::Seconds time) { time_ += time; }
    void stop() { options_.bookmarks.clear(); }
    bool is_on() const noexcept { return !options_.bookmarks.empty(); }

    /// Moves the camera for the next picture drawn into `target`, which is `time` of playback time
    /// later. Ends the tour at the last bookmark.
    void advance(app::Seconds time, const gl::Framebuffer& target);
    /// Advances by the wall-clock time since the last call of either overload.
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
    float seconds_;  ///< as set in the panel
};

}  // namespace glint::studio
