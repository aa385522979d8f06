// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include <glint/app/frame_clock.hpp>
#include <glint/app/keys.hpp>
#include <glint/studio/keep/history/history.hpp>
#include <glint/studio/views/viewer.hpp>

namespace glint::studio {

/// Where a run has been, in a window: a line along the lower edge of the picture, by which one goes
/// back to each step, from one branch to another, and sees two of them side by side.
class Timeline {
public:
    /// All three have to outlive it. Throws what History does.
    Timeline(Simulation& simulation, Viewer& viewer, app::RunControls& controls,
             const HistoryOptions& options);
    /// Ends what is shown side by side.
    ~Timeline();
    Timeline(const Timeline&) = delete;
    Timeline& operator=(const Timeline&) = delete;

    /// To be called where a frame of so many steps begins: goes where it was asked to, or in the
    /// past, while the window is paused, those steps along the branch. Whether it went anywhere. An
    /// error is logged, and ends the way.
    bool update(unsigned steps);
    /// To be called before the frame's steps are made. False if they are not to be. In the past
    /// they begin another branch.
    bool begin_steps(unsigned steps);
    /// To be called after them, or where there were none.
    void end_steps(unsigned steps);
    /// Whether the simulation is in another branch than at the last call.
    bool take_other_branch() { return std::exchange(is_other_branch_, false); }

    /// Asks for the next frame to be of that step, and pauses.
    void go_to(std::uint64_t step) { go_to(history_.current(), step); }
    void go_to(std::size_t branch, std::uint64_t step);
    void step_by(std::int64_t steps);
    /// The step of the nearest event before or after this one.
    void go_to_event(bool is_later);
    void go_to_end() { go_to(history_.branch().end); }

    /// Shows a branch on the right of the one that the simulation is in, at the same step or its
    /// last; nothing: no more.
    void show_beside(std::optional<std::size_t> branch);
    /// Shows the one that was left last, or no more.
    void toggle_beside();
    std::optional<std::size_t> beside() const;

    /// Draws it with Dear ImGui, over so much of the picture's lower edge.
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
    /// From which step to which the line goes.
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
    std::string beside_;               ///< the branch that `other_` shows
    std::string shown_;                ///< what it shows of it, and beside what
    std::string now_, before_;         ///< the branch of the simulation, and the one before that
    std::optional<std::size_t> held_;  ///< the branch whose line the mouse holds
    std::optional<Range> zoomed_;
    bool has_followed_ = false;  ///< whether this frame's steps were those of the past
    bool is_other_branch_ = false;
    bool is_shown_ = true;
};

/// How an event is told: "speed = 0.3", "drag", "another version of the file".
std::string told(const RunEvent& event);

}  // namespace glint::studio
