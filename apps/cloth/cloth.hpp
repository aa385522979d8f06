// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>

#include <glint/array/array.hpp>
#include <glint/studio/run/simulation.hpp>

namespace glint::apps {

/// Cloth: the kernels of cloth.cu. Host code runs the substeps and the contact search.
class Cloth final : public studio::Simulation {
public:
    explicit Cloth(const studio::SimulationOptions& options) : Simulation(options) {}

    /// Queues kernels that find, for each vertex, nearby vertices of other folds of the cloth. A
    /// step calls this function at its beginning and after every `refresh` substeps.
    void find_contacts(const studio::Step& now);
    /// Queues one substep of `now.dt` seconds, which uses the contacts from the last call of
    /// find_contacts(). `now.number` is the number of the step that contains the substep.
    void move(const studio::Step& now);

protected:
    void step(const studio::Step& now) override;

private:
    using Float4 = std::array<float, 4>;

    /// Number of vertices along each axis.
    struct Size {
        std::size_t columns, rows;
    };
    Size size() const;
    void fit();
    void constrain(const studio::Step& now);
    void constrain_rows(const studio::Step& now);

    studio::Pass blow_{*this, "blow"};
    studio::Pass find_cells_{*this, "find_cells"};
    studio::Pass find_begins_{*this, "find_begins"};
    studio::Pass reorder_{*this, "reorder"};
    studio::Pass find_near_{*this, "find_near"};
    studio::Pass predict_{*this, "predict"};
    studio::Pass constrain_{*this, "constrain"};
    studio::Pass constrain_tile_{*this, "constrain_tile"};
    studio::Pass constrain_rows_{*this, "constrain_rows"};
    studio::Pass line_up_{*this, "line_up"};
    studio::Pass settle_{*this, "settle"};
    Array<Float4> ahead_, sorted_;
    Array<Float4> columns_;  // vertices on CPUs, with the layout of rows.cuh
    Array<unsigned> numbers_, near_;
    Array<int> order_, begins_;
};

/// Throws Error(invalid_argument) if the sheet has a single vertex, starts below the floor or has a
/// stretch stiffness of 0, or if the search distance for contacts includes direct neighbors in the
/// sheet. The message suggests values that work.
void require_sheet(studio::Simulation& cloth);

}  // namespace glint::apps
