// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include <glint/algorithms/poisson.hpp>
#include <glint/array/array.hpp>
#include <glint/studio/run/simulation.hpp>

namespace glint::apps {

/// Convection in a closed box: the kernels of convection.cu. Host code solves for the pressure.
class Convection final : public studio::Simulation {
public:
    explicit Convection(const studio::SimulationOptions& options) : Simulation(options) {}

    /// Smallest number of substeps that keeps a step of `dt` seconds stable.
    double parts_of(double dt) const;

protected:
    void step(const studio::Step& now) override;

private:
    studio::Pass advance_{*this, "advance"};
    studio::Pass find_divergence_{*this, "find_divergence"};
    studio::Pass push_{*this, "push"};
    std::optional<Poisson<float>> poisson_;
    Array<float> divergence_;
};

}  // namespace glint::apps
