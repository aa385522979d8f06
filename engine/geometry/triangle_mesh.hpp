// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace glint {

/// A triangle mesh in space. A triangle has the indices of its corners in `positions`,
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

/// Returns the bounding box of all positions. For a mesh without positions, returns an empty box at
/// the origin.
MeshBox box_of(const TriangleMesh& mesh);

}  // namespace glint
