// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include <glint/algorithms/poisson_options.hpp>

namespace glint::detail {

/// One dimension of a multigrid level, with the widths of its cells. Only the last width may differ
/// from the others.
struct PoissonAxis {
    PoissonBorders borders;
    std::vector<double> widths{1.0};
    bool halves = false;  ///< pairs of cells form coarser cells; the last may consist of three

    std::size_t cells() const noexcept { return widths.size(); }
    bool wraps() const noexcept { return borders.low == PoissonBorder::periodic; }
    /// Returns the distance from the center of cell i - 1 to the center of cell i. At a Dirichlet
    /// border, returns the distance from the face to the center of cell i. At a closed face, such
    /// as a Neumann border, returns 0.
    double distance_below(std::size_t i) const;
    double distance_above(std::size_t i) const;
    PoissonAxis coarser() const;
};

/// Values for each cell along a dimension, used by kernels/algorithms/poisson_level.cuh.
struct PoissonTables {
    std::vector<double> low, high, width, toward;

    /// `coarse` is the same dimension on the next coarser level. Widths are in multiples of `unit`.
    PoissonTables(const PoissonAxis& axis, const PoissonAxis& coarse, double unit);
};

/// The grid of one level, with the fastest dimension first. In two-dimensional grids, the third
/// axis has 1 cell.
using PoissonGrid = std::array<PoissonAxis, 3>;

/// Returns the finest grid followed by coarser grids, down to at most 8 cells along each dimension.
/// A dimension is halved if its cells are about as thin as the thinnest cells of all dimensions.
/// Dimensions with only one cell do not count.
std::vector<PoissonGrid> poisson_grids(const PoissonGrid& finest);

/// The number of sweeps that solve the coarsest level, and the over-relaxation factor.
struct PoissonSweeps {
    int count = 0;
    double over_relaxation = 1;
};
PoissonSweeps coarsest_sweeps(const PoissonGrid& grid);

}  // namespace glint::detail
