// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <vector>

#include <apps/catalog.hpp>
#include <glint/studio/host.hpp>

namespace glint::apps {

/// A mean and its estimated error.
struct Estimate {
    double mean = 0;
    double grid = 0;  ///< discretization error, from the coarser grid
    double time = 0;  ///< error from averaging over a finite time

    double error() const noexcept { return grid + time; }
};

/// Estimates a monitor's mean and error from a run on a fine grid and a run whose cells are `ratio`
/// times as wide. The means are over the second half of each run. The grid error is assumed to be
/// of first order, as for staircase walls, and multiplied by 1.25: Roache, "Perspective: a method
/// for uniform reporting of grid refinement studies", 1994. The time error is half the difference
/// between the means over the third and the last quarter.
Estimate estimate(const std::vector<double>& fine, const std::vector<double>& coarse, double ratio);

/// Estimates the errors of a run's monitors by a second run, with two thirds of the cells along
/// each axis.
class ErrorBar {
public:
    /// `simulation` must be at its start. Changes `options` so that its run writes a table of
    /// monitors.
    ErrorBar(Entry entry, studio::Simulation& simulation, studio::RunOptions& options);
    ErrorBar(const ErrorBar&) = delete;
    ErrorBar& operator=(const ErrorBar&) = delete;
    ~ErrorBar();

    /// Must be called after that run: runs the coarser simulation, and prints one line per monitor.
    /// Returns the exit status.
    int print();

private:
    std::unique_ptr<studio::Simulation> coarser() const;
    std::string coarser_input() const;

    Entry entry_;
    studio::Simulation* simulation_;
    std::filesystem::path table_;
    std::filesystem::path folder_;  ///< temporary files
    bool has_inputs_ = false;
};

}  // namespace glint::apps
