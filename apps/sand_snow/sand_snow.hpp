// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>

#include <glint/array/array.hpp>
#include <glint/studio/run/simulation.hpp>

namespace glint::apps {

/// Jelly, water, snow and sand: what sand_snow.cu declares, with the sort of the particles and the
/// substeps between its kernels.
class SandSnow final : public studio::Simulation {
public:
    explicit SandSnow(const studio::SimulationOptions& options) : Simulation(options) {}

    /// How many substeps a step has, for sound in the stiffest material and for `speed`.
    unsigned substeps() const;
    /// Brings the particles into the order of their blocks of cells, as each step does first.
    /// Queued.
    void sort(const studio::Step& now);
    /// Does so many substeps of `seconds` each, of sorted particles. Queued.
    void move(const studio::Step& now, unsigned substeps, double seconds);

protected:
    void step(const studio::Step& now) override;

private:
    /// Nodes, and blocks of them.
    struct Size {
        std::size_t nodes = 0, blocks = 0;
    };
    Size size() const;
    void fit();
    studio::HostArguments arguments(double seconds) const;
    LaunchShape blocks_shape() const;
    void to_grid(const studio::Step& now, double seconds, Array<int>& to);
    /// What kernels leave to be added, on CPUs.
    void add_shares(const studio::Step& now, Array<int>& to);
    void to_particles(const studio::Step& now, double seconds, const Array<int>& from);

    studio::Pass find_keys_{*this, "find_keys"};
    studio::Pass find_blocks_{*this, "find_blocks"};
    studio::Pass reorder_{*this, "reorder"};
    studio::Pass scatter_{*this, "scatter"};
    studio::Pass gather_{*this, "gather"};
    studio::Pass carry_on_{*this, "carry_on"};
    studio::Pass add_shares_{*this, "add_shares"};
    Array<unsigned> keys_, order_;
    Array<float> shares_;
    Array<int> first_;                 // of each block's particles, and behind the last
    std::array<Array<int>, 2> nodes_;  // mass and momentum of nodes
};

/// Throws Error(invalid_argument), saying what would, for numbers of particles that cells cannot
/// hold or that do not fill them. Waits.
void require_filling(studio::Simulation& box);

}  // namespace glint::apps
