// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>

#include <glint/array/array.hpp>
#include <glint/studio/run/simulation.hpp>

namespace glint::apps {

/// Jelly, water, snow and sand: the kernels of sand_snow.cu. Host code sorts the particles and runs
/// the substeps.
class SandSnow final : public studio::Simulation {
public:
    explicit SandSnow(const studio::SimulationOptions& options) : Simulation(options) {}

    /// Number of substeps per step, which keeps the step stable. Depends on the highest speed of
    /// sound in the materials, plus the parameter `speed`.
    unsigned substeps() const;
    /// Queues kernels that sort the particles by blocks of cells, as at the beginning of each step.
    void sort(const studio::Step& now);
    /// Queues the given number of substeps, of `seconds` each. The particles must be sorted.
    void move(const studio::Step& now, unsigned substeps, double seconds);

protected:
    void step(const studio::Step& now) override;

private:
    /// Number of nodes, and number of blocks of cells.
    struct Size {
        std::size_t nodes = 0, blocks = 0;
    };
    Size size() const;
    void fit();
    studio::HostArguments arguments(double seconds) const;
    LaunchShape blocks_shape() const;
    void to_grid(const studio::Step& now, double seconds, Array<int>& to);
    /// On CPUs, adds the particles' shares in shares_ to the grid. Does nothing on GPUs.
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
    // Index of the first particle of each block. The last element is the end of the last block.
    Array<int> first_;
    std::array<Array<int>, 2> nodes_;  // mass and momentum of the nodes
};

/// Throws Error(invalid_argument) if the particles exceed the capacity of a cell or are too few to
/// fill all cells. The message suggests values that work. Waits for the device.
void require_filling(studio::Simulation& box);

}  // namespace glint::apps
