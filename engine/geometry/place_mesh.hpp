// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <vector>

#include <glint/geometry/triangle_mesh.hpp>

namespace glint {

/// A turn about an axis, against the clock seen from where the axis points to.
struct MeshTurn {
    std::size_t axis = 2;  ///< 0 is x
    double degrees = 0;

    friend bool operator==(const MeshTurn&, const MeshTurn&) = default;
};

/// How a mesh is to lie in a grid. It keeps its proportions.
struct MeshPlacement {
    /// How long one of its sides is, once it is turned.
    struct Side {
        std::size_t axis = 0;
        double cells = 1;
    };

    std::vector<MeshTurn> turns{};            ///< one after the other
    std::optional<Side> side{};               ///< nothing: half of the grid, and no side is longer
    std::array<double, 3> at{0.5, 0.5, 0.5};  ///< where its middle is, as shares of the grid
    double cut = 0.5;                         ///< for flat grids: where, as a share of its height
    bool is_y_down = false;  ///< for flat grids: row 0 is at the top of their pictures
};

/// The mesh in cells of a grid that begins at 0: cell 0 reaches from 0 to 1.
///
/// A flat grid has a depth of 1, and shows the cut across the mesh's z, with x to the right and y
/// up in its picture. `at` is counted from the corner of cell (0, 0).
/// Throws Error(invalid_argument) for a mesh that is flat where `side` or `cut` needs a length, is a
/// point, has a position that is NaN or infinite, is smaller than a cell or longer than 2^28, or
/// lies outside the grid.
TriangleMesh place_mesh(TriangleMesh mesh, const MeshPlacement& placement,
                        const std::array<std::size_t, 3>& cells, bool is_flat = false);

}  // namespace glint
