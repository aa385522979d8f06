// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <glint/studio/run/watch.hpp>

namespace glint::studio {

/// How far a simulation runs, and what is looked at on the way.
struct HeadlessOptions {
    std::uint64_t steps = 1;
    /// The monitors are looked at behind each step whose number is a multiple, and behind the last;
    /// 0: behind the last alone. Each look waits for the device.
    std::uint64_t sample_every = 0;
    /// Ranges of monitors, "Mean V=0..0.5", besides those that the file declares.
    std::vector<std::string> limits{};
    /// Whether a monitor outside of its range ends the run.
    bool stops_at_limits = true;
    /// Steps from one search for elements that are no numbers to the next, which ends a run that
    /// finds one; 0: none. Nothing: behind the last step alone.
    std::optional<std::uint64_t> check_every{};
};

/// The monitors of a simulation at some of its steps: a row for each step, a column for each
/// monitor, which has the name of its function.
struct MonitorTable {
    std::vector<std::uint64_t> steps;
    std::vector<double> times;  ///< in the unit of dt
    std::vector<std::string> names;
    std::vector<std::vector<double>> columns;  ///< one for each name, with a value for each step

    std::size_t row_count() const noexcept { return steps.size(); }
    /// Throws Error(not_found), with the nearest name, if there is no such column.
    const std::vector<double>& column(std::string_view name) const;
};

/// What a run came to.
struct HeadlessRun {
    MonitorTable monitors;
    std::optional<Finding>
        finding{};  ///< why it ended before its last step, or what is wrong there

    bool is_all_right() const noexcept { return !finding; }
};

/// Runs `simulation` from where it is, without a window and without OpenGL. What it comes to lies
/// in its fields, see Simulation::field.
///
///     simulation.set("feed", 0.037);
///     simulation.reset();
///     const auto run = studio::run_headless(simulation, {.steps = 1000, .sample_every = 100});
///     use(run.monitors.column("mean_v"), simulation.field<float>("v").to_vector());
///
/// Throws Error(invalid_argument) and Error(not_found) for limits that are none; what goes wrong in
/// the run is a Finding.
HeadlessRun run_headless(Simulation& simulation, const HeadlessOptions& options);

}  // namespace glint::studio
