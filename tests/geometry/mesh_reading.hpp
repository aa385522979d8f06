// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <base/scratch.hpp>
#include <glint/base/error.hpp>
#include <glint/geometry/read_mesh.hpp>

namespace glint::test {

using Positions = std::vector<std::array<float, 3>>;

/// Tests that read a mesh from a file.
class ReadMesh : public testing::Test {
protected:
    TriangleMesh read(const std::string& name, const std::string& content) {
        return read_mesh(folder_.write(name, content));
    }
    /// Returns the reason of the Error(bad_input) that reading throws. The error's operation must
    /// name the file.
    std::string refusal(const std::string& name, const std::string& content) {
        try {
            read(name, content);
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), ErrorCode::bad_input);
            EXPECT_EQ(error.operation(),
                      fmt::format("read mesh '{}'", (folder_.path() / name).string()));
            return error.reason();
        }
        return "no error";
    }

    TemporaryFolder folder_;
};

/// Returns the corner positions of all triangles, independent of the order of vertices.
inline std::vector<Positions> faces_of(const TriangleMesh& mesh) {
    std::vector<Positions> faces;
    for (const auto& t : mesh.triangles)
        faces.push_back({mesh.positions[t[0]], mesh.positions[t[1]], mesh.positions[t[2]]});
    return faces;
}

/// Returns `all` with each `what` replaced with `with`.
inline std::string replaced(std::string all, const std::string& what, const std::string& with) {
    for (std::size_t at = all.find(what); at != all.npos; at = all.find(what, at + with.size()))
        all.replace(at, what.size(), with);
    return all;
}

constexpr const char* kTetrahedron = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n";

/// The eight corners and twelve triangles of a cube.
inline const std::string kCubeCorners = "0 0 0\n1 0 0\n0 1 0\n1 1 0\n0 0 1\n1 0 1\n0 1 1\n1 1 1\n";
inline const std::string kCubeFaces =
    "3 0 2 3\n3 0 3 1\n3 4 5 7\n3 4 7 6\n3 0 1 5\n3 0 5 4\n3 2 6 7\n3 2 7 3\n3 0 4 6\n3 0 6 2\n3 1 "
    "3 7\n3 1 7 5\n";
inline const std::string kXyz = "property float x\nproperty float y\nproperty float z\n";
inline const std::string kList = "property list uchar int vertex_indices\n";

inline std::string ply(const std::string& declarations, const std::string& body,
                       const std::string& encoding = "ascii") {
    return "ply\nformat " + encoding + " 1.0\n" + declarations + "end_header\n" + body;
}

inline const std::string kCube =
    ply("element vertex 8\n" + kXyz + "element face 12\n" + kList, kCubeCorners + kCubeFaces);

}  // namespace glint::test
