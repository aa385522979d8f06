// SPDX-License-Identifier: MIT
#pragma once

#include <glint/algorithms/octree.hpp>
#include <glint/studio/run/simulation.hpp>

namespace glint::apps {

/// Stars that attract each other: the kernels of galaxy.cu. Host code builds the tree between these
/// kernels.
class Galaxy final : public studio::Simulation {
public:
    explicit Galaxy(const studio::SimulationOptions& options);

    void reset() override;
    /// Builds the tree from the stars' positions. Waits until the device has counted the nodes.
    void build();
    /// Queues kernels that compute the pull of the tree on each star, and the status of each star.
    void attract();

    const LinearOctree& tree() const noexcept { return tree_; }

protected:
    void step(const studio::Step& now) override;

private:
    studio::Pass set_off_{*this, "set_off"};
    studio::Pass attract_{*this, "attract"};
    studio::Pass attract_alone_{*this, "attract_alone"};
    studio::Pass settle_{*this, "settle"};
    studio::Pass arrive_{*this, "arrive"};
    LinearOctree tree_;
};

}  // namespace glint::apps
