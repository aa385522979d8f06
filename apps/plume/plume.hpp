// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <glint/algorithms/poisson.hpp>
#include <glint/array/array.hpp>
#include <glint/studio/run/simulation.hpp>

namespace glint::apps {

/// Buoyant smoke: the kernels of plume.cu, with the pressure solved between them.
class Plume : public studio::Simulation {
public:
    explicit Plume(const studio::SimulationOptions& options) : Simulation(options) {}

    /// Makes the velocity divergence-free, as at the end of each step, with the number of V-cycles
    /// given by the parameter `cycles`. Queued.
    void project(const studio::Step& now);
    /// Divergence of each cell times the cell width, in m/s. Queued.
    const Array<float>& divergence(const studio::Step& now);

protected:
    void step(const studio::Step& now) override;
    /// Advects all quantities, including the flow itself. Queued.
    virtual void carry(const studio::Step& now);
    /// Boundary conditions of the pressure along each axis; 0 outside the top, because the top may
    /// be open.
    virtual detail::PerAxis<PoissonBorders> borders() const;
    /// Names of the arguments of `open_faces`, in the order of the axes.
    virtual std::vector<std::string> open_names() const;

    studio::Pass carry_{*this, "carry"};
    studio::Pass correct_{*this, "correct"};

private:
    /// The state that determines which faces are open.
    struct Walls {
        studio::DataVersion solid;
        bool is_open_above = false;

        friend bool operator==(const Walls&, const Walls&) = default;
    };

    /// Resizes levels and arrays to the current extents.
    void fit();
    /// Recomputes the open faces if the walls have changed.
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
