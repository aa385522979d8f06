// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include <glint/geometry/triangle_mesh.hpp>

namespace glint {

/// What repair_mesh() found in a mesh.
struct MeshReport {
    std::size_t triangles = 0;      ///< that are left
    std::size_t degenerate = 0;     ///< dropped: two of their corners are one
    std::size_t duplicates = 0;     ///< dropped: another has the same corners
    std::size_t open_edges = 0;     ///< of an odd number of triangles
    std::size_t holes = 0;          ///< that open edges surround
    std::size_t crowded_edges = 0;  ///< of more than two triangles
    std::size_t flipped = 0;        ///< triangles that were turned over
    std::size_t one_sided =
        0;  ///< edges whose two triangles cannot face the same side, as of a Moebius strip
    std::size_t parts = 0;  ///< that hang together by edges of two triangles

    /// Whether it has an inside: all edges belong to an even number of triangles.
    bool is_closed() const noexcept { return open_edges == 0; }
};

/// Drops triangles that are none or there twice, and turns over those that face another side than
/// their neighbours: in each part the fewer. A mesh whose faces then all look inwards is turned
/// over as a whole. Holes stay.
MeshReport repair_mesh(TriangleMesh& mesh);

}  // namespace glint
