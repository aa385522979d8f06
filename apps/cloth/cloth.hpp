// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>

#include <glint/array/array.hpp>
#include <glint/studio/run/simulation.hpp>

namespace glint::apps {

/// Cloth: what cloth.cu declares, with the substeps of a step and the search for contacts between
/// its kernels.
class Cloth final : public studio::Simulation {
public:
    explicit Cloth(const studio::SimulationOptions& options) : Simulation(options) {}

    /// Finds which vertices of other folds are near each, as steps do at their beginning and after
    /// each `refresh` substeps. Queued.
    void find_contacts(const studio::Step& now);
    /// A substep of `now.dt` seconds, with the contacts that were found last; `now.number` is that
    /// of the whole step. Queued.
    void move(const studio::Step& now);

protected:
    void step(const studio::Step& now) override;

private:
    using Float4 = std::array<float, 4>;

    /// Columns and rows of vertices.
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
    Array<Float4> columns_;  // on CPUs, as rows.cuh has them
    Array<unsigned> numbers_, near_;
    Array<int> order_, begins_;
};

/// Throws Error(invalid_argument), saying what would, for sheets that have one vertex only or lie
/// in the ball or below the floor, for contacts that reach neighbours in the sheet, and for threads
/// without stiffness.
void require_sheet(studio::Simulation& cloth);

}  // namespace glint::apps
