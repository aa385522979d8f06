// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>

#include <glint/algorithms/cell_list.hpp>
#include <glint/studio/run/simulation.hpp>

namespace glint::apps {

/// Water as particles: the kernels of dam.cu. Host code sorts the particles by cell before each
/// substep. The speed of sound and the viscosity determine the number of substeps in a step.
class Dam final : public studio::Simulation {
public:
    explicit Dam(const studio::SimulationOptions& options);

    /// Allocates the particles that the parameters require, and places them.
    void reset() override;

    /// Number of substeps in a step of `dt` seconds.
    unsigned substeps(double dt) const;
    /// Queues kernels that sort the particles by cell.
    void sort(const studio::Step& now);
    /// Queues one substep of `now.dt` seconds. The particles must be sorted.
    void move(const studio::Step& now);

protected:
    void step(const studio::Step& now) override;

private:
    void fit();
    void let_in(const studio::Step& now);
    /// Launch shape of kernels that use for_each_particle(); nullopt means one thread per particle.
    std::optional<LaunchShape> by_particles();

    studio::Pass choose_{*this, "choose"};
    studio::Pass sow_{*this, "sow"};
    studio::Pass reorder_{*this, "reorder"};
    studio::Pass press_{*this, "press"};
    studio::Pass move_{*this, "move"};
    studio::Pass let_in_{*this, "let_in"};
    std::optional<CellList> cells_;
    // Data that is read for each neighbor of a particle, in the layout of neighbours.cuh.
    Array<unsigned> packed_;
};

/// Throws Error(invalid_argument) if the tank has no water or the speed of sound is too low. The
/// message suggests values that work.
void require_water(studio::Simulation& dam);

}  // namespace glint::apps
