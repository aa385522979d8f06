// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include <glint/array/shape.hpp>

namespace glint {

/// Boundary condition at one end of a dimension for Poisson's equation.
enum class PoissonBorder : unsigned char {
    dirichlet,  ///< the solution is 0 on the outer faces
    neumann,    ///< the slope of the solution across the outer faces is 0
    periodic,   ///< the last cell is next to the first; must be set at both ends
};

struct PoissonBorders {
    PoissonBorder low = PoissonBorder::dirichlet;
    PoissonBorder high = PoissonBorder::dirichlet;

    friend constexpr bool operator==(const PoissonBorders&, const PoissonBorders&) = default;
};

/// Options of the Poisson solver.
struct PoissonOptions {
    /// The borders of each dimension, in the order of the shape. A single entry applies to all
    /// dimensions.
    detail::PerAxis<PoissonBorders> borders = {PoissonBorders{}};
    /// The cell widths along each dimension, in the order of the shape. A single entry applies to
    /// all dimensions.
    detail::PerAxis<double> spacing = {1.0};
    unsigned sweeps = 1;            ///< Gauss-Seidel sweeps before and after each correction
    double over_relaxation = 1.15;  ///< relaxation factor of each sweep, between 0 and 2
    /// Processes three-dimensional sweeps by tiles: each sweep takes one pass over memory, and each
    /// level needs a second array. Tiles do not change the results. If empty, tiles are used for
    /// all levels that are large enough to benefit.
    std::optional<bool> tiles{};
};

/// Criteria for ending a solve.
struct PoissonLimits {
    double tolerance = 1e-6;  ///< relative residual |f - L p| / |f|, in the Euclidean norm
    std::size_t max_cycles = 50;
};

/// Result of a solve.
struct PoissonReport {
    std::size_t cycles = 0;
    /// |f - L p| / |f| before the first cycle and after each cycle.
    std::vector<double> residuals{};
    bool has_converged = false;

    double residual() const noexcept { return residuals.empty() ? 0 : residuals.back(); }
};

}  // namespace glint
