// SPDX-License-Identifier: MIT
#include "mesh_reading.hpp"

#include <cctype>
#include <cstring>
#include <utility>

#include <support/complaints.hpp>

#include "mesh_files.hpp"
#include "meshes.hpp"

namespace glint::test {
namespace {

using ReadStl = ReadMesh;

TEST_F(ReadStl, AcceptsWrongTriangleCounts) {
    const TriangleMesh box = test::box_mesh({-1, -2, -3}, {1.5, 2.5, 3.25});
    const std::string whole = test::binary_stl(box);
    const auto with_count = [&](std::uint32_t count, const std::string& after = "") {
        std::string content = whole + after;
        std::memcpy(&content[80], &count, sizeof(count));
        return content;
    };
    const std::pair<std::string, const char*> cases[] = {
        {whole + "\r\n", "ignored 2 bytes after the last of 12 facets"},
        {whole + std::string(117, 'x'), "ignored 117 bytes after the last of 12 facets"},
        {with_count(0),
         "the header specifies 0 facets, but the 684 bytes of the file contain 12. All 12 were "
         "read"},
        {with_count(3),
         "the header specifies 3 facets, but the 684 bytes of the file contain 12. All 12 were "
         "read"},
        {with_count(0xffffffff),
         "the header specifies 4294967295 facets, but the 684 bytes of the file contain 12. All 12 "
         "were read"},
        {with_count(0, "junk"),
         "the header specifies 0 facets, but the 688 bytes of the file contain 12. All 12 were "
         "read"}};
    for (const auto& [content, warning] : cases) {
        const ExpectedComplaints one(1);
        testing::internal::CaptureStderr();
        EXPECT_EQ(faces_of(read("box.stl", content)), faces_of(box)) << warning;
        const std::string err = testing::internal::GetCapturedStderr();
        EXPECT_NE(err.find(warning), std::string::npos) << err;
    }
    EXPECT_EQ(refusal("cut.stl", whole.substr(0, whole.size() - 1)),
              "the header specifies 12 facets, but the file ends inside facet 12");
    EXPECT_EQ(refusal("many.stl", with_count(13, "junk")),
              "the header specifies 13 facets, but the file ends inside facet 13");
    EXPECT_EQ(refusal("short.stl", std::string(83, '\0')),
              "the file is not STL, because a binary STL file has at least 84 bytes, but this file "
              "has 83");
}

TEST_F(ReadStl, AcceptsColorsAndMisleadingComments) {
    const TriangleMesh box = test::box_mesh({0, 0, 0}, {1, 2, 3});
    std::string content = test::binary_stl(box);
    for (std::size_t i = 0; i < 12; ++i) content.replace(84 + 50 * i + 48, 2, "\xff\x83");
    content.replace(0, 80, "solid " + std::string(74, ' '));
    EXPECT_EQ(faces_of(read("a.stl", content)), faces_of(box));
    const ExpectedComplaints one(1);
    content += '\n';  // the size no longer matches, but the file is still binary
    EXPECT_EQ(faces_of(read("b.stl", content)), faces_of(box));
}

TEST_F(ReadStl, AcceptsUnusualTextFormatting) {
    const TriangleMesh box = test::box_mesh({0, 0, 0}, {1, 2, 3});
    const std::string text = test::text_stl(box);
    std::string capitals = text;
    for (char& c : capitals) c = static_cast<char>(std::toupper(c));
    const std::pair<const char*, std::string> cases[] = {
        {"capitals", capitals},
        {"mark", "\xEF\xBB\xBF" + text},
        {"leading lines", "\n  \n" + text},
        {"CR LF", replaced(text, "\n", "\r\n")},
        {"CR", replaced(text, "\n", "\r")},
        {"one line", replaced(text, "\n", " ")},
        {"one word in a line", replaced(replaced(text, " ", "\n"), "solid\nmesh", "solid mesh")},
        {"apart", replaced(text, "endloop", "end loop")},
        {"normals", replaced(text, "normal 0 0 0", "normal nan -nan(ind) 1.#QNAN")},
        {"no normals", replaced(text, "normal 0 0 0", "")},
        {"no name", replaced(text, "solid mesh", "solid")},
        {"odd name", replaced(text, "solid mesh", "solid the end facet of a solid")},
        {"an empty solid", text + "solid second\nendsolid second\n"}};
    for (const auto& [name, content] : cases)
        EXPECT_EQ(faces_of(read("box.stl", content)), faces_of(box)) << name;
    EXPECT_EQ(read("twice.stl", text + text).triangles.size(), 24u);
    EXPECT_EQ(read("twice.stl", replaced(text + text, "\n", " ")).triangles.size(), 24u);
    const TriangleMesh square = read("square.stl",
                                     "solid\nfacet normal 0 0 1 outer loop vertex 0 0 0 vertex 1 0 "
                                     "0 vertex 1 1 0 vertex 0 1 0 endloop endfacet endsolid");
    EXPECT_EQ(square.triangles.size(), 2u);
}

TEST_F(ReadStl, TextErrorsNameTheLine) {
    const std::string head = "solid a\nfacet normal 0 0 0\nouter loop\n";
    EXPECT_EQ(refusal("a.stl", head + "vertex 0 0 0\nvertex 1 0 x\n"),
              "line 5: 'x' is not a number");
    EXPECT_EQ(refusal("b.stl", head + "vertex 0 0 0\nvertex 1 0 0\nendloop\nendfacet\n"),
              "line 6: expected 3 corners in a facet, found 2");
    EXPECT_EQ(refusal("c.stl", head + "vertex 0 0 0\nvertex 1 0"),
              "line 5: the file ends inside facet 1");
    EXPECT_EQ(refusal("d.stl", "solid a\nfacet normal 0 0 0\nvertex 0 0 0\n"),
              "line 3: expected 'outer', found 'vertex'");
    EXPECT_EQ(refusal("e.stl", "solid a\nface\n"), "line 2: unknown keyword 'face'");
    EXPECT_EQ(refusal("f.stl", "<html>solid</html>\n" + std::string(200, ' ')),
              "the file is not STL, because it is text that does not begin with 'solid'");
    const std::string box = test::text_stl(test::box_mesh({0, 0, 0}, {1, 1, 1}));
    const ExpectedComplaints one(1);
    testing::internal::CaptureStderr();
    EXPECT_EQ(read("g.stl", box.substr(0, box.find("endsolid"))).triangles.size(), 12u);
    EXPECT_NE(testing::internal::GetCapturedStderr().find("the file ends without 'endsolid'"),
              std::string::npos);
}

}  // namespace
}  // namespace glint::test
