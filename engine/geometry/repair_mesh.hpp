// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include <glint/geometry/triangle_mesh.hpp>

namespace glint {

/// Results of repair_mesh().
struct MeshReport {
    std::size_t triangles = 0;      ///< number of triangles that remain
    std::size_t degenerate = 0;     ///< dropped triangles with two equal corners
    std::size_t duplicates = 0;     ///< dropped triangles with the same corners as another
    std::size_t open_edges = 0;     ///< edges with an odd number of triangles
    std::size_t holes = 0;          ///< connected groups of open edges
    std::size_t crowded_edges = 0;  ///< edges with more than two triangles
    std::size_t flipped = 0;        ///< triangles whose orientation was reversed
    std::size_t one_sided =
        0;  ///< edges whose two triangles cannot have the same orientation, as on a Moebius strip
    std::size_t parts = 0;  ///< connected components (across edges of two triangles)

    /// True if the mesh has an inside: all edges belong to an even number of triangles.
    bool is_closed() const noexcept { return open_edges == 0; }
};

/// Drops degenerate and duplicate triangles. In each connected part, flips the triangles whose
/// orientation differs from that of the majority. If all faces of a closed mesh then point inward,
/// flips all of them. Does not close holes.
MeshReport repair_mesh(TriangleMesh& mesh);

}  // namespace glint
