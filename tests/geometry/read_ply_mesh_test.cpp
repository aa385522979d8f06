// SPDX-License-Identifier: MIT
#include "mesh_reading.hpp"

#include <utility>

#include "mesh_files.hpp"
#include "meshes.hpp"

namespace glint::test {
namespace {

using ReadPlyMesh = ReadMesh;

TEST_F(ReadPlyMesh, AcceptsUnusualTextPlyFormatting) {
    const std::string header = kCube.substr(0, kCube.find("end_header\n") + 11);
    const std::string vertices = "element vertex 8\n" + kXyz;
    const std::pair<const char*, std::string> cases[] = {
        {"plain", kCube},
        {"comment in an element",
         replaced(kCube, "property float y", "comment x\nproperty float y")},
        {"trailing spaces", replaced(kCube, "\n", " \n")},
        {"CR LF", replaced(kCube, "\n", "\r\n")},
        {"CR", replaced(kCube, "\n", "\r")},
        {"mark", "\xEF\xBB\xBF" + kCube},
        {"empty lines", header + "\n" + replaced(kCubeCorners + kCubeFaces, "\n", "\n\n")},
        {"one word in a line", header + replaced(kCubeCorners + kCubeFaces, " ", "\n")},
        {"one line", header + replaced(kCubeCorners + kCubeFaces, "\n", " ")},
        {"vertices in one line", header + replaced(kCubeCorners, "\n", " ") + "\n" + kCubeFaces},
        {"faces that do not fill lines",
         header + kCubeCorners + replaced(kCubeFaces, "3 4", "3\n4")},
        {"empty faces", ply(vertices + "element face 15\n" + kList,
                            kCubeCorners + "0\n2 0 1\n1 3\n" + kCubeFaces)},
        {"an empty face at the end",
         ply(vertices + "element face 13\n" + kList, kCubeCorners + kCubeFaces + "0\n")},
        {"an element before",
         ply("element camera 2\nproperty float fx\nproperty list uchar int names\n" + vertices +
                 "element face 12\n" + kList,
             "1 2 3 4\n2 0\n" + kCubeCorners + kCubeFaces)},
        {"an element between", ply(vertices +
                                       "element edge 1\nproperty int vertex1\nproperty int "
                                       "vertex2\nelement face 12\n" +
                                       kList,
                                   kCubeCorners + "0 1\n" + kCubeFaces)},
        {"faces first", ply("element face 12\n" + kList + vertices, kCubeFaces + kCubeCorners)},
        {"other properties of faces",
         ply(vertices + "element face 12\nproperty uchar red\n" + kList +
                 "property list uchar float texcoord\n",
             kCubeCorners + replaced("\n" + kCubeFaces, "\n3", " 2 0.5 1\n9 3").substr(9) +
                 " 2 0.5 1\n")},
        {"old name", replaced(kCube, "vertex_indices", "vertex_index")},
        {"other name", replaced(kCube, "vertex_indices", "corners")}};
    for (const auto& [name, content] : cases) {
        TriangleMesh mesh;
        EXPECT_NO_THROW(mesh = read("a.ply", content)) << name;
        EXPECT_EQ(mesh.triangles.size(), 12u) << name;
        EXPECT_NEAR(test::volume_of(mesh), 1, 1e-6) << name;
    }
}

TEST_F(ReadPlyMesh, ReadsTriangleStrips) {
    const auto strips = [](const std::string& type, const std::string& list) {
        return ply("element vertex 8\n" + kXyz + "element tristrips 1\nproperty list int " + type +
                       " vertex_indices\n",
                   kCubeCorners + list);
    };
    const TriangleMesh two = read("a.ply", strips("int", "9 0 1 2 3 -1 4 5 6 7\n"));
    EXPECT_EQ(faces_of(two), (std::vector<Positions>{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}},
                                                     {{0, 1, 0}, {1, 0, 0}, {1, 1, 0}},
                                                     {{0, 0, 1}, {1, 0, 1}, {0, 1, 1}},
                                                     {{0, 1, 1}, {1, 0, 1}, {1, 1, 1}}}));
    EXPECT_EQ(faces_of(read("b.ply", strips("uint", "9 0 1 2 3 4294967295 4 5 6 7\n"))),
              faces_of(two));
    EXPECT_EQ(read("c.ply", strips("int", "8 -1 0 1 -1 -1 2 3 4\n")).triangles.size(), 1u);
}

TEST_F(ReadPlyMesh, SkipsElementsBeforeTheVertices) {
    for (const char* comment : {"", "comment inside\n"}) {
        std::string body;
        for (const float focus : {1.0f, 2.0f}) test::append(body, focus);
        for (const auto& p : Positions{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}) test::append(body, p);
        body += '\0';  // a face without corners
        body += '\3';
        test::append(body, std::array{0, 1, 2});
        const TriangleMesh mesh =
            read("a.ply", ply("element camera 2\nproperty float fx\nelement vertex 3\n" +
                                  std::string(comment) + kXyz + "element face 2\n" + kList,
                              body + "anything", "binary_little_endian"));
        EXPECT_EQ(faces_of(mesh), (std::vector<Positions>{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}}));
    }
}

TEST_F(ReadPlyMesh, RefusesInconsistentCounts) {
    const std::string three = "element vertex 3\n" + kXyz + "element face 1\n" + kList;
    const auto reason = [&](const std::string& body) { return refusal("a.ply", ply(three, body)); };
    const std::string corners = "0 0 0\n1 0 0\n0 1 0\n";
    EXPECT_EQ(reason("0 0 0 7\n1 0 0 7\n0 1 0 7\n3 0 1 2\n"),
              "line 10: expected 3 numbers, found 4");
    EXPECT_EQ(reason(corners + "3 0 1\n"), "line 13: expected 4 numbers, found 3");
    EXPECT_EQ(reason(corners + "3 0 1 2 255\n"), "line 13: expected 4 numbers, found 5");
    EXPECT_EQ(reason(corners + "3 0 1 -2\n"), "line 13: -2 is not a valid vertex index");
    EXPECT_EQ(reason(corners + "-3 0 1 2\n"), "line 13: '-3' is not a valid list length");
    EXPECT_EQ(reason(corners), "line 12: the file ends before face 1 of 1");
    EXPECT_EQ(refusal("b.ply", ply("element vertex 3\nproperty float x\nproperty float y\n"
                                   "element face 1\n" +
                                       kList,
                                   "0 0\n1 0\n0 1\n3 0 1 2\n")),
              "the vertices have no property 'z'");
}

}  // namespace
}  // namespace glint::test
