// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <vector>

#include <apps/catalog.hpp>
#include <glint/studio/host.hpp>

namespace glint::apps {

/// A mean and the two parts of its estimated error.
struct Estimate {
    double mean = 0;
    double grid = 0;  ///< discretization error, estimated with the coarser grid
    double time = 0;  ///< error from averaging over a finite time

    double error() const noexcept { return grid + time; }
};

/// Estimates a monitor's mean and error from a run on a fine grid and a run whose cells are `ratio`
/// times as wide. The means are over the second half of each run. The grid error assumes
/// first-order convergence, as for staircase walls, and includes a safety factor of 1.25 (Roache,
/// "Perspective: a method for uniform reporting of grid refinement studies", 1994). The time error
/// is half the difference between the means over the third and fourth quarters.
Estimate estimate(const std::vector<double>& fine, const std::vector<double>& coarse, double ratio);

/// Estimates the errors of a run's monitors by a second run on a coarser grid, which has two thirds
/// of the cells along each axis.
class ErrorBar {
public:
    /// `simulation` must be at its start. Changes `options` so that the run of `simulation` writes
    /// a table of monitors.
    ErrorBar(Entry entry, studio::Simulation& simulation, studio::RunOptions& options);
    ErrorBar(const ErrorBar&) = delete;
    ErrorBar& operator=(const ErrorBar&) = delete;
    ~ErrorBar();

    /// Runs the coarser simulation, and prints one line per monitor. Must be called after the run
    /// of `simulation`. Returns the exit status.
    int print();

private:
    std::unique_ptr<studio::Simulation> coarser() const;
    std::string coarser_input() const;

    Entry entry_;
    studio::Simulation* simulation_;
    std::filesystem::path table_;
    std::filesystem::path folder_;  ///< folder of temporary files
    bool has_inputs_ = false;
};

}  // namespace glint::apps
