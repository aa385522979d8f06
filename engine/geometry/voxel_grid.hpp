// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>

namespace glint {

/// Cells that are cubes, along the axes of a mesh's coordinates. Arrays of a grid have the shape
/// (z, y, x), so that x is the fastest.
struct VoxelGrid {
    std::array<std::size_t, 3> cells{1, 1, 1};  ///< along x, y and z; 1 to 65535 each
    std::array<double, 3> low{};                ///< the corner of the first cell
    double spacing = 1;                         ///< how wide a cell is, in units of the mesh
};

}  // namespace glint
