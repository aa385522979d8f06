// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include <glint/app/frame_clock.hpp>
#include <glint/app/keys.hpp>
#include <glint/studio/keep/history/detail/history.hpp>
#include <glint/studio/views/viewer.hpp>

namespace glint::studio {

/// The history of a run in a window, drawn as a line along the lower edge of the picture. The user
/// can go back to any step, switch to another branch, and view two branches side by side.
class Timeline {
public:
    /// All arguments must outlive this object. Throws the errors of History.
    Timeline(Simulation& simulation, Viewer& viewer, app::RunControls& controls,
             const HistoryOptions& options);
    /// Ends the side-by-side view.
    ~Timeline();
    Timeline(const Timeline&) = delete;
    Timeline& operator=(const Timeline&) = delete;

    /// Call at the start of a frame that has `steps` steps. Goes to the requested step. Without a
    /// request, if the window is paused in the past, moves `steps` steps along the branch. Returns
    /// true if the simulation moved. Logs errors, which end the move.
    bool update(unsigned steps);
    /// Call before the frame's steps. Returns false if the steps must not run. Steps that run in
    /// the past start another branch.
    bool begin_steps(unsigned steps);
    /// Call after the frame's steps, even if `steps` is 0.
    void end_steps(unsigned steps);
    /// True if the simulation has changed to another branch since the last call.
    bool take_other_branch() { return std::exchange(is_other_branch_, false); }

    /// Requests that the simulation pauses, and goes to this step in the next frame.
    void go_to(std::uint64_t step) { go_to(history_.current(), step); }
    void go_to(std::size_t branch, std::uint64_t step);
    void step_by(std::int64_t steps);
    /// Requests a move to the step of the nearest event: after the current step if `is_later`, and
    /// before it otherwise.
    void go_to_event(bool is_later);
    void go_to_end() { go_to(history_.branch().end); }

    /// Shows another branch to the right of the simulation's branch. The other branch is shown at
    /// the step of the simulation, or at its nearest step. nullopt ends the side-by-side view.
    void show_comparison(std::optional<std::size_t> branch);
    /// Ends the side-by-side view. If it is off, starts it with the previous branch on the right.
    void toggle_comparison();
    std::optional<std::size_t> comparison_branch() const;

    /// Draws the timeline with Dear ImGui. covered_px() is the height that the timeline and the
    /// status bar cover at the picture's lower edge.
    void draw();
    float covered_px() const;
    bool& is_shown() noexcept { return is_shown_; }
    void bind_keys(app::Keys& keys);

    History& history() noexcept { return history_; }

private:
    struct Place {
        std::size_t branch = 0;
        std::uint64_t step = 0;
    };
    /// The range of steps on the line.
    struct Range {
        double low = 0;
        double high = 1;
    };
    struct Track;

    bool travel(const Place& to);
    void show_other();
    void note_branch();
    std::optional<double> given_dt() const;
    std::size_t other_branch() const;

    Range range() const;
    void zoom(const Track& track, float wheel);
    float height_px() const;
    void draw_track();
    void draw_branch(const Track& track, std::size_t index) const;
    void draw_events(const Track& track, const Branch& branch) const;
    void draw_tooltip(const Track& track, std::size_t index, std::uint64_t step) const;
    void draw_buttons();

    Simulation* simulation_;
    Viewer* viewer_;
    app::RunControls* controls_;
    History history_;
    std::optional<Place> wanted_;
    std::unique_ptr<Simulation> other_;
    std::string comparison_;           ///< the branch that `other_` shows
    std::string shown_;                ///< branch and step in `other_`, and the current branch
    std::string now_, before_;         ///< the current and the previous branch of the simulation
    std::optional<std::size_t> held_;  ///< the branch on whose row the mouse drag started
    std::optional<Range> zoomed_;
    bool has_followed_ = false;  ///< true if this frame's steps only move along the branch
    bool is_other_branch_ = false;
    bool is_shown_ = true;
};

/// Describes an event: "speed = 0.3", "drag", "another version of the file".
std::string describe(const RunEvent& event);

}  // namespace glint::studio
