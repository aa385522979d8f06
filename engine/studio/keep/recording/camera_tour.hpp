// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <vector>

#include <glint/app/app.hpp>
#include <glint/studio/keep/recording/camera_path.hpp>
#include <glint/studio/views/viewer.hpp>

namespace glint::studio {

/// Numbers of bookmarks, from 1, in their order, and the time from one to the next.
struct CameraTourOptions {
    std::vector<unsigned> bookmarks{};
    double seconds = 4;

    double duration() const { return seconds * (static_cast<double>(bookmarks.size()) - 1); }
};

/// Throws Error(invalid_argument) for less than two bookmarks, and Error(not_found) for those that
/// there are not, with those that there are.
void check_tour(const CameraTourOptions& options, const Viewer::Bookmarks& bookmarks);

/// Moves the camera of the active pane from bookmark to bookmark.
class CameraTour {
public:
    /// `viewer` has to outlive it. The button's path takes so many seconds from one bookmark to the
    /// next until a person sets others.
    explicit CameraTour(Viewer& viewer, double seconds = CameraTourOptions().seconds)
        : viewer_(viewer), seconds_(static_cast<float>(seconds)) {}

    /// Throws as check_tour() does.
    void start(const CameraTourOptions& options);
    /// Goes on as if so much time had passed.
    void skip(app::Seconds time) { time_ += time; }
    void stop() { options_.bookmarks.clear(); }
    bool is_on() const noexcept { return !options_.bookmarks.empty(); }

    /// Shows, in the picture that is drawn into `target` next, what there is after so much more
    /// watched time. Ends at the last bookmark.
    void advance(app::Seconds time, const gl::Framebuffer& target);
    /// The same by the time of day, since the last call of either.
    void advance(const gl::Framebuffer& target);

    /// The button, drawn with Dear ImGui: through all bookmarks.
    void draw_widgets();

private:
    void go_on(app::Seconds time, const gl::Framebuffer& target);
    std::vector<PaneChoices> views(glm::dvec2 picture_px) const;

    Viewer& viewer_;
    CameraTourOptions options_;
    app::Seconds time_{};
    std::chrono::steady_clock::time_point last_{};
    float seconds_;  ///< as the panel has it
};

}  // namespace glint::studio
