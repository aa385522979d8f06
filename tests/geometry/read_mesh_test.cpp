#include <glint/geometry/read_mesh.hpp>

#include <cmath>
#include <cstring>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <base/scratch.hpp>
#include <glint/base/error.hpp>

#include "mesh_files.hpp"
#include "meshes.hpp"

namespace glint {
namespace {

using Positions = std::vector<std::array<float, 3>>;
using Triangles = std::vector<std::array<std::uint32_t, 3>>;

class ReadMesh : public testing::Test {
protected:
    TriangleMesh read(const std::string& name, const std::string& content) {
        return read_mesh(folder_.write(name, content));
    }
    /// The reason of the Error(bad_input) that reading ends with; its operation names the file.
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

    test::TemporaryFolder folder_;
};

/// The corners of each triangle, wherever they are kept.
std::vector<Positions> faces_of(const TriangleMesh& mesh) {
    std::vector<Positions> faces;
    for (const auto& t : mesh.triangles)
        faces.push_back({mesh.positions[t[0]], mesh.positions[t[1]], mesh.positions[t[2]]});
    return faces;
}

TEST_F(ReadMesh, TakesBinaryAndTextStl) {
    const TriangleMesh box = test::box_mesh({-1, -2, -3}, {1.5, 2.5, 3.25});
    for (const std::string& content : {test::binary_stl(box), test::text_stl(box)}) {
        const TriangleMesh mesh = read("box.STL", content);
        EXPECT_EQ(mesh.positions.size(), 8u);  // joined, though each face has its own three
        EXPECT_EQ(faces_of(mesh), faces_of(box));
    }
    // Some programs begin binary files with the word that text begins with.
    std::string misleading = test::binary_stl(box);
    misleading.replace(0, 9, "solid box");
    EXPECT_EQ(faces_of(read("misleading.stl", misleading)), faces_of(box));
}

TEST_F(ReadMesh, TakesTextAndBinaryPly) {
    const std::string head =
        "element vertex 4\nproperty float x\nproperty float y\nproperty float z\n"
        "property uchar red\nproperty uchar green\nproperty uchar blue\n"
        "element face 2\nproperty list uchar int vertex_indices\nend_header\n";
    const TriangleMesh text =
        read("a.ply", "ply\nformat ascii 1.0\n" + head +
                          "0 0 0 9 9 9\n1 0 0 9 9 9\n0 1 0 9 9 9\n0 0 1 9 9 9\n3 0 2 1\n3 0 1 3\n");
    EXPECT_EQ(faces_of(text), (std::vector<Positions>{{{0, 0, 0}, {0, 1, 0}, {1, 0, 0}},
                                                      {{0, 0, 0}, {1, 0, 0}, {0, 0, 1}}}));
    std::string binary = "ply\nformat binary_little_endian 1.0\n" + head;
    for (const auto& p : Positions{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}) {
        test::append(binary, p);
        binary += "\t\t\t";
    }
    for (const auto& face : {std::array{0, 2, 1}, {0, 1, 3}}) {
        binary += '\3';
        test::append(binary, face);
    }
    EXPECT_EQ(faces_of(read("b.ply", binary)), faces_of(text));
}

// Groups, materials, textures and normals make corners differ elsewhere: one surface it stays.
TEST_F(ReadMesh, JoinsTheGroupsOfAnObj) {
    const TriangleMesh mesh = read("a.obj",
                                   "mtllib missing.mtl\no box\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n"
                                   "v 0.5 0.5 1\nvt 0 0\nvt 1 1\nvn 0 0 1\n"
                                   "g base\nusemtl red\nf 4/1/1 3/1/1 2/2/1 1/2/1\n"
                                   "g sides\nusemtl blue\nf 1 2 5\nf 2 3 5\nf -3 -2 -1\nf 4 1 5\n");
    EXPECT_EQ(mesh.positions.size(), 5u);
    EXPECT_EQ(mesh.triangles.size(), 6u);
    EXPECT_NEAR(test::volume_of(mesh), 1.0 / 3, 1e-6);
}

TEST_F(ReadMesh, MakesTrianglesOfPolygonsWithDents) {
    const TriangleMesh arrow =
        read("arrow.obj", "v 0 0 0\nv 4 0 0\nv 4 4 0\nv 2 1 0\nv 0 4 0\nf 1 2 3 4 5\nl 1 2\n");
    ASSERT_EQ(arrow.triangles.size(), 3u);
    double area = 0;
    for (std::size_t t = 0; t < 3; ++t) {
        const test::Place normal =
            test::cross(test::corner(arrow, t, 1) - test::corner(arrow, t, 0),
                        test::corner(arrow, t, 2) - test::corner(arrow, t, 0));
        EXPECT_GT(normal[2], 0);
        area += normal[2] / 2;
    }
    EXPECT_DOUBLE_EQ(area, 10);
}

TEST_F(ReadMesh, TakesMinusZeroForZero) {
    const TriangleMesh mesh = read("zeros.obj",
                                   "v 0 0 0\nv -0.0 1 0\nv 1 0 0\nf 1 2 3\nv 0 1 -0.0\nv 0 -0.0 0\n"
                                   "v 0 0 1\nf 4 5 6\n");
    EXPECT_EQ(mesh.positions.size(), 4u);
}

TEST_F(ReadMesh, SaysWhatIsWrongWithAFile) {
    const TriangleMesh box = test::box_mesh({0, 0, 0}, {1, 1, 1});
    const std::string none =
        "it has no triangles: points and lines alone enclose nothing; export a surface";
    EXPECT_EQ(refusal("empty.stl", ""), "it is empty");
    EXPECT_EQ(refusal("none.stl", "solid none\nendsolid none\n"), none);
    EXPECT_EQ(refusal("points.ply",
                      "ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\n"
                      "property float y\nproperty float z\nend_header\n0 0 0\n"),
              none);
    EXPECT_EQ(refusal("points.obj", "v 0 0 0\nv 1 0 0\n"), none);
    EXPECT_EQ(refusal("lines.obj", "v 0 0 0\nv 1 0 0\nl 1 2\n"), none);
    EXPECT_EQ(refusal("out.ply",
                      "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\n"
                      "property float y\nproperty float z\nelement face 1\n"
                      "property list uchar int vertex_indices\nend_header\n"
                      "0 0 0\n1 0 0\n0 1 0\n3 0 1 7\n"),
              "face 0 has vertex 7, and there are 3");
    std::string nan = test::binary_stl(box);
    const float not_a_number = std::nanf("");
    std::memcpy(&nan[84 + 12 + 50 + 4], &not_a_number, sizeof(float));
    EXPECT_EQ(refusal("nan.stl", nan),
              "a corner of face 1 is at (1, nan, 0): export the mesh again, or delete the face");
    EXPECT_NE(refusal("short.stl", test::binary_stl(box).substr(0, 200)), "no error");
    EXPECT_NE(refusal("noise.stl", "no mesh at all"), "no error");
    EXPECT_NE(refusal("noise.ply", "no mesh at all"), "no error");
}

TEST_F(ReadMesh, SaysWhichFilesItReads) {
    EXPECT_TRUE(is_mesh_file("a/wing.Stl"));
    EXPECT_TRUE(is_mesh_file("wing.obj"));
    EXPECT_TRUE(is_mesh_file("wing.PLY"));
    EXPECT_FALSE(is_mesh_file("wing.step"));
    test::expect_error(ErrorCode::unsupported,
                       "'.step' is no kind of mesh that is read: .stl, .ply and .obj are",
                       [] { (void)read_mesh("wing.step"); });
    test::expect_error(ErrorCode::not_found, "No such file or directory",
                       [] { (void)read_mesh("/none/wing.stl"); });
}

}  // namespace
}  // namespace glint
