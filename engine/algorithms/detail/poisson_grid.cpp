// SPDX-License-Identifier: MIT
#include <glint/algorithms/detail/poisson_grid.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace glint::detail {
namespace {

constexpr std::size_t kCoarsestCells = 8;
// A dimension is halved only if its cells are at most this many times as wide as the thinnest
// cells. The coupling of neighboring cells is proportional to 1 / width^2, so the coupling along a
// halved dimension is within a factor of about two of the strongest coupling.
constexpr double kThinnest = 1.5;

double thickness(const PoissonAxis& axis) { return axis.widths.front(); }

/// Marks the dimensions that are halved for the next coarser grid. Returns false if the grid is the
/// coarsest.
bool mark_halved(PoissonGrid& grid) {
    const bool is_coarsest = std::ranges::all_of(
        grid, [](const PoissonAxis& axis) { return axis.cells() <= kCoarsestCells; });
    if (is_coarsest) return false;
    double thinnest = INFINITY;
    for (const PoissonAxis& axis : grid)
        if (axis.cells() > 1) thinnest = std::min(thinnest, thickness(axis));
    for (PoissonAxis& axis : grid)
        axis.halves = axis.cells() > 1 && thickness(axis) <= kThinnest * thinnest;
    return true;
}

double reciprocal(double width, double distance) {
    return distance > 0 ? 1 / (width * distance) : 0;
}

/// In a periodic dimension with an odd number of cells, the last cell either joins the preceding
/// pair or becomes a separate coarse cell. Returns true if joining gives a coarse width closer to
/// the others. Always returns false for other dimensions.
bool joins_last(const PoissonAxis& axis) {
    const double last = axis.widths.back() / axis.widths.front();
    return axis.wraps() && axis.cells() % 2 == 1 && 1 + last / 2 < 2 / last;
}

/// Returns the distance from cell i's center to the center of its coarse cell, as a fraction of the
/// distance to the neighboring coarse cell on the same side. The result is negative if cell i is on
/// the lower side of its coarse cell.
double lean_of(const PoissonAxis& axis, const PoissonAxis& coarse, std::size_t i) {
    const std::size_t parent = std::min(i / 2, coarse.cells() - 1);
    double offset = (axis.widths[i] - coarse.widths[parent]) / 2;
    for (std::size_t other = 2 * parent; other < i; ++other) offset += axis.widths[other];
    const double distance =
        offset < 0 ? coarse.distance_below(parent) : coarse.distance_above(parent);
    return distance > 0 ? offset / distance : 0;
}

}  // namespace

double PoissonAxis::distance_below(std::size_t i) const {
    if (i > 0) return (widths[i - 1] + widths[i]) / 2;
    if (wraps()) return cells() == 1 ? 0 : (widths.back() + widths[0]) / 2;
    return borders.low == PoissonBorder::dirichlet ? widths[0] / 2 : 0;
}

double PoissonAxis::distance_above(std::size_t i) const {
    if (i + 1 < cells()) return distance_below(i + 1);
    if (wraps()) return distance_below(0);
    return borders.high == PoissonBorder::dirichlet ? widths[i] / 2 : 0;
}

PoissonAxis PoissonAxis::coarser() const {
    PoissonAxis coarse = *this;
    coarse.halves = false;
    if (!halves) return coarse;
    coarse.widths.clear();
    for (std::size_t i = 0; i + 1 < cells(); i += 2)
        coarse.widths.push_back(widths[i] + widths[i + 1]);
    if (cells() % 2 == 0) return coarse;
    if (joins_last(*this))
        coarse.widths.back() += widths.back();
    else
        coarse.widths.push_back(widths.back());
    return coarse;
}

PoissonTables::PoissonTables(const PoissonAxis& axis, const PoissonAxis& coarse, double unit) {
    for (std::size_t i = 0; i < axis.cells(); ++i) {
        low.push_back(reciprocal(axis.widths[i], axis.distance_below(i)));
        high.push_back(reciprocal(axis.widths[i], axis.distance_above(i)));
        width.push_back(axis.widths[i] / unit);
        toward.push_back(axis.halves ? lean_of(axis, coarse, i) : 0);
    }
}

std::vector<PoissonGrid> poisson_grids(const PoissonGrid& finest) {
    std::vector<PoissonGrid> grids{finest};
    while (mark_halved(grids.back())) {
        PoissonGrid coarse;
        for (std::size_t axis = 0; axis < coarse.size(); ++axis)
            coarse[axis] = grids.back()[axis].coarser();
        grids.push_back(coarse);
    }
    return grids;
}

PoissonSweeps coarsest_sweeps(const PoissonGrid& grid) {
    std::size_t most = 2;
    for (const PoissonAxis& axis : grid)
        most = std::max(most, axis.cells() * (axis.borders.low != axis.borders.high ? 2 : 1));
    return {.count = static_cast<int>(2 * most),
            .over_relaxation = 2 / (1 + std::sin(std::numbers::pi / static_cast<double>(most)))};
}

}  // namespace glint::detail
