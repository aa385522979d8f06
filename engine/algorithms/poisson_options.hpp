// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include <glint/array/shape.hpp>

namespace glint {

/// What is at the two ends of a dimension in which Poisson's equation is solved.
enum class PoissonBorder : unsigned char {
    dirichlet,  ///< the solution is 0 on the outer faces
    neumann,    ///< its slope across the outer faces is 0
    periodic,   ///< the last cell is the first one's neighbour; of both ends, or of none
};

struct PoissonBorders {
    PoissonBorder low = PoissonBorder::dirichlet;
    PoissonBorder high = PoissonBorder::dirichlet;

    friend constexpr bool operator==(const PoissonBorders&, const PoissonBorders&) = default;
};

/// How Poisson's equation is solved.
struct PoissonOptions {
    /// The borders of each dimension, in the order of the shape; one entry is for all.
    detail::PerAxis<PoissonBorders> borders = {PoissonBorders{}};
    /// The widths of cells along each dimension, in the order of the shape; one entry is for all.
    detail::PerAxis<double> spacing = {1.0};
    unsigned sweeps = 1;            ///< of red-black Gauss-Seidel, before and after each correction
    double over_relaxation = 1.15;  ///< of each sweep, between 0 and 2
    /// Whether a sweep in three dimensions is one pass over memory, by tiles of a level, which
    /// gives the same and takes a second array; nothing: on levels that are large enough for it to
    /// be faster.
    std::optional<bool> tiles{};
};

/// When a solution is good enough.
struct PoissonLimits {
    double tolerance = 1e-6;  ///< of |f - L p| / |f|, in Euclid's norm
    std::size_t max_cycles = 50;
};

/// What a solution took.
struct PoissonReport {
    std::size_t cycles = 0;
    /// |f - L p| / |f| before the first cycle and after each.
    std::vector<double> residuals{};
    bool has_converged = false;

    double residual() const noexcept { return residuals.empty() ? 0 : residuals.back(); }
};

}  // namespace glint
