// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <vector>

#include <glint/geometry/triangle_mesh.hpp>

namespace glint {

/// A rotation around an axis, counterclockwise as seen from the tip of the axis.
struct MeshTurn {
    std::size_t axis = 2;  ///< 0 is x
    double degrees = 0;

    friend bool operator==(const MeshTurn&, const MeshTurn&) = default;
};

/// Placement of a mesh in a grid. The mesh keeps its proportions.
struct MeshPlacement {
    /// The length of the rotated mesh along one axis.
    struct Side {
        std::size_t axis = 0;
        double cells = 1;
    };

    std::vector<MeshTurn> turns{};            ///< applied in order
    std::optional<Side> side{};               ///< if empty, no side exceeds half of the grid
    std::array<double, 3> at{0.5, 0.5, 0.5};  ///< mesh's middle, as fractions of the grid's extents
    double cut = 0.5;                         ///< flat grids: z of the cut, a fraction of the mesh
    bool is_y_down = false;                   ///< for flat grids: row 0 is at the top of pictures
};

/// Returns the mesh in units of cells, in a grid that begins at 0, so that cell 0 extends from 0 to
/// 1.
///
/// A flat grid has a depth of 1. It shows a cut across the mesh's z axis, with x to the right and y
/// up in its picture. `at` is measured from the corner of cell (0, 0). Throws
/// Error(invalid_argument) if the mesh is flat where `side` or `cut` needs a length, is a point,
/// has a position that is NaN or infinite, is smaller than a cell or longer than 2^28 cells, or is
/// outside the grid.
TriangleMesh place_mesh(TriangleMesh mesh, const MeshPlacement& placement,
                        const std::array<std::size_t, 3>& cells, bool is_flat = false);

}  // namespace glint
