// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include <glint/algorithms/cell_list.hpp>
#include <glint/studio/run/simulation.hpp>

namespace glint::apps {

/// Boids: the kernels of flock.cu, with the boids sorted by cell at the beginning of each step.
class Flock final : public studio::Simulation {
public:
    using Simulation::Simulation;

    /// Sorts the boids by cell. Queued.
    void sort();
    /// Runs a step on sorted boids. Queued.
    void move(const studio::Step& now);

    /// Sight distance in m: the parameter's value, unless the box wraps and has too few cells for
    /// it.
    double sight() const;
    /// Length of the mean unit velocity: 1 if all boids fly in the same direction. Waits.
    double polarisation();

protected:
    void step(const studio::Step& now) override;

private:
    void fit();

    studio::Pass reorder_{*this, "reorder"};
    studio::Pass hunt_{*this, "hunt"};
    studio::Pass fly_{*this, "fly"};
    std::optional<CellList> cells_;
};

/// Throws Error(invalid_argument) for boids that cannot fly: a sight distance too large for a box
/// that wraps, a separation distance beyond the sight distance, rates too high for the time step,
/// or balls that fill the box. The message suggests values that work.
void require_room(studio::Simulation& flock);

}  // namespace glint::apps
