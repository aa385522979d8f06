#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <glint/app/app.hpp>
#include <glint/studio/run/monitor_log.hpp>
#include <glint/studio/run/probe.hpp>
#include <glint/studio/views/viewer.hpp>

namespace glint::studio {

/// What a run looks at besides its picture.
struct RunOptions {
    std::vector<std::string> probes{};                ///< parse_probe()'s, printed at the end
    std::optional<std::filesystem::path> monitors{};  ///< a table, with a row for each frame
    std::vector<Limit> limits{};                      ///< a headless run that leaves one ends
    /// Steps from one search for elements that are no numbers to the next, which ends a headless
    /// run that finds one; 0: none. Nothing: a headless run searches at the end of each frame that
    /// is drawn or whose monitors are looked at, and of its last; a window does when it is asked.
    std::optional<std::uint64_t> check_every{};
    std::vector<std::string> views{};  ///< find_view()'s, each in a pane; 4 at most
};

/// The exit statuses of runs, besides 0 and 1.
inline constexpr int kWentWrong = 3;  ///< a monitor left its limits, or an element is no number
inline constexpr int kDeviceLost = 4;
inline constexpr int kInterrupted = 130;

/// Runs `simulation` in `app` until its end: steps it, shows it, and puts its parameters and
/// monitors into the panel. Returns the exit status: 0, or kWentWrong or kInterrupted after saying
/// on stderr what happened and at which step.
///
/// The first SIGINT or SIGTERM lets the frame under way and one more come to their end; then the
/// probes are printed as always. The second ends the process.
int run(app::App& app, Simulation& simulation, const RunOptions& options = {});

}  // namespace glint::studio
