#pragma once

#include <memory>
#include <optional>

#include <glint/algorithms/poisson.hpp>
#include <glint/array/array.hpp>
#include <glint/studio/run/simulation.hpp>

namespace glint::apps {

/// Buoyant smoke: what plume.cu declares, with the pressure between its kernels.
class Plume final : public studio::Simulation {
public:
    explicit Plume(const studio::SimulationOptions& options) : Simulation(options) {}

    /// Makes the velocity free of divergence, as the end of each step does: by so many V-cycles as
    /// the parameter says. Queued.
    void project(const studio::Step& now);
    /// The divergence of each cell times the cell's width, in m/s. Queued.
    const Array<float>& divergence(const studio::Step& now);

protected:
    void step(const studio::Step& now) override;

private:
    /// Levels and arrays for the extents that there are.
    void fit();

    studio::Pass carry_{*this, "carry"};
    studio::Pass correct_{*this, "correct"};
    studio::Pass feed_{*this, "feed"};
    studio::Pass lift_{*this, "lift"};
    studio::Pass open_faces_{*this, "open_faces"};
    studio::Pass close_faces_{*this, "close_faces"};
    studio::Pass find_divergence_{*this, "find_divergence"};
    studio::Pass push_{*this, "push"};
    std::optional<Poisson<float>> poisson_;
    Array<float> open_across_, open_down_, divergence_;
};

}  // namespace glint::apps
