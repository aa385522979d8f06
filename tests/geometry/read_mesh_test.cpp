// SPDX-License-Identifier: MIT
#include "mesh_reading.hpp"

#include <chrono>
#include <cmath>
#include <cstring>
#include <limits>
#include <utility>

#include <base/peak_memory.hpp>
#include <glint/geometry/detail/mesh_parsers.hpp>

#include "mesh_files.hpp"
#include "meshes.hpp"

namespace glint::test {
namespace {

TEST_F(ReadMesh, ReadsBinaryAndTextStl) {
    const TriangleMesh box = test::box_mesh({-1, -2, -3}, {1.5, 2.5, 3.25});
    for (const std::string& content : {test::binary_stl(box), test::text_stl(box)}) {
        const TriangleMesh mesh = read("box.STL", content);
        EXPECT_EQ(mesh.positions.size(), 8u);  // corners are merged, though each face stores three
        EXPECT_EQ(faces_of(mesh), faces_of(box));
    }
    // Some programs start binary files with "solid", as in text files.
    std::string misleading = test::binary_stl(box);
    misleading.replace(0, 9, "solid box");
    EXPECT_EQ(faces_of(read("misleading.stl", misleading)), faces_of(box));
}

TEST_F(ReadMesh, ReadsTextAndBinaryPly) {
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

// Groups, materials, textures and normals give the same corner different indices; the result must
// still be one surface.
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

TEST_F(ReadMesh, TriangulatesConcavePolygons) {
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

TEST_F(ReadMesh, TreatsMinusZeroAsZero) {
    const TriangleMesh mesh = read("zeros.obj",
                                   "v 0 0 0\nv -0.0 1 0\nv 1 0 0\nf 1 2 3\nv 0 1 -0.0\nv 0 -0.0 0\n"
                                   "v 0 0 1\nf 4 5 6\n");
    EXPECT_EQ(mesh.positions.size(), 4u);
}

TEST_F(ReadMesh, ReportsErrorsInAFile) {
    const TriangleMesh box = test::box_mesh({0, 0, 0}, {1, 1, 1});
    const std::string none =
        "the file has no triangles. Export a surface, not only points and lines";
    EXPECT_EQ(refusal("empty.stl", ""), "the file is empty");
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
              "face 0 refers to vertex 7, but the file has 3");
    std::string nan = test::binary_stl(box);
    const float not_a_number = std::nanf("");
    std::memcpy(&nan[84 + 12 + 50 + 4], &not_a_number, sizeof(float));
    EXPECT_EQ(refusal("nan.stl", nan),
              "a corner of face 1 is at (1, nan, 0). Export the mesh again, or delete the face");
    EXPECT_NE(refusal("short.stl", test::binary_stl(box).substr(0, 200)), "no error");
    EXPECT_NE(refusal("noise.stl", "no mesh at all"), "no error");
    EXPECT_NE(refusal("noise.ply", "no mesh at all"), "no error");
}

TEST_F(ReadMesh, ReadsTheLargestFloats) {
    const float most = std::numeric_limits<float>::max();
    const TriangleMesh mesh =
        read("far.obj", fmt::format("v {0} {0} {0}\nv -{0} {0} {0}\nv -{0} -{0} {0}\nv {0} -{0} "
                                    "-{0}\nf 1 2 3 4\n",
                                    most));
    EXPECT_EQ(mesh.triangles.size(), 2u);
    EXPECT_EQ(box_of(mesh).side(0), 2 * double{most});
}

TEST_F(ReadMesh, RunsInLinearTime) {
    std::string groups = kTetrahedron;
    for (int i = 0; i < 200'000; ++i)
        groups += fmt::format("g part{}\nusemtl m{}\nf 1 2 3\n", i, i);
    const auto begin = std::chrono::steady_clock::now();
    EXPECT_EQ(read("groups.obj", groups).triangles.size(), 200'000u);
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(10));
}

TEST_F(ReadMesh, ClaimedSizesAllocateNothing) {
    std::string list(3 * sizeof(float) * 3, '\0');
    test::append(list, std::uint32_t(0x7fffffff));
    list += std::string(40, '\0');
    const std::string vertices = "element vertex 3\n" + kXyz;
    const std::string face = "element face 1\nproperty list uint int vertex_indices\n";
    const std::size_t growth = test::growth_bytes([&] {
        EXPECT_NE(refusal("a.ply", ply(vertices + face, list, "binary_little_endian"))
                      .find("the file ends inside face 1 of 1"),
                  std::string::npos);
        EXPECT_EQ(refusal("a.ply", ply(vertices + face, "0 0 0\n1 0 0\n0 1 0\n2147483647 0 1 2\n")),
                  "line 13: '2147483647' is not a valid list length");
        for (const char* encoding : {"ascii", "binary_little_endian", "binary_big_endian"})
            EXPECT_NE(refusal("b.ply", ply("element vertex 18446744073709551615\n" + kXyz,
                                           "1 2 3\n", encoding)),
                      "no error");
    });
    EXPECT_LT(growth, std::size_t{64} << 20);
}

/// Parses content that may be damaged. It must be refused or give a valid mesh.
void take(const std::string& name, const std::string& content) try {
    const InputFile file = InputFile::of_content("read mesh", content);
    std::vector<std::string> warnings;
    const TriangleMesh mesh = name == "stl"   ? detail::parse_stl(file, warnings)
                              : name == "obj" ? detail::parse_obj(file)
                                              : detail::parse_ply_mesh(file);
    EXPECT_FALSE(mesh.triangles.empty());
    for (const auto& t : mesh.triangles)
        for (const std::uint32_t corner : t) EXPECT_LT(corner, mesh.positions.size());
    for (const auto& p : mesh.positions)
        for (const float each : p) EXPECT_TRUE(std::isfinite(each));
} catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::bad_input);
}

TEST_F(ReadMesh, SurvivesDamage) {
    const TriangleMesh box = box_mesh({0, 0, 0}, {1, 1, 1});
    const std::string obj = std::string(kTetrahedron) + "f 1/1 3/2 2/1\nf -1 -2 -3 -4\n";
    const std::pair<const char*, std::string> files[] = {{"stl", binary_stl(box).substr(0, 234)},
                                                         {"stl", text_stl(box).substr(0, 260)},
                                                         {"obj", obj},
                                                         {"ply", kCube}};
    for (const auto& [name, whole] : files) {
        for (std::size_t i = 0; i < whole.size(); ++i) {
            take(name, whole.substr(0, i));
            std::string damaged = whole;
            for (const int flipped : {0x01, 0x80, 0xff}) {
                damaged[i] = static_cast<char>(whole[i] ^ flipped);
                take(name, damaged);
            }
        }
    }
}

TEST_F(ReadMesh, ListsSupportedFiles) {
    EXPECT_TRUE(is_mesh_file("a/wing.Stl"));
    EXPECT_TRUE(is_mesh_file("wing.obj"));
    EXPECT_TRUE(is_mesh_file("wing.PLY"));
    EXPECT_FALSE(is_mesh_file("wing.step"));
    test::expect_error(ErrorCode::unsupported,
                       "the extension '.step' is not supported. Use .stl, .ply or .obj",
                       [] { (void)read_mesh("wing.step"); });
    test::expect_error(ErrorCode::not_found, "No such file or directory",
                       [] { (void)read_mesh("/none/wing.stl"); });
}

}  // namespace
}  // namespace glint::test
