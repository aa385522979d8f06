// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <glint/studio/run/watch.hpp>

namespace glint::studio {

/// Options of run_headless(): how many steps to run, and which checks to make during the run.
struct HeadlessOptions {
    std::uint64_t steps = 1;
    /// Number of steps between reads of the monitors. Each read waits for the device. The monitors
    /// are also read after the last step. If 0, they are read only after the last step.
    std::uint64_t sample_every = 0;
    /// Allowed ranges of monitors, such as "Mean V=0..0.5", in addition to those in the file.
    std::vector<std::string> limits{};
    /// True: the run ends when a monitor leaves its range. False: ranges are ignored.
    bool stops_at_limits = true;
    /// Number of steps between searches for NaN and infinity. 0: no search. nullopt: a single
    /// search, after the last step. The run ends if a search finds a NaN or infinity.
    std::optional<std::uint64_t> check_every{};
};

/// The values of the monitors at the sampled steps. The table has one row per step, and one column
/// per monitor, named after the function of the monitor.
struct MonitorTable {
    std::vector<std::uint64_t> steps;
    std::vector<double> times;  ///< in the unit of dt
    std::vector<std::string> names;
    std::vector<std::vector<double>> columns;  ///< one per name, with one value per step

    std::size_t row_count() const noexcept { return steps.size(); }
    /// Returns the values of a monitor. Throws Error(not_found), with the nearest name, if the
    /// column does not exist.
    const std::vector<double>& column(std::string_view name) const;
};

/// Result of a run.
struct HeadlessRun {
    MonitorTable monitors;
    std::optional<Finding> finding{};  ///< problem that ended the run or was found at its end

    bool is_successful() const noexcept { return !finding; }
    [[deprecated("use is_successful")]] bool is_all_right() const noexcept {
        return is_successful();
    }
};

/// Runs `simulation` from its current step, without a window and without OpenGL. The results are in
/// the fields of the simulation, see Simulation::field().
///
///     simulation.set("feed", 0.037);
///     simulation.reset();
///     const auto run = studio::run_headless(simulation, {.steps = 1000, .sample_every = 100});
///     use(run.monitors.column("mean_v"), simulation.field<float>("v").to_vector());
///
/// Throws Error(invalid_argument) and Error(not_found) for invalid limits. Problems during the run
/// are returned as a Finding.
HeadlessRun run_headless(Simulation& simulation, const HeadlessOptions& options);

}  // namespace glint::studio
