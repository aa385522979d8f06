// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <exception>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <glint/app/app.hpp>
#include <glint/studio/keep/detail/run_recorder.hpp>
#include <glint/studio/keep/files/field_saving.hpp>
#include <glint/studio/keep/recording/detail/camera_tour.hpp>
#include <glint/studio/keep/recording/recording_options.hpp>
#include <glint/studio/keep/replay.hpp>
#include <glint/studio/run/exit_status.hpp>
#include <glint/studio/run/monitor_log.hpp>
#include <glint/studio/run/probe.hpp>
#include <glint/studio/views/viewer.hpp>
#include <glint/studio/window/followed_files.hpp>

namespace glint::studio {

struct RunReport;

/// Options of a run, other than those of the app and the simulation.
struct RunOptions {
    std::vector<std::string> probes{};                ///< for parse_probe(); printed at the end
    std::optional<std::filesystem::path> monitors{};  ///< a CSV table with one row per frame
    std::vector<Limit> limits{};                      ///< violating one ends a headless run
    /// Number of steps between searches for NaN and infinity; finding one ends a headless run. 0:
    /// never. nullopt: a headless run searches at the end of its last frame, and of each frame that
    /// writes an image or reads the monitors. A window searches on request.
    std::optional<std::uint64_t> check_every{};
    /// Makes a headless run print the average time of each pass on stderr at the end.
    bool times = false;
    std::vector<std::string> views{};  ///< names for find_view(), one per pane; 4 at most
    /// A second simulation that runs at the same time, for comparison. Only one view is then
    /// possible.
    Simulation* comparison = nullptr;
    /// Headless: the step at which the run ends, even in the middle of a frame. It must come before
    /// the app's last frame ends.
    std::optional<std::uint64_t> stop_at{};
    /// Headless: file for a PNG of the last view, without text over it. Needs no OpenGL.
    std::optional<std::filesystem::path> picture{};
    /// Headless: a file for the run's result, see write_case_result(). Not written if the run was
    /// interrupted.
    std::optional<std::filesystem::path> result{};
    /// CaseResult::code; empty: content_hash() of the simulation's text.
    std::string code{};
    /// Headless: receives the result, the probes, and the files written. They are then not printed
    /// on stdout.
    RunReport* report = nullptr;
    /// When the run started; the result's seconds count from here.
    std::chrono::steady_clock::time_point started = std::chrono::steady_clock::now();
    /// Replays a recorded run with its events; a window pauses at the end. If the user changes
    /// something in the window, the replay ends, and the run continues on its own.
    std::optional<ReplayPlan> replay{};
    RunRecordRequest keep{};  ///< how to record the run so that it can be resumed
    SaveRequest save{};       ///< which fields to save, into AppOptions::out
    /// Memory for going back in time in a window: this much on the device, and on GPUs also this
    /// much on the host. 0: none. nullopt: default_history_bytes(). Not used with `comparison`.
    std::optional<std::size_t> history_bytes{};
    std::optional<RecordingOptions> record{};  ///< records from the first frame to the last
    unsigned fps = RecordingOptions().fps;     ///< for recordings started in the window
    /// A tour that starts at the first frame, if it has bookmarks. The window's tour button uses
    /// its `seconds` too.
    CameraTourOptions tour{};
    /// The window starts paused, and shows the current contents of these inputs.
    std::optional<FollowedFiles> follow{};
};

/// Returns a message if the error was caused by a lost device or OpenGL context; the exit status is
/// then kDeviceLost. Returns nullopt for other errors.
std::optional<std::string> loss_message(const std::exception& error, const Device& device,
                                        const std::optional<gl::Context>& context);
[[deprecated("use loss_message")]] inline std::optional<std::string> loss_behind(
    const std::exception& error, const Device& device, const std::optional<gl::Context>& context) {
    return loss_message(error, device, context);
}

/// Runs `simulation` in `app` until its end: steps it, draws it, and puts its parameters and
/// monitors into the panel. Returns the exit status: 0; kWentWrong or kInterrupted, after reporting
/// on stderr what happened and at which step; or 1 for a window that could not save fields. Throws
/// Error(device_lost) if the OpenGL context is lost, and, before the first step, the errors of
/// check_showing().
///
/// After the first SIGINT or SIGTERM, the current frame and one more complete, and the probes are
/// printed as usual. The second signal ends the process.
int run(app::App& app, Simulation& simulation, const RunOptions& options = {});

}  // namespace glint::studio
