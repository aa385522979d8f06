// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include <glint/algorithms/cell_list.hpp>
#include <glint/studio/run/simulation.hpp>

namespace glint::apps {

/// Boids: the kernels of flock.cu. Host code sorts the boids by cell at the beginning of each step.
class Flock final : public studio::Simulation {
public:
    using Simulation::Simulation;

    /// Queues kernels that sort the boids by cell.
    void sort();
    /// Queues a step. The boids must be sorted.
    void move(const studio::Step& now);

    /// Sight distance in m: the parameter `sight`. In a box that wraps, the distance is at most the
    /// width of the largest cells of which three or more fit exactly along each side.
    double sight() const;
    /// Length of the mean unit velocity: 1 if all boids fly in the same direction. Waits for the
    /// device.
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

/// Throws Error(invalid_argument) if boids cannot fly: the sight distance is too large for a box
/// that wraps or below the separation distance, rates are too high for the time step, or balls fill
/// the box. The message suggests values that work.
void require_room(studio::Simulation& flock);

}  // namespace glint::apps
