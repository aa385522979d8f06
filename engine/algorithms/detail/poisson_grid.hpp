// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include <glint/algorithms/poisson_options.hpp>

namespace glint::detail {

/// One dimension of one level: its cells, of which the last one may have another width than the
/// others.
struct PoissonAxis {
    PoissonBorders borders;
    std::vector<double> widths{1.0};
    bool halves =
        false;  ///< whether cells of the next coarser level are pairs, or three at the end

    std::size_t cells() const noexcept { return widths.size(); }
    bool wraps() const noexcept { return borders.low == PoissonBorder::periodic; }
    /// From the centre of cell i - 1 to that of cell i, which at a Dirichlet border is the face's.
    /// 0 where nothing leads across the face, as at a Neumann border.
    double distance_below(std::size_t i) const;
    double distance_above(std::size_t i) const;
    PoissonAxis coarser() const;
};

/// For each cell of a dimension, what kernels/algorithms/poisson_level.cuh has of it.
struct PoissonTables {
    std::vector<double> low, high, width, toward;

    /// `coarse` is the same dimension of the next coarser level. Widths are in parts of `unit`.
    PoissonTables(const PoissonAxis& axis, const PoissonAxis& coarse, double unit);
};

/// A level: the fastest dimension first, and 1 cell in what a plane has no more.
using PoissonGrid = std::array<PoissonAxis, 3>;

/// The given grid and coarser ones, down to one of at most 8 cells along each dimension. A
/// dimension is halved where its cells are about as thin as any's that has more than one.
std::vector<PoissonGrid> poisson_grids(const PoissonGrid& finest);

/// How many sweeps with which over-relaxation solve the coarsest level.
struct PoissonSweeps {
    int count = 0;
    double over_relaxation = 1;
};
PoissonSweeps coarsest_sweeps(const PoissonGrid& grid);

}  // namespace glint::detail
