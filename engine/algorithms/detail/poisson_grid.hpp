// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include <glint/algorithms/poisson_options.hpp>

namespace glint::detail {

/// One dimension of a level: the widths of its cells, of which the last may differ from the others.
struct PoissonAxis {
    PoissonBorders borders;
    std::vector<double> widths{1.0};
    bool halves = false;  ///< cells of the next coarser level are pairs; the last one may be three

    std::size_t cells() const noexcept { return widths.size(); }
    bool wraps() const noexcept { return borders.low == PoissonBorder::periodic; }
    /// Distance from the center of cell i - 1 to that of cell i; to the face at a Dirichlet border.
    /// 0 if the face is closed, as at a Neumann border.
    double distance_below(std::size_t i) const;
    double distance_above(std::size_t i) const;
    PoissonAxis coarser() const;
};

/// Values per cell along a dimension, for kernels/algorithms/poisson_level.cuh.
struct PoissonTables {
    std::vector<double> low, high, width, toward;

    /// `coarse` is the same dimension of the next coarser level. Widths are in multiples of `unit`.
    PoissonTables(const PoissonAxis& axis, const PoissonAxis& coarse, double unit);
};

/// A level: the fastest dimension first; the third has 1 cell for two-dimensional grids.
using PoissonGrid = std::array<PoissonAxis, 3>;

/// The given grid and coarser ones, down to at most 8 cells along each dimension. A dimension is
/// halved if its cells are about as thin as those of any other dimension with more than one cell.
std::vector<PoissonGrid> poisson_grids(const PoissonGrid& finest);

/// The number of sweeps, and the over-relaxation, that solve the coarsest level.
struct PoissonSweeps {
    int count = 0;
    double over_relaxation = 1;
};
PoissonSweeps coarsest_sweeps(const PoissonGrid& grid);

}  // namespace glint::detail
