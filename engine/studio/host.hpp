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
    std::vector<std::string> views{};                 ///< find_view()'s, each in a pane; 4 at most
    Simulation* beside = nullptr;  ///< runs along, with the difference; there is one view then
};

/// The exit statuses of runs, besides 0 and 1.
inline constexpr int kLeftLimits = 3;
inline constexpr int kDeviceLost = 4;

/// Runs `simulation` in `app` until its end: steps it, shows it, and puts its parameters and
/// monitors into the panel. Returns the exit status: 0, or kLeftLimits after saying on stderr
/// which.
int run(app::App& app, Simulation& simulation, const RunOptions& options = {});

}  // namespace glint::studio
