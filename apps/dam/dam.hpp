// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>

#include <glint/algorithms/cell_list.hpp>
#include <glint/studio/run/simulation.hpp>

namespace glint::apps {

/// Water of particles: what dam.cu declares, sorted by cells before each of its right sides. A step
/// of the simulation is as many of these as the speed of sound wants.
class Dam final : public studio::Simulation {
public:
    explicit Dam(const studio::SimulationOptions& options);

    /// Makes room for as many particles as the parameters want, and puts them in their places.
    void reset() override;

    /// How many right sides a step of `dt` seconds takes.
    unsigned substeps(double dt) const;
    /// Sorts the particles by their cells. Queued.
    void sort(const studio::Step& now);
    /// One right side, `now.dt` long, of particles that are sorted. Queued.
    void move(const studio::Step& now);

protected:
    void step(const studio::Step& now) override;

private:
    void fit();
    void let_in(const studio::Step& now);
    /// For kernels that go through particles by for_each_particle(); nothing for a thread each.
    std::optional<LaunchShape> by_particles();

    studio::Pass choose_{*this, "choose"};
    studio::Pass sow_{*this, "sow"};
    studio::Pass reorder_{*this, "reorder"};
    studio::Pass press_{*this, "press"};
    studio::Pass move_{*this, "move"};
    studio::Pass let_in_{*this, "let_in"};
    std::optional<CellList> cells_;
    Array<unsigned> packed_;  // what sorted particles read of each other, as neighbours.cuh has it
};

/// Throws Error(invalid_argument), saying what would, for a tank without water, and for a speed of
/// sound that is too low for it.
void require_water(studio::Simulation& dam);

}  // namespace glint::apps
