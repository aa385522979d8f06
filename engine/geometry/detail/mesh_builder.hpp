// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include <glint/formats/input_file.hpp>
#include <glint/geometry/triangle_mesh.hpp>

namespace glint::detail {

using MeshPosition = std::array<float, 3>;

/// Builds a mesh from the faces of a file: polygons become triangles, and corners at exactly the
/// same position share one position. Errors name the file and the face.
class MeshBuilder {
public:
    explicit MeshBuilder(const InputFile& file) : file_(file) {}

    /// Adds the next face. A face with fewer than three corners is counted, but adds no triangle.
    /// Throws Error(bad_input) for a corner with a NaN or infinite coordinate, and for an outline
    /// that triangulate() rejects.
    void add_face(std::span<const MeshPosition> corners);

    /// Returns the mesh. Throws Error(bad_input) if it has no triangles.
    TriangleMesh take();

private:
    struct Hash {
        std::size_t operator()(const MeshPosition& position) const noexcept;
    };

    void check(std::span<const MeshPosition> corners) const;
    std::uint32_t index_of(MeshPosition position);

    const InputFile& file_;
    TriangleMesh mesh_;
    std::unordered_map<MeshPosition, std::uint32_t, Hash> known_;
    std::size_t faces_ = 0;
    std::vector<std::uint32_t> indices_;                   // vertex indices of the current face
    std::vector<std::array<std::uint32_t, 3>> triangles_;  // indices of the face's corners
};

/// Faces that refer to their corners by vertex index. The vertices may come later in the file.
struct IndexedFaces {
    std::vector<MeshPosition> vertices{};
    std::vector<std::uint32_t> corners{};  ///< vertex indices of the corners of all faces
    std::vector<std::size_t> ends{};       ///< for each face, the end of its corners in `corners`

    void end_face() { ends.push_back(corners.size()); }
};

/// Throws as MeshBuilder does, and Error(bad_input) for a vertex that does not exist.
TriangleMesh mesh_of(const InputFile& file, const IndexedFaces& faces);

}  // namespace glint::detail
