// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include <glint/algorithms/poisson.hpp>

namespace glint {

using enum PoissonBorder;
using Borders = detail::PerAxis<PoissonBorders>;
using Values = std::vector<double>;

inline constexpr PoissonBorders kClosed{neumann, neumann}, kFixed{dirichlet, dirichlet},
    kRound{periodic, periodic};

/// The discrete Laplacian as the header defines it, computed in double on the host.
struct Reference {
    Shape shape;
    Borders borders;
    detail::PerAxis<double> spacing{1.0, 1.0, 1.0};
    std::vector<std::vector<float>> open{};  // per dimension; empty if all are open

    std::size_t size() const { return shape.size(); }
    std::vector<std::size_t> index(std::size_t at) const {
        std::vector<std::size_t> index(shape.rank());
        for (std::size_t axis = shape.rank(); axis-- > 0; at /= shape[axis])
            index[axis] = at % shape[axis];
        return index;
    }
    std::size_t place(const std::vector<std::size_t>& index) const {
        std::size_t at = 0;
        for (std::size_t axis = 0; axis < shape.rank(); ++axis) at = at * shape[axis] + index[axis];
        return at;
    }
    std::size_t face_place(std::vector<std::size_t> index, std::size_t axis) const {
        std::size_t at = 0;
        for (std::size_t each = 0; each < shape.rank(); ++each)
            at = at * (shape[each] + (each == axis)) + index[each];
        return at;
    }
    double openness(std::vector<std::size_t> index, std::size_t axis, bool is_above) const {
        if (open.empty()) return 1;
        index[axis] += is_above;
        if (borders[axis] == kRound && index[axis] == shape[axis]) index[axis] = 0;
        return open[axis][face_place(index, axis)];
    }
    /// Returns the contribution of a neighbor, and adds the neighbor's weight to `diagonal`.
    double across(const Values& p, std::size_t at, std::size_t axis, bool is_above,
                  double& diagonal) const {
        auto other = index(at);
        const double weight = openness(other, axis, is_above) / (spacing[axis] * spacing[axis]);
        const std::size_t last = shape[axis] - 1;
        const bool is_out = other[axis] == (is_above ? last : 0);
        const PoissonBorder border = is_above ? borders[axis].high : borders[axis].low;
        if (is_out && border == neumann) return 0;
        if (is_out && border == dirichlet) {
            diagonal += 2 * weight;
            return -2 * weight * p[at];
        }
        if (is_out)
            other[axis] = is_above ? 0 : last;
        else
            other[axis] += is_above ? 1 : std::size_t(-1);
        diagonal += weight;
        return weight * (p[place(other)] - p[at]);
    }
    double laplacian(const Values& p, std::size_t at, double& diagonal) const {
        double sum = 0;
        for (std::size_t axis = 0; axis < shape.rank(); ++axis)
            for (const bool is_above : {false, true})
                sum += across(p, at, axis, is_above, diagonal);
        return sum;
    }
    Values laplacian(const Values& p) const {
        Values result(p.size());
        for (std::size_t at = 0; at < p.size(); ++at) {
            double diagonal = 0;
            result[at] = laplacian(p, at, diagonal);
        }
        return result;
    }
    /// True if all faces of a cell are closed. `values` may be arbitrary.
    bool is_solid(const Values& values, std::size_t at) const {
        double diagonal = 0;
        laplacian(values, at, diagonal);
        return !(diagonal > 0);
    }
};

}  // namespace glint
