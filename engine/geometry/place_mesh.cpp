// SPDX-License-Identifier: MIT
#include <glint/geometry/place_mesh.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <span>

#include <fmt/format.h>

#include <glint/base/error.hpp>

namespace glint {
namespace {

constexpr double kDefaultShare = 0.5;
constexpr double kMaxPlacedCells = 268'435'456;  // 2^28, the limit of voxelize()
constexpr const char* kAxisNames = "xyz";

[[noreturn]] void refuse_placement(const std::string& reason) {
    throw Error(ErrorCode::invalid_argument, "place a mesh in a grid", reason);
}

/// Returns the sine and cosine, which are exact for multiples of 90 degrees.
std::pair<double, double> sine_and_cosine(double degrees) {
    const double quarters = degrees / 90;
    if (quarters == std::floor(quarters)) {
        const int quarter = static_cast<int>(std::fmod(std::fmod(quarters, 4) + 4, 4));
        return {std::array{0, 1, 0, -1}[static_cast<std::size_t>(quarter)],
                std::array{1, 0, -1, 0}[static_cast<std::size_t>(quarter)]};
    }
    const double angle = degrees * std::numbers::pi / 180;
    return {std::sin(angle), std::cos(angle)};
}

using Positions = std::vector<std::array<double, 3>>;

void turn_positions(Positions& positions, const MeshTurn& by) {
    const auto [sine, cosine] = sine_and_cosine(by.degrees);
    const std::size_t a = (by.axis + 1) % 3, b = (by.axis + 2) % 3;
    for (auto& p : positions) {
        const double before_a = p[a], before_b = p[b];
        p[a] = cosine * before_a - sine * before_b;
        p[b] = sine * before_a + cosine * before_b;
    }
}

/// Returns the rotated positions. They are doubles, so the rotation of float positions cannot
/// overflow.
Positions turned_positions(const TriangleMesh& mesh, std::span<const MeshTurn> turns) {
    Positions positions;
    positions.reserve(mesh.positions.size());
    for (const auto& [x, y, z] : mesh.positions) {
        if (!std::isfinite(x) || !std::isfinite(y) || !std::isfinite(z))
            refuse_placement(
                fmt::format("the position ({}, {}, {}) of the mesh is not finite", x, y, z));
        positions.push_back({x, y, z});
    }
    for (const MeshTurn& each : turns) turn_positions(positions, each);
    return positions;
}

MeshBox box_around(const Positions& positions) {
    if (positions.empty()) return {};
    MeshBox box{.low = positions.front(), .high = positions.front()};
    for (const auto& p : positions)
        for (std::size_t axis = 0; axis < 3; ++axis) {
            box.low[axis] = std::min(box.low[axis], p[axis]);
            box.high[axis] = std::max(box.high[axis], p[axis]);
        }
    return box;
}

double default_scale(const MeshBox& box, const std::array<std::size_t, 3>& cells,
                     std::size_t axes) {
    double scale = std::numeric_limits<double>::infinity();
    for (std::size_t axis = 0; axis < axes; ++axis)
        if (box.side(axis) > 0)
            scale =
                std::min(scale, kDefaultShare * static_cast<double>(cells[axis]) / box.side(axis));
    if (!std::isfinite(scale)) refuse_placement("the size of the mesh is zero");
    return scale;
}

double scale_of(const MeshBox& box, const MeshPlacement& placement,
                const std::array<std::size_t, 3>& cells, std::size_t axes) {
    if (!placement.side) return default_scale(box, cells, axes);
    const auto [axis, length] = *placement.side;
    if (!(length > 0) || !std::isfinite(length))
        refuse_placement(fmt::format("a side of {} cells is not a positive number", length));
    if (!(box.side(axis) > 0))
        refuse_placement(fmt::format(
            "the mesh is flat along {}. Specify the length of another side", kAxisNames[axis]));
    return length / box.side(axis);
}

std::string sides_of(const MeshBox& box, double scale, std::size_t axes) {
    std::string text = fmt::format("{:.3g}", box.side(0) * scale);
    for (std::size_t axis = 1; axis < axes; ++axis)
        text += fmt::format(" x {:.3g}", box.side(axis) * scale);
    return text + " cells";
}

/// Returns the position in the grid, in cells, to which the mesh's middle moves.
std::array<double, 3> middle_of(const MeshPlacement& placement,
                                const std::array<std::size_t, 3>& cells) {
    std::array<double, 3> middle{};
    for (std::size_t axis = 0; axis < 3; ++axis)
        middle[axis] = placement.at[axis] * static_cast<double>(cells[axis]);
    return middle;
}

void require_cells(const MeshBox& box, double scale, const std::array<double, 3>& middle,
                   const std::array<std::size_t, 3>& cells, std::size_t axes) {
    double longest = 0;
    for (std::size_t axis = 0; axis < axes; ++axis) {
        const double side = box.side(axis) * scale;
        longest = std::max(longest, side);
        if (middle[axis] + side / 2 <= 0 ||
            middle[axis] - side / 2 >= static_cast<double>(cells[axis]))
            refuse_placement(
                fmt::format("the bounding box of the mesh, {}, would be outside the grid along {}",
                            sides_of(box, scale, axes), kAxisNames[axis]));
    }
    if (longest < 1)
        refuse_placement(
            fmt::format("the mesh would be {}, smaller than one cell", sides_of(box, scale, axes)));
    for (std::size_t axis = 0; axis < 3; ++axis)
        if (!(box.side(axis) * scale <= kMaxPlacedCells))
            refuse_placement(fmt::format(
                "the mesh would be {:.3g} cells long along {}, but the maximum is {:.3g}",
                box.side(axis) * scale, kAxisNames[axis], kMaxPlacedCells));
}

}  // namespace

TriangleMesh place_mesh(TriangleMesh mesh, const MeshPlacement& placement,
                        const std::array<std::size_t, 3>& cells, bool is_flat) {
    const Positions positions = turned_positions(mesh, placement.turns);
    const MeshBox box = box_around(positions);
    const std::size_t axes = is_flat ? 2 : 3;
    const double scale = scale_of(box, placement, cells, axes);
    const std::array<double, 3> middle = middle_of(placement, cells);
    require_cells(box, scale, middle, cells, axes);
    if (is_flat && !(box.side(2) > 0))
        refuse_placement("the mesh is flat along z and has no cross section");
    const double cut = box.low[2] + placement.cut * box.side(2);
    const bool is_mirrored = is_flat && placement.is_y_down;
    for (std::size_t i = 0; i < positions.size(); ++i) {
        const auto& p = positions[i];
        const auto along = [&](std::size_t axis, double sign) {
            return static_cast<float>(middle[axis] + sign * scale * (p[axis] - box.middle(axis)));
        };
        mesh.positions[i] = {
            along(0, 1), along(1, is_mirrored ? -1 : 1),
            is_flat ? static_cast<float>(0.5 + scale * (p[2] - cut)) : along(2, 1)};
    }
    if (is_mirrored)  // restores the outward orientation of the faces
        for (auto& triangle : mesh.triangles) std::swap(triangle[1], triangle[2]);
    return mesh;
}

}  // namespace glint
