// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include <glint/app/app.hpp>
#include <glint/studio/detail/followed_replay.hpp>
#include <glint/studio/detail/run_guard.hpp>
#include <glint/studio/host.hpp>
#include <glint/studio/keep/recording/detail/bookmark_saving.hpp>
#include <glint/studio/keep/recording/detail/recordings.hpp>
#include <glint/studio/run/detail/pace.hpp>
#include <glint/studio/views/detail/panel_widgets.hpp>
#include <glint/studio/views/detail/simulation_comparison.hpp>
#include <glint/studio/views/viewer.hpp>
#include <glint/studio/window/detail/edit_history.hpp>
#include <glint/studio/window/detail/live_editing.hpp>
#include <glint/studio/window/detail/preset_panel.hpp>
#include <glint/studio/window/detail/timeline.hpp>

namespace glint::studio {

/// Runs a simulation in an App, one frame at a time. Implements run().
class Session {
public:
    /// Fills the App's panel and overlay, and binds keys. `app` and `simulation` must outlive this
    /// object. The App must not make frames after this object is destroyed.
    Session(app::App& app, Simulation& simulation, RunOptions options = {});
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    /// Ends the previous frame and runs the next one: input, steps, and picture. Returns false
    /// after the last frame.
    bool next_frame();
    /// Prints the output that RunOptions requests for the end of the run. Returns the exit status,
    /// see run().
    int finish();
    /// Records in the run record that an exception ended the run with this status.
    void note_failure(int status) noexcept {
        if (run_recorder_) run_recorder_->note_failure(status);
    }

    Simulation& simulation() noexcept { return *simulation_; }
    Viewer& viewer() noexcept { return viewer_; }
    Recordings& recordings() noexcept { return recordings_; }
    CameraTour& tour() noexcept { return tour_; }
    LiveEditing& editing() noexcept { return editing_; }
    EditHistory& edits() noexcept { return edits_; }
    /// Returns null if the run does not have a timeline.
    Timeline* timeline() noexcept { return timeline_ ? &*timeline_ : nullptr; }

private:
    std::vector<app::Fact> facts() const;
    std::vector<ParameterSet*> parameters();
    void fill_panel();
    void draw_window_overlay();
    void draw_picture_overlay();
    void bind_keys();
    void begin_timeline();
    bool edit(const app::Frame& frame);
    void refresh_if(bool is_other);
    unsigned steps_of(const app::Frame& frame) const;
    void advance(const app::Frame& frame);
    void move_camera(const app::Frame& frame);
    void update_recording();

    app::App* app_;
    Simulation* simulation_;
    RunOptions options_;
    app::Panel* panel_;
    Viewer viewer_;
    LiveEditing editing_;
    Pace pace_;
    RunGuard guard_;
    std::optional<RunRecorder> run_recorder_;
    FieldSaving saving_;
    std::optional<FollowedReplay> replay_;
    EditHistory edits_;
    PresetPanel presets_;
    std::optional<SimulationComparison> comparison_;
    std::optional<Timeline> timeline_;
    std::optional<FileFollower> follower_;
    const Code* code_;                ///< the code whose declaration the panel and the panes show
    const ParameterSet* parameters_;  ///< the parameters that the panel shows
    MonitorPlots plots_;
    Recordings recordings_;
    CameraTour tour_;
    BookmarkSaving bookmarks_;
};

}  // namespace glint::studio
