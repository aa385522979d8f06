// SPDX-License-Identifier: MIT
#include <glint/geometry/detail/mesh_builder.hpp>

#include <bit>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include <glint/geometry/detail/triangulate.hpp>

namespace glint::detail {
namespace {

constexpr std::size_t kMaxTriangles = 0x3fffffff;

}  // namespace

std::size_t MeshBuilder::Hash::operator()(const MeshPosition& position) const noexcept {
    std::uint64_t hash = 0;
    for (const float each : position) {
        hash = (hash ^ std::bit_cast<std::uint32_t>(each)) * 0x9e3779b97f4a7c15u;
        hash ^= hash >> 32;
    }
    return hash;
}

std::uint32_t MeshBuilder::index_of(MeshPosition position) {
    for (float& each : position) each += 0.0f;  // turns -0 into 0
    const auto [found, is_new] =
        known_.try_emplace(position, static_cast<std::uint32_t>(mesh_.positions.size()));
    if (is_new) mesh_.positions.push_back(position);
    return found->second;
}

void MeshBuilder::check(std::span<const MeshPosition> corners) const {
    for (const auto& [x, y, z] : corners)
        if (!std::isfinite(x) || !std::isfinite(y) || !std::isfinite(z))
            file_.fail(fmt::format(
                "a corner of face {} is at ({}, {}, {}). Export the mesh again, or delete the face",
                faces_, x, y, z));
}

void MeshBuilder::add_face(std::span<const MeshPosition> corners) {
    if (corners.size() >= 3) {
        check(corners);
        triangles_.clear();
        if (!triangulate(corners, triangles_))
            file_.fail(
                fmt::format("face {} has {} corners, and the outline of the face is too "
                            "complicated. Split the face into triangles before exporting",
                            faces_, corners.size()));
        if (mesh_.triangles.size() + triangles_.size() > kMaxTriangles)
            file_.fail(fmt::format("the mesh has more than {} triangles. Simplify the mesh",
                                   kMaxTriangles));
        indices_.clear();
        for (const MeshPosition& corner : corners) indices_.push_back(index_of(corner));
        for (const auto& [a, b, c] : triangles_)
            mesh_.triangles.push_back({indices_[a], indices_[b], indices_[c]});
    }
    ++faces_;
}

TriangleMesh MeshBuilder::take() {
    if (mesh_.triangles.empty())
        file_.fail("the file has no triangles. Export a surface, not only points and lines");
    return std::move(mesh_);
}

TriangleMesh mesh_of(const InputFile& file, const IndexedFaces& faces) {
    MeshBuilder builder(file);
    std::vector<MeshPosition> corners;
    std::size_t begin = 0;
    for (std::size_t face = 0; face < faces.ends.size(); ++face) {
        corners.clear();
        for (std::size_t i = begin; i < faces.ends[face]; ++i) {
            const std::uint32_t vertex = faces.corners[i];
            if (vertex >= faces.vertices.size())
                file.fail(fmt::format("face {} refers to vertex {}, but the file has {}", face,
                                      vertex, faces.vertices.size()));
            corners.push_back(faces.vertices[vertex]);
        }
        builder.add_face(corners);
        begin = faces.ends[face];
    }
    return builder.take();
}

}  // namespace glint::detail
