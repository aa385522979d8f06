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

/// Position, rotation and size of a mesh in a grid. The mesh keeps its proportions.
struct MeshPlacement {
    /// Sets the length of the rotated mesh along one axis.
    struct Side {
        std::size_t axis = 0;
        double cells = 1;
    };

    std::vector<MeshTurn> turns{};            ///< applied in order
    std::optional<Side> side{};               ///< if empty, the mesh spans at most half of the grid
    std::array<double, 3> at{0.5, 0.5, 0.5};  ///< mesh's middle, as fractions of the grid's sides
    double cut = 0.5;                         ///< flat grids: cut's z as a fraction of the mesh
    bool is_y_down = false;                   ///< flat grids: true if y points down in pictures
};

/// Returns the mesh in units of cells. The grid begins at 0, so cell 0 extends from 0 to 1.
///
/// If `is_flat` is true, the grid is one cell deep. It contains a cross section of the mesh,
/// perpendicular to its z axis, with x to the right and y up in the picture. `at` is relative to
/// the corner of cell (0, 0). Throws Error(invalid_argument) if the mesh has zero length along an
/// axis that `side` or `cut` refers to, is a single point, has a position that is NaN or infinite,
/// is smaller than one cell or longer than 2^28 cells, or is outside the grid.
TriangleMesh place_mesh(TriangleMesh mesh, const MeshPlacement& placement,
                        const std::array<std::size_t, 3>& cells, bool is_flat = false);

}  // namespace glint
