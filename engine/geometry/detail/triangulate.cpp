// SPDX-License-Identifier: MIT
#include <glint/geometry/detail/triangulate.hpp>

#include <cmath>
#include <cstddef>

namespace glint::detail {
namespace {

using Index = std::uint32_t;
using Triangle = std::array<Index, 3>;

constexpr std::size_t kStepsPerCorner = 4096;

struct CornerPoint {
    double x = 0, y = 0;

    bool is_at(const CornerPoint& other) const { return x == other.x && y == other.y; }
};

/// Returns twice the area of a triangle, which is positive if the corners are counterclockwise.
double area_of(const CornerPoint& a, const CornerPoint& b, const CornerPoint& c) {
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

/// Returns the polygon's normal by Newell's method. Each component is twice the area of the
/// polygon's projection along that axis.
std::array<double, 3> normal_of(std::span<const std::array<float, 3>> corners) {
    std::array<double, 3> normal{};
    const auto relative = [&](std::size_t i, std::size_t axis) {
        return double{corners[i][axis]} - double{corners[0][axis]};
    };
    for (std::size_t i = 0; i < corners.size(); ++i) {
        const std::size_t next = (i + 1) % corners.size();
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const std::size_t u = (axis + 1) % 3, v = (axis + 2) % 3;
            normal[axis] += relative(i, u) * relative(next, v) - relative(next, u) * relative(i, v);
        }
    }
    return normal;
}

/// Projects the corners along the axis nearest to the normal. The projected polygon is
/// counterclockwise.
std::vector<CornerPoint> flattened(std::span<const std::array<float, 3>> corners) {
    const std::array<double, 3> normal = normal_of(corners);
    std::size_t axis = 0;
    for (std::size_t i = 1; i < 3; ++i)
        if (std::abs(normal[i]) > std::abs(normal[axis])) axis = i;
    std::size_t u = (axis + 1) % 3, v = (axis + 2) % 3;
    if (normal[axis] < 0) std::swap(u, v);
    std::vector<CornerPoint> points;
    points.reserve(corners.size());
    for (const auto& corner : corners)
        points.push_back(
            {double{corner[u]} - double{corners[0][u]}, double{corner[v]} - double{corners[0][v]}});
    return points;
}

/// Triangulates a polygon by ear clipping.
class EarCutter {
public:
    EarCutter(std::vector<CornerPoint> points, std::vector<Triangle>& triangles)
        : points_(std::move(points)),
          left_(points_.size()),
          steps_left_(kStepsPerCorner * points_.size()),
          next_(points_.size()),
          before_(points_.size()),
          is_dent_(points_.size()),
          triangles_(triangles) {
        const auto count = static_cast<Index>(points_.size());
        for (Index i = 0; i < count; ++i) {
            next_[i] = (i + 1) % count;
            before_[i] = (i + count - 1) % count;
        }
        for (Index i = 0; i < count; ++i) {
            is_dent_[i] = area_at(i) < 0;
            if (is_dent_[i]) dents_.push_back(i);
        }
    }

    bool cut() {
        if (dents_.empty()) return cut_fan();
        Index i = 0;
        for (std::size_t tried = 0; left_ > 3;) {
            if (steps_left_ == 0) return false;
            --steps_left_;
            // If no corner is an ear, the polygon intersects itself, and any corner is cut off.
            const bool is_forced = tried >= left_;
            if (is_forced || (area_at(i) >= 0 && is_empty(i))) {
                const Index after = next_[i];
                cut_off(i);
                i = next_[after];  // skips one corner, which gives fewer thin triangles
                tried = 0;
            } else {
                i = next_[i];
                ++tried;
            }
        }
        triangles_.push_back({before_[i], i, next_[i]});
        return true;
    }

private:
    double area_at(Index i) const {
        return area_of(points_[before_[i]], points_[i], points_[next_[i]]);
    }

    bool cut_fan() {
        for (Index i = 2; i < left_; ++i) triangles_.push_back({0, i - 1, i});
        return true;
    }

    /// Returns true if no reflex corner is in the triangle at corner `i`. Removes corners that are
    /// no longer reflex.
    bool is_empty(Index i) {
        const Index before = before_[i], after = next_[i];
        const CornerPoint &a = points_[before], &b = points_[i], &c = points_[after];
        for (std::size_t d = 0; d < dents_.size();) {
            const Index dent = dents_[d];
            if (!is_dent_[dent]) {
                dents_[d] = dents_.back();
                dents_.pop_back();
                continue;
            }
            ++d;
            if (steps_left_ == 0) return false;
            --steps_left_;
            const CornerPoint& p = points_[dent];
            if (dent == before || dent == after || p.is_at(a) || p.is_at(b) || p.is_at(c)) continue;
            if (area_of(a, b, p) >= 0 && area_of(b, c, p) >= 0 && area_of(c, a, p) >= 0)
                return false;
        }
        return true;
    }

    void cut_off(Index i) {
        const Index before = before_[i], after = next_[i];
        triangles_.push_back({before, i, after});
        next_[before] = after;
        before_[after] = before;
        is_dent_[i] = false;
        --left_;
        for (const Index neighbor : {before, after})
            if (is_dent_[neighbor]) is_dent_[neighbor] = area_at(neighbor) < 0;
    }

    std::vector<CornerPoint> points_;
    std::size_t left_;
    std::size_t steps_left_;
    std::vector<Index> next_, before_;
    std::vector<bool> is_dent_;
    std::vector<Index> dents_;
    std::vector<Triangle>& triangles_;
};

}  // namespace

bool triangulate(std::span<const std::array<float, 3>> corners, std::vector<Triangle>& triangles) {
    if (corners.size() > 3) return EarCutter(flattened(corners), triangles).cut();
    triangles.push_back({0, 1, 2});
    return true;
}

}  // namespace glint::detail
