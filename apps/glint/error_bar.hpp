// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <vector>

#include <apps/catalog.hpp>
#include <glint/studio/host.hpp>

namespace glint::apps {

/// A mean, and how far it may be off.
struct Estimate {
    double mean = 0;
    double grid = 0;  ///< by what a coarser grid gives
    double time = 0;  ///< by how much it still changes

    double error() const noexcept { return grid + time; }
};

/// Of a monitor's values in the course of a run on a fine grid, and on one whose cells are `ratio`
/// times as long. The means are those of the runs' second halves. From one grid to the other the
/// error is taken to be of first order, as that of walls in steps is, and is multiplied by 1.25:
/// Roache, "Perspective: a method for uniform reporting of grid refinement studies", 1994. That of
/// time is half of what the third and the last quarter differ by.
Estimate estimate(const std::vector<double>& fine, const std::vector<double>& coarse, double ratio);

/// How exact the monitors of a run are, by another run on a grid of two thirds of its cells along
/// each axis.
class ErrorBar {
public:
    /// For the run of `simulation`, which is at its start, with these options: they write a table
    /// of monitors afterwards.
    ErrorBar(Entry entry, studio::Simulation& simulation, studio::RunOptions& options);
    ErrorBar(const ErrorBar&) = delete;
    ErrorBar& operator=(const ErrorBar&) = delete;
    ~ErrorBar();

    /// To be called once that run has ended: runs the other one, and prints a line for each
    /// monitor. Returns the exit status.
    int print();

private:
    std::unique_ptr<studio::Simulation> coarser() const;
    std::string coarser_input() const;

    Entry entry_;
    studio::Simulation* simulation_;
    std::filesystem::path table_;
    std::filesystem::path folder_;  ///< of files that nobody asked for
    bool has_inputs_ = false;
};

}  // namespace glint::apps
