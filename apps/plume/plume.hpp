// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <glint/algorithms/poisson.hpp>
#include <glint/array/array.hpp>
#include <glint/studio/run/simulation.hpp>

namespace glint::apps {

/// Buoyant smoke: what plume.cu declares, with the pressure between its kernels.
class Plume : public studio::Simulation {
public:
    explicit Plume(const studio::SimulationOptions& options) : Simulation(options) {}

    /// Makes the velocity free of divergence, as the end of each step does: by so many V-cycles as
    /// the parameter says. Queued.
    void project(const studio::Step& now);
    /// The divergence of each cell times the cell's width, in m/s. Queued.
    const Array<float>& divergence(const studio::Step& now);

protected:
    void step(const studio::Step& now) override;
    /// What the flow carries, itself too. Queued.
    virtual void carry(const studio::Step& now);
    /// Of the pressure, in the order of its shape; 0 outside of where the top may be open.
    virtual detail::PerAxis<PoissonBorders> borders() const;
    /// The arguments of `open_faces` in that order.
    virtual std::vector<std::string> open_names() const;

    studio::Pass carry_{*this, "carry"};
    studio::Pass correct_{*this, "correct"};

private:
    /// What faces are open by.
    struct Walls {
        studio::DataVersion solid;
        bool is_open_above = false;

        friend bool operator==(const Walls&, const Walls&) = default;
    };

    /// Levels and arrays for the extents that there are.
    void fit();
    /// Does nothing while the walls are those of the last time.
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
