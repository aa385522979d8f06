// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <exception>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <glint/app/app.hpp>
#include <glint/studio/keep/files/field_saving.hpp>
#include <glint/studio/keep/keeping.hpp>
#include <glint/studio/keep/recording/camera_tour.hpp>
#include <glint/studio/keep/recording/recording_options.hpp>
#include <glint/studio/keep/replay.hpp>
#include <glint/studio/run/exit_status.hpp>
#include <glint/studio/run/monitor_log.hpp>
#include <glint/studio/run/probe.hpp>
#include <glint/studio/views/viewer.hpp>
#include <glint/studio/window/followed_files.hpp>

namespace glint::studio {

struct RunReport;

/// What a run looks at besides its picture.
struct RunOptions {
    std::vector<std::string> probes{};                ///< parse_probe()'s, printed at the end
    std::optional<std::filesystem::path> monitors{};  ///< a table, with a row for each frame
    std::vector<Limit> limits{};                      ///< a headless run that leaves one ends
    /// Steps from one search for elements that are no numbers to the next, which ends a headless
    /// run that finds one; 0: none. Nothing: a headless run searches at the end of each frame that
    /// has an image or whose monitors are looked at, and of its last; a window does when it is
    /// asked.
    std::optional<std::uint64_t> check_every{};
    /// Whether a headless run says at its end, on stderr, how long each pass took on average.
    bool times = false;
    std::vector<std::string> views{};  ///< find_view()'s, each in a pane; 4 at most
    Simulation* beside = nullptr;      ///< runs along, with the difference; there is one view then
    /// Headless: the step at which the run ends, also in the middle of a frame; it has to come
    /// before the app's last frame ends.
    std::optional<std::uint64_t> stop_at{};
    /// Headless: a PNG of what is shown at the end, without text over it. It needs no OpenGL.
    std::optional<std::filesystem::path> picture{};
    /// Headless: how the run ended, as write_case_result() has it; not written if it was
    /// interrupted.
    std::optional<std::filesystem::path> result{};
    /// What CaseResult::code says; empty: content_hash() of the simulation's text.
    std::string code{};
    /// Headless: gets how the run ended, its probes, and the files that it wrote, none of which is
    /// printed on stdout then.
    RunReport* report = nullptr;
    /// Since when the result counts the run's seconds.
    std::chrono::steady_clock::time_point started = std::chrono::steady_clock::now();
    /// The run is another one's, with what came to that; a window pauses at its end. What a person
    /// changes in the window is the end of that, and the run goes on by itself.
    std::optional<ReplayPlan> replay{};
    KeepRequest keep{};  ///< what the run leaves so that it can go on
    SaveRequest save{};  ///< which fields are saved, into AppOptions::out
    /// Memory for going back in time in a window: on the device, and on GPUs as much of the host's;
    /// 0: none. Nothing: default_history_bytes(). There is none where something is `beside`.
    std::optional<std::size_t> history_bytes{};
    std::optional<RecordingOptions> record{};  ///< from the first frame to the last
    unsigned fps = RecordingOptions().fps;     ///< of those that a person starts at the window
    /// From the first frame on, if it has bookmarks; its seconds are also those of the window's
    /// button.
    CameraTourOptions tour{};
    /// A window begins paused, and shows what these inputs are now.
    std::optional<FollowedFiles> follow{};
};

/// What to say of an error that came of a device, or an OpenGL context, that is lost; kDeviceLost
/// is the status then. Nothing for other errors.
std::optional<std::string> loss_behind(const std::exception& error, const Device& device,
                                       const std::optional<gl::Context>& context);

/// Runs `simulation` in `app` until its end: steps it, shows it, and puts its parameters and
/// monitors into the panel. Returns the exit status: 0, or kWentWrong or kInterrupted after saying
/// on stderr what happened and at which step, or 1 of a window that could not save fields. Throws
/// Error(device_lost) if the OpenGL context is lost, and what check_showing() does before the first
/// step.
///
/// The first SIGINT or SIGTERM lets the frame under way and one more come to their end; then the
/// probes are printed as always. The second ends the process.
int run(app::App& app, Simulation& simulation, const RunOptions& options = {});

}  // namespace glint::studio
