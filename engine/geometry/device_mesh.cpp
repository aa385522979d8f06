// SPDX-License-Identifier: MIT
#include <glint/geometry/device_mesh.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include <glint/base/error.hpp>

namespace glint {
namespace {

[[noreturn]] void refuse_device_mesh(const TriangleMesh& mesh, const std::string& reason) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("copy a mesh of {} triangles to a device", mesh.triangles.size()),
                reason);
}

const TriangleMesh& checked(const TriangleMesh& mesh) {
    constexpr std::size_t kMax = std::numeric_limits<int>::max() / 3;
    if (mesh.triangles.empty()) refuse_device_mesh(mesh, "the mesh has no triangles");
    if (mesh.triangles.size() > kMax || mesh.positions.size() > kMax)
        refuse_device_mesh(
            mesh, fmt::format("a mesh can have at most {} triangles and {} positions", kMax, kMax));
    for (const auto& triangle : mesh.triangles)
        for (const std::uint32_t corner : triangle)
            if (corner >= mesh.positions.size())
                refuse_device_mesh(
                    mesh,
                    fmt::format("a triangle refers to position {}, but the mesh has {} positions",
                                corner, mesh.positions.size()));
    for (const auto& p : mesh.positions)
        if (!std::ranges::all_of(p, [](float each) { return std::isfinite(each); }))
            refuse_device_mesh(
                mesh, fmt::format("the position ({}, {}, {}) is not finite", p[0], p[1], p[2]));
    return mesh;
}

template <class T, class From>
std::span<const T> numbers_of(const std::vector<From>& triples) {
    return {reinterpret_cast<const T*>(triples.data()), 3 * triples.size()};
}

}  // namespace

DeviceMesh::DeviceMesh(const Stream& stream, const TriangleMesh& mesh)
    : positions_(stream, Shape{checked(mesh).positions.size(), 3},
                 numbers_of<float>(mesh.positions)),
      triangles_(stream, Shape{mesh.triangles.size(), 3}, numbers_of<int>(mesh.triangles)),
      box_(box_of(mesh)) {}

}  // namespace glint
