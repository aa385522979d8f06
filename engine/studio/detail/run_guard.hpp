// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <glint/base/interruption.hpp>
#include <glint/studio/batch/case_result.hpp>
#include <glint/studio/host.hpp>
#include <glint/studio/run/detail/schedule.hpp>
#include <glint/studio/run/watch.hpp>
#include <glint/studio/window/detail/status_bar.hpp>

namespace glint::studio {

/// Watches a run for errors and signals, and determines its exit status. An error ends a headless
/// run. A window reports the error, shows its location, and continues.
class RunGuard {
public:
    RunGuard(app::App& app, Simulation& simulation, Viewer& viewer, const RunOptions& options);

    /// Call at the start of a frame. `is_new` is true if the simulation has just switched to
    /// another version of its file.
    void begin(const app::Frame& frame, bool is_new);
    /// Call when the set of monitors may have changed.
    void refresh_monitors();
    /// Queues the steps of a frame.
    void advance(const app::Frame& frame);
    /// Call after the frame is drawn. Checks the results of the frame's steps. `is_past` is true if
    /// the frame shows an earlier step, whose row is already in the table of monitors.
    void check(const app::Frame& frame, bool is_past);
    /// Ends the run after this frame.
    void end() { app_.end_after(frame_); }
    /// Makes the exit status 1, unless a problem in the simulation determines the exit status. Ends
    /// a headless run after this frame.
    void fail();
    /// Call after the last frame. Prints the probes. If RunOptions::check_every is not set, a
    /// headless run also searches the last state for NaN and infinity. A headless run prints the
    /// number of steps and the time for them on stderr. Returns the exit status.
    int finish();
    /// Writes the picture that RunOptions requests. Does nothing in a window.
    void write_picture();
    /// Writes the result that RunOptions requests, with this exit status. Call last.
    void write_result(int status);

    /// Actions between steps; checks come first.
    Schedule& schedule() noexcept { return schedule_; }
    /// The monitors' values at the current step; see Simulation::monitors.
    const std::vector<std::optional<double>>& monitors();
    /// Draws a panel button that starts a search for NaN and infinity.
    void draw_widgets();
    /// Draws the status line over the lower edge of a window's picture, with `mistake` and
    /// `recording` unless they are empty.
    void draw_status(const std::string& mistake, const std::string& recording);

private:
    void begin_files();
    void add_lost_row();
    unsigned steps_of(const app::Frame& frame) const;
    bool passes_checks();
    void report(const std::optional<Finding>& found);
    void check_numbers();
    void check_when_asked();
    void update_probes();
    CaseResult result_with(int status);
    void print_summary();
    void add_times();

    app::App& app_;
    Simulation& simulation_;
    Viewer& viewer_;
    const RunOptions& options_;
    bool is_headless_;
    bool checks_frames_;  ///< true: a headless run without RunOptions::check_every
    Watch watch_;
    Schedule schedule_;
    std::optional<MonitorLog> log_;
    Interruption interruption_;
    std::optional<std::vector<std::optional<double>>> monitors_;
    std::optional<std::uint64_t> checked_at_;
    StatusBar status_bar_;
    std::vector<PassTime> sums_;  ///< sums over the timed steps
    unsigned timed_steps_ = 0;
    unsigned frame_ = 0;
    std::optional<std::uint64_t> first_step_;
    bool is_check_wanted_ = false;
    std::string finding_;  ///< the current error, until the next reset; empty: no error
    int status_ = 0;
    bool has_failed_ = false;
    std::chrono::steady_clock::time_point started_ = std::chrono::steady_clock::now();
};

}  // namespace glint::studio
