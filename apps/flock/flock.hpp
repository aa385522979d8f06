// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include <glint/algorithms/cell_list.hpp>
#include <glint/studio/run/simulation.hpp>

namespace glint::apps {

/// Boids: what flock.cu declares, sorted by cells at the beginning of each step.
class Flock final : public studio::Simulation {
public:
    using Simulation::Simulation;

    /// Sorts the boids by their cells. Queued.
    void sort();
    /// A step of boids that are sorted. Queued.
    void move(const studio::Step& now);

    /// How far boids see, in m: as the parameter says, but for a box that wraps and has too few
    /// cells for that.
    double sight() const;
    /// The length of the mean of all unit vectors along velocities: 1 if all fly the same way.
    /// Waits.
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

/// Throws Error(invalid_argument), saying what would, for boids that cannot fly: sight that is too
/// far for a box that wraps, a distance that they do not see, rates that are too great for the time
/// step, and balls that leave no place.
void require_room(studio::Simulation& flock);

}  // namespace glint::apps
