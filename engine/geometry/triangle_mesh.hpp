// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace glint {

/// Triangles in space. The corners of each are three of the positions, against the clock where it
/// is seen from outside.
struct TriangleMesh {
    std::vector<std::array<float, 3>> positions;
    std::vector<std::array<std::uint32_t, 3>> triangles;
};

/// The smallest box with its sides along the axes that has all of something in it.
struct MeshBox {
    std::array<double, 3> low{}, high{};

    double side(std::size_t axis) const noexcept { return high[axis] - low[axis]; }
    double middle(std::size_t axis) const noexcept { return (low[axis] + high[axis]) / 2; }
};

/// The box of all positions; one without sides at zero where there are none.
MeshBox box_of(const TriangleMesh& mesh);

}  // namespace glint
