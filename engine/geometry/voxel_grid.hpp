// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>

namespace glint {

/// A grid of cubic cells, aligned with the axes of a mesh's coordinates. Arrays of a grid have the
/// shape (z, y, x), so that x is contiguous.
struct VoxelGrid {
    std::array<std::size_t, 3> cells{1, 1, 1};  ///< along x, y and z; 1 to 65535 each
    std::array<double, 3> low{};                ///< lower corner of the first cell
    double spacing = 1;                         ///< edge length of a cell, in the mesh's units
};

}  // namespace glint
