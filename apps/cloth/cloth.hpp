// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>

#include <glint/array/array.hpp>
#include <glint/studio/run/simulation.hpp>

namespace glint::apps {

/// Cloth: the simulation of cloth.cu, with substeps and the contact search run between its kernels.
class Cloth final : public studio::Simulation {
public:
    explicit Cloth(const studio::SimulationOptions& options) : Simulation(options) {}

    /// Finds the neighbors of each vertex that belong to other folds. A step calls this at its
    /// beginning and after every `refresh` substeps. Queued.
    void find_contacts(const studio::Step& now);
    /// Runs one substep of `now.dt` seconds with the most recently found contacts; `now.number` is
    /// the number of the enclosing step. Queued.
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
    Array<Float4> columns_;  // vertices on CPUs, laid out as in rows.cuh
    Array<unsigned> numbers_, near_;
    Array<int> order_, begins_;
};

/// Throws Error(invalid_argument) if the sheet has a single vertex, starts inside the ball or below
/// the floor, has a contact reach that includes neighbors in the sheet, or has zero thread
/// stiffness. The message suggests values that work.
void require_sheet(studio::Simulation& cloth);

}  // namespace glint::apps
