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
#include <glint/studio/run/schedule.hpp>
#include <glint/studio/run/watch.hpp>
#include <glint/studio/window/status_bar.hpp>

namespace glint::studio {

/// Looks after a run: what goes wrong in it, signals, and the exit status that comes of it.
/// A headless run ends because of what is found; a window says it, shows where, and runs on.
class RunGuard {
public:
    RunGuard(app::App& app, Simulation& simulation, Viewer& viewer, const RunOptions& options);

    /// To be called when a frame begins: after another version of the file was adopted if `is_new`.
    void begin(const app::Frame& frame, bool is_new);
    /// To be called when monitors may be others.
    void look_again();
    /// Queues the frame's steps.
    void advance(const app::Frame& frame);
    /// Looks at what they made, once the frame is drawn. What is seen of the past has its row in
    /// the table already.
    void look(const app::Frame& frame, bool is_past);
    /// Ends the run with this frame.
    void end() { app_.end_after(frame_); }
    /// Ends a headless run with this frame, and any run with status 1 unless another one is due.
    void fail();
    /// Does what is left behind the last frame: a last look, the probes, and of a headless run a
    /// line on stderr with its steps and their time. Returns the status.
    int finish();
    /// Write what RunOptions ask for; the result, with this status, when all else is done.
    void leave_picture();
    void leave_result(int status);

    /// What is done between steps; checks come first.
    Schedule& schedule() noexcept { return schedule_; }
    /// The monitors' values at this step; see Simulation::monitors.
    const std::vector<std::optional<double>>& monitors();
    /// Asks for a search for elements that are no numbers, by a button in the panel.
    void draw_widgets();
    /// Draws the line over the lower edge of a window's picture, with `mistake` and `recording` if
    /// they are not empty.
    void draw_status(const std::string& mistake, const std::string& recording);

private:
    void begin_files();
    void add_lost_row();
    unsigned steps_of(const app::Frame& frame) const;
    bool is_all_right();
    void report(const std::optional<Finding>& found);
    void check_numbers();
    void check_when_asked();
    void look_at_probes();
    CaseResult result_with(int status);
    void print_summary();
    void add_times();

    app::App& app_;
    Simulation& simulation_;
    Viewer& viewer_;
    const RunOptions& options_;
    bool is_headless_;
    bool checks_frames_;  ///< searches without being asked
    Watch watch_;
    Schedule schedule_;
    std::optional<MonitorLog> log_;
    Interruption interruption_;
    std::optional<std::vector<std::optional<double>>> monitors_;
    std::optional<std::uint64_t> checked_at_;
    StatusBar status_bar_;
    std::vector<PassTime> sums_;  ///< of the steps that were timed
    unsigned timed_steps_ = 0;
    unsigned frame_ = 0;
    std::optional<std::uint64_t> first_step_;
    bool is_check_wanted_ = false;
    std::string finding_;  ///< what is wrong, until the next reset; empty if nothing is
    int status_ = 0;
    bool has_failed_ = false;
    std::chrono::steady_clock::time_point started_ = std::chrono::steady_clock::now();
};

}  // namespace glint::studio
