// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <glint/algorithms/poisson.hpp>
#include <glint/array/array.hpp>
#include <glint/studio/run/simulation.hpp>

namespace glint::apps {

/// Buoyant smoke: the kernels of plume.cu. Host code solves for the pressure between these kernels.
class Plume : public studio::Simulation {
public:
    explicit Plume(const studio::SimulationOptions& options) : Simulation(options) {}

    /// Queues kernels that make the velocity divergence-free, as at the end of each step. The
    /// parameter `cycles` is the number of V-cycles.
    void project(const studio::Step& now);
    /// Queues kernels that compute the divergence of each cell times the cell width, in m/s.
    /// Returns the array of results.
    const Array<float>& divergence(const studio::Step& now);

protected:
    void step(const studio::Step& now) override;
    /// Queues kernels that advect smoke, heat and the velocity itself.
    virtual void carry(const studio::Step& now);
    /// Borders of the pressure along each axis. The border at the top is Dirichlet (pressure 0
    /// outside), because the top may be open.
    virtual detail::PerAxis<PoissonBorders> borders() const;
    /// Names of the arguments of the kernel `open_faces`, in the order of the axes.
    virtual std::vector<std::string> open_names() const;

    studio::Pass carry_{*this, "carry"};
    studio::Pass correct_{*this, "correct"};

private:
    /// The settings that determine which faces are open.
    struct Walls {
        studio::DataVersion solid;
        bool is_open_above = false;

        friend bool operator==(const Walls&, const Walls&) = default;
    };

    /// Resizes multigrid levels and arrays to the current extents.
    void fit();
    /// Recomputes which faces are open, if the walls have changed.
    void open_faces(const studio::Step& now);

    studio::Pass lift_{*this, "lift"};
    studio::Pass open_faces_{*this, "open_faces"};
    studio::Pass find_divergence_{*this, "find_divergence"};
    studio::Pass push_{*this, "push"};
    std::optional<Poisson<float>> poisson_;
    std::vector<Array<float>> open_;
    std::optional<Walls> opened_;
    Array<float> divergence_;
};

}  // namespace glint::apps
