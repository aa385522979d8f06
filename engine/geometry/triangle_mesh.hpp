// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace glint {

/// A triangle mesh in space. Each triangle has three of the positions as its corners,
/// counterclockwise as seen from outside.
struct TriangleMesh {
    std::vector<std::array<float, 3>> positions;
    std::vector<std::array<std::uint32_t, 3>> triangles;
};

/// An axis-aligned bounding box.
struct MeshBox {
    std::array<double, 3> low{}, high{};

    double side(std::size_t axis) const noexcept { return high[axis] - low[axis]; }
    double middle(std::size_t axis) const noexcept { return (low[axis] + high[axis]) / 2; }
};

/// Returns the bounding box of all positions, or an empty box at the origin if there are none.
MeshBox box_of(const TriangleMesh& mesh);

}  // namespace glint
