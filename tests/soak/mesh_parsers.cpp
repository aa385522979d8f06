// SPDX-License-Identifier: MIT
#include "mesh_parsers.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <glint/formats/input_file.hpp>
#include <glint/geometry/detail/mesh_parsers.hpp>
#include <glint/geometry/place_mesh.hpp>
#include <glint/geometry/read_mesh.hpp>
#include <glint/geometry/repair_mesh.hpp>

#include "input.hpp"
#include "require.hpp"

namespace glint::soak {
namespace {

void require_whole_mesh(const TriangleMesh& mesh) {
    for (const auto& triangle : mesh.triangles)
        require(std::ranges::all_of(
            triangle, [&](std::uint32_t corner) { return corner < mesh.positions.size(); }));
    for (const auto& position : mesh.positions)
        require(std::ranges::all_of(position, [](float each) { return std::isfinite(each); }));
}

/// Checks the guarantees of mesh reading, and processes the mesh as before an upload.
void use(TriangleMesh mesh) {
    require(!mesh.triangles.empty());
    require_whole_mesh(mesh);
    const std::size_t before = mesh.triangles.size();
    const MeshReport report = repair_mesh(mesh);
    require_whole_mesh(mesh);
    require(report.triangles == mesh.triangles.size());
    require(report.triangles + report.degenerate + report.duplicates == before);
    const MeshBox box = box_of(mesh);
    for (std::size_t axis = 0; axis < 3; ++axis) require(box.side(axis) >= 0);
    require_whole_mesh(place_mesh(mesh, {.turns = {{.axis = 0, .degrees = 30}}}, {32, 16, 8}));
}

}  // namespace

void mesh_stl(std::string_view bytes) {
    std::vector<std::string> warnings;
    use(detail::parse_stl(input(bytes), warnings));
    require(warnings.size() <= 1);
}

void mesh_obj(std::string_view bytes) { use(detail::parse_obj(input(bytes))); }
void mesh_ply(std::string_view bytes) { use(detail::parse_ply_mesh(input(bytes))); }

}  // namespace glint::soak
