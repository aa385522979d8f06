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

/// Options of run(). The options of the app and of the simulation are separate (AppOptions and
/// SimulationOptions).
struct RunOptions {
    std::vector<std::string> probes{};                ///< printed at the end; see parse_probe()
    std::optional<std::filesystem::path> monitors{};  ///< CSV file to write, with one row per frame
    std::vector<Limit> limits{};                      ///< a violated limit ends a headless run
    /// Number of steps between searches for NaN and infinity; 0 turns the searches off. A NaN or
    /// infinity ends a headless run. With nullopt, a headless run searches after its last frame,
    /// and after each frame that writes an image or reads the monitors. A window with nullopt
    /// searches only on request.
    std::optional<std::uint64_t> check_every{};
    /// Makes a headless run print the average time of each pass on stderr at the end.
    bool times = false;
    std::vector<std::string> views{};  ///< view names, one per pane, at most 4; see find_view()
    /// A second simulation that runs at the same time, for comparison. With a second simulation,
    /// only one view is possible.
    Simulation* comparison = nullptr;
    /// Headless: the step at which the run ends, even in the middle of a frame. The step must be
    /// less than the number of steps in all frames of the app.
    std::optional<std::uint64_t> stop_at{};
    /// Headless: PNG file to write at the end, with the views but without the text overlay. Does
    /// not need OpenGL.
    std::optional<std::filesystem::path> picture{};
    /// Headless: file for the result of the run, see write_case_result(). Not written if the run
    /// was interrupted.
    std::optional<std::filesystem::path> result{};
    /// Value for CaseResult::code. If empty, content_hash() of the simulation's text is used.
    std::string code{};
    /// Headless: receives the result, the probes, and the names of the files written. If set, the
    /// probes and the names are not printed on stdout.
    RunReport* report = nullptr;
    /// Start of the run. CaseResult::seconds is measured from this time.
    std::chrono::steady_clock::time_point started = std::chrono::steady_clock::now();
    /// If set, replays a recorded run with its events. At the end, a window pauses. If the user
    /// changes something in the window, the replay ends, and the run continues without the recorded
    /// events.
    std::optional<ReplayPlan> replay{};
    RunRecordRequest keep{};  ///< how to record the run so that it can be resumed
    SaveRequest save{};       ///< which fields to save in the folder AppOptions::out
    /// Memory for going back in time in a window, in bytes. A GPU uses this much device memory, and
    /// the same amount of host memory. 0 turns going back off; nullopt: default_history_bytes().
    /// Ignored if `comparison` is set.
    std::optional<std::size_t> history_bytes{};
    std::optional<RecordingOptions> record{};  ///< if set, records all frames
    unsigned fps = RecordingOptions().fps;     ///< frame rate of recordings that the user starts
    /// Options of the camera tour. If they contain bookmarks, a tour starts at the first frame.
    /// Tours that the user starts in the window also use `tour.seconds`.
    CameraTourOptions tour{};
    /// If set, the window starts paused. It follows all changes of these files.
    std::optional<FollowedFiles> follow{};
};

/// Returns a message if a lost device or a lost OpenGL context caused the error, and nullopt
/// otherwise. After such a loss, the exit status of the program is kDeviceLost.
std::optional<std::string> loss_message(const std::exception& error, const Device& device,
                                        const std::optional<gl::Context>& context);
[[deprecated("use loss_message")]] inline std::optional<std::string> loss_behind(
    const std::exception& error, const Device& device, const std::optional<gl::Context>& context) {
    return loss_message(error, device, context);
}

/// Runs `simulation` in `app` until the app's last frame: advances and draws the simulation, and
/// shows its parameters and monitors in the panel. Returns the exit status: 0 on success,
/// kWentWrong after a problem in the simulation, kInterrupted after a signal, and 1 if a recording
/// failed or if a window could not save fields. Reports a problem or a signal on stderr, with the
/// step number. Throws Error(device_lost) if the OpenGL context is lost. Before the first step,
/// also throws the errors of check_showing().
///
/// After the first SIGINT or SIGTERM, the run completes the current frame and one more frame, and
/// prints the probes as usual. A second signal ends the process immediately.
int run(app::App& app, Simulation& simulation, const RunOptions& options = {});

}  // namespace glint::studio
