// SPDX-License-Identifier: MIT
#include "mesh_reading.hpp"

#include <utility>

#include <sys/stat.h>

#include "mesh_files.hpp"
#include "meshes.hpp"

namespace glint::test {
namespace {

using ReadObj = ReadMesh;

TEST_F(ReadObj, AcceptsUnusualObjFormatting) {
    const std::string v = kTetrahedron;
    const std::pair<const char*, std::string> cases[] = {
        {"plain", v + "f 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n"},
        {"comments", "# head\n" + v + "f 1 3 2 # a face\nf 1 2 4# x\nf 2 3 4 #\nf 3 1 4\n#"},
        {"mark", "\xEF\xBB\xBF" + v + "f 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4"},
        {"continued", v + "f 1 3 \\\n 2\nf 1 2 4\nf \\\n2 \\\n3 \\\n4\nf 3 1 4\\"},
        {"CR LF",
         "v 0 0 0\r\nv 1 0 0\r\nv 0 1 0\r\nv 0 0 1\r\nf 1 3 2\r\nf 1 2 4\r\nf 2 3 "
         "4\r\nf 3 1 4\r\n"},
        {"CR", "v 0 0 0\rv 1 0 0\rv 0 1 0\rv 0 0 1\rf 1 3 2\rf 1 2 4\rf 2 3 4\rf 3 1 4\r"},
        {"faces first", "f 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n" + v},
        {"relative", v + "f -4 -2 -3\nf -4 -3 -1\nf -3 -2 -1\nf -2 -4 -1\n"},
        {"textures and normals", v + "vt 0 0\nvn 0 0 1\nf 1/1/1 3//1 2/1\nf 1/1 2/1 4/1\nf 2 3 "
                                     "4\nf 3/ 1/ 4/\n"},
        {"colors and weights",
         "v 0 0 0 1 0.5 0\nv 1 0 0 1\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 "
         "4\nf 2 3 4\nf 3 1 4\n"},
        {"points and lines", v + "p 1\nl 1 2 3\nf 1 2\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n"}};
    const std::vector<Positions> expected = faces_of(read("a.obj", cases[0].second));
    for (const auto& [name, content] : cases) {
        const TriangleMesh mesh = read("a.obj", content);
        EXPECT_EQ(faces_of(mesh), expected) << name;
        EXPECT_NEAR(test::volume_of(mesh), 1.0 / 6, 1e-6) << name;
    }
}

TEST_F(ReadObj, OpensNoOtherFiles) {
    ASSERT_EQ(::mkfifo((folder_.path() / "pipe").c_str(), 0600), 0);  // reading it would block
    const std::string content = std::string("mtllib pipe\n") + kTetrahedron +
                                "usemtl red\nmap_Kd pipe\nf 1 2 3\ncall pipe\n";
    EXPECT_EQ(read("a.obj", content).triangles.size(), 1u);
}

TEST_F(ReadObj, ErrorsNameTheLine) {
    const std::string v = kTetrahedron;
    EXPECT_EQ(refusal("a.obj", v + "f 1 2 5\n"),
              "line 5: vertex 5 does not exist, because the file has 4 vertices");
    EXPECT_EQ(refusal("b.obj", v + "f 1 0 2\n"),
              "line 5: '0' is not a valid vertex index. Indices start at 1");
    EXPECT_EQ(refusal("c.obj", v + "f 1 -5 2\n"),
              "line 5: vertex -5 does not exist, because the file has 4 vertices before this line");
    EXPECT_EQ(refusal("d.obj", v + "f 1 x 2\n"),
              "line 5: 'x' is not a valid vertex index. Indices start at 1");
    EXPECT_EQ(refusal("e.obj", "v 0 0\n"), "line 1: expected 3 coordinates for a vertex, found 2");
    EXPECT_EQ(refusal("f.obj", "v 0 0,5 0\n"), "line 1: '0,5' is not a number");
    EXPECT_EQ(refusal("g.obj", "v 0 0 0\nv 1 0 0\nv 0 1e39 0\nf 1 2 3\n"),
              "a corner of face 0 is at (0, inf, 0). Export the mesh again, or delete the face");
    EXPECT_EQ(refusal("h.obj", v + "f 99999999999999999999 1 2\n"),
              "line 5: '99999999999999999999' is not a valid vertex index. Indices start at 1");
}

}  // namespace
}  // namespace glint::test
