// SPDX-License-Identifier: MIT
// `glint view` of point clouds and curves, without a window and without OpenGL.
#include <array>
#include <bit>
#include <cmath>
#include <cstring>

#include <gtest/gtest.h>

#include <apps/glint/viewed_file.hpp>
#include <apps/started.hpp>
#include <base/scratch.hpp>
#include <glint/formats/npy.hpp>
#include <glint/formats/png.hpp>
#include <support/backends.hpp>
#include <support/complaints.hpp>
#include <support/pixels.hpp>

namespace glint::test {
namespace {

namespace fs = std::filesystem;

template <class T>
void append(std::string& bytes, T value, bool is_big) {
    char raw[sizeof(T)];
    std::memcpy(raw, &value, sizeof(T));
    if (is_big) std::reverse(raw, raw + sizeof(T));
    bytes.append(raw, sizeof(T));
}

class ViewPoints : public testing::Test {
protected:
    static constexpr int kCount = 400;

    struct Point {
        float x, y, z, heat;
    };
    static Point point(int i) {
        const float angle = 0.31f * static_cast<float>(i);
        return {std::cos(angle), 0.01f * static_cast<float>(i - kCount / 2), std::sin(angle),
                static_cast<float>(i % 100)};
    }
    static std::string ply(const std::string& format, const std::string& body) {
        return fmt::format(
            "ply\nformat {} 1.0\nelement vertex {}\nproperty float x\nproperty float y\nproperty "
            "float z\nproperty float heat\nproperty uchar red\nproperty uchar green\nproperty "
            "uchar blue\nelement face 1\nproperty list uchar int vertex_indices\nend_header\n{}",
            format, kCount, body);
    }
    void write_clouds() const {
        std::string little, big, ascii, csv = "x,y,z,heat,red,green,blue\n";
        for (int i = 0; i < kCount; ++i) {
            const Point p = point(i);
            for (const float value : {p.x, p.y, p.z, p.heat}) {
                append(little, value, false);
                append(big, value, true);
            }
            const std::array<int, 3> rgb{255, i % 256, 0};
            for (const int channel : rgb) {
                little += static_cast<char>(channel);
                big += static_cast<char>(channel);
            }
            const std::string row =
                fmt::format("{},{},{},{},255,{},0\n", p.x, p.y, p.z, p.heat, i % 256);
            csv += row;
            ascii += row;
        }
        std::ranges::replace(ascii, ',', ' ');
        folder_.write("little.ply", ply("binary_little_endian", little + std::string(13, '\3')));
        folder_.write("big.ply", ply("binary_big_endian", big + std::string(13, '\3')));
        folder_.write("ascii.ply", ply("ascii", ascii + "3 0 1 2\n"));
        folder_.write("cloud.csv", csv);
    }
    Outcome view(const std::string& arguments, const std::string& device = "cpu") const {
        return start_glint(folder_.path(),
                           fmt::format("view $DIR/{} --device {} --size 300x200 --picture out.png",
                                       arguments, device));
    }
    Picture shown(const std::string& arguments, const std::string& device = "cpu") const {
        const Outcome outcome = view(arguments, device);
        EXPECT_EQ(outcome.status, 0) << outcome.err;
        err_ = outcome.err;
        return outcome.status == 0 ? read_png(folder_.path() / "work/out.png") : Picture{1, 1, {}};
    }
    std::string text_of(const std::string& name) const {
        return apps::view_of(folder_.path() / name, "").text;
    }

    TemporaryFolder folder_;
    mutable std::string err_;
};

TEST_F(ViewPoints, AllFileFormatsGiveTheSameImage) {
    write_clouds();
    for (const std::string& device : backend_names()) {
        const Picture picture = shown("little.ply --color heat", device);
        EXPECT_TRUE(err_.ends_with("ignoring 1 of 'face'\n")) << err_;
        EXPECT_EQ(shown("big.ply --color heat", device).rgba, picture.rgba);
        EXPECT_EQ(shown("ascii.ply --color heat", device).rgba, picture.rgba);
        EXPECT_EQ(shown("cloud.csv --color heat", device).rgba, picture.rgba);
        EXPECT_EQ(err_, "");
        EXPECT_EQ(shown("cloud.csv --views heat", device).rgba, picture.rgba);
        EXPECT_NE(shown("cloud.csv --color colour", device).rgba, picture.rgba);
    }
}

// The face list is invalid, but `--as points` ignores it; otherwise the file would be read as a
// mesh.
TEST_F(ViewPoints, MeshVerticesAreShownOnRequest) {
    write_clouds();
    const Outcome mesh = view("little.ply");
    EXPECT_EQ(mesh.status, 1);
    EXPECT_EQ(mesh.err,
              fmt::format("glint: cannot read mesh '{}': face 0 refers to vertex 50529027, but the "
                          "file has 400. Use --as points to view only the vertices\n",
                          (folder_.path() / "little.ply").string()));
    const Picture picture = shown("cloud.csv --as points");
    EXPECT_EQ(shown("little.ply --as points").rgba, picture.rgba);
    EXPECT_EQ(shown("ascii.ply --as points").rgba, picture.rgba);
    EXPECT_NE(shown("little.ply --as glow").rgba, picture.rgba);
    EXPECT_EQ(shown("big.ply --as glow --color heat").rgba,
              shown("cloud.csv --as glow --color heat").rgba);
}

TEST_F(ViewPoints, CanBeColoredByFileColumnsOnly) {
    write_clouds();
    const Outcome slip = view("cloud.csv --color heet");
    EXPECT_EQ(slip.status, 1);
    EXPECT_NE(slip.err.find("did you mean 'heat'?"), std::string::npos) << slip.err;
    EXPECT_EQ(view("cloud.csv --color heat --views heat").status, 2);
    folder_.write("odd.csv", "x,y,z,\"Scalar field (K)\"\n1,2,3,4\n5,6,7,8\n");
    EXPECT_NE(text_of("odd.csv").find("    float* Scalar_field__K_;  //@ \"Scalar field (K)\"\n"),
              std::string::npos)
        << text_of("odd.csv");
    (void)shown("odd.csv --color 'Scalar field (K)'");
}

// Column names that have a meaning in C++, CUDA, glint or the C library, and other names.
TEST_F(ViewPoints, ColumnsOfAnyNameAreShown) {
    const std::vector<std::string> names{"class",
                                         "int",
                                         "float3",
                                         "template",
                                         "this",
                                         "new",
                                         "operator",
                                         "width",
                                         "height",
                                         "depth",
                                         "count",
                                         "dt",
                                         "time",
                                         "step",
                                         "seed",
                                         "mouse",
                                         "frame",
                                         "init",
                                         "draw",
                                         "show",
                                         "min",
                                         "max",
                                         "mean",
                                         "sum",
                                         "sin",
                                         "exp",
                                         "log",
                                         "abs",
                                         "index",
                                         "cell",
                                         "glint",
                                         "std",
                                         "position",
                                         "colour",
                                         "row",
                                         "Points",
                                         "values",
                                         "wrap",
                                         "by",
                                         "as",
                                         "over",
                                         "of",
                                         "NULL",
                                         "M_PI",
                                         "INFINITY",
                                         "assert",
                                         "linux",
                                         "errno",
                                         "and",
                                         "not",
                                         "threadIdx",
                                         "dim3",
                                         "half",
                                         "uchar4",
                                         "unsigned",
                                         "points_count",
                                         "__half",
                                         "__FILE__",
                                         "_T",
                                         "2nd",
                                         "heat, K",
                                         "a\\b",
                                         "a \"\"b\"\"",
                                         "Gr\xC3\xB6\xC3\x9F"
                                         "e",
                                         "heat",
                                         "heat",
                                         "Heat",
                                         "temp.",
                                         "temp ",
                                         "//@ step",
                                         "*/",
                                         "?"
                                         "?/",
                                         "main",
                                         "printf",
                                         "size_t",
                                         "true",
                                         "x1",
                                         "n",
                                         "i",
                                         "__global__",
                                         "kernel",
                                         "type",
                                         "simulation"};
    std::string csv = "x,y,z";
    for (const std::string& name : names) csv += ",\"" + name + '"';
    for (int row = 0; row < 3; ++row) {
        csv += fmt::format("\n{},{},{}", row, row * row, -row);
        for (std::size_t i = 0; i < names.size(); ++i) csv += fmt::format(",{}", row + 10 * i);
    }
    folder_.write("names.csv", csv + '\n');
    const std::string text = text_of("names.csv");
    std::size_t fields = 0;
    for (std::size_t at = text.find("    float* "); at != text.npos;
         at = text.find("    float* ", at + 1))
        ++fields;
    EXPECT_EQ(fields, names.size()) << text;
    for (const char* label : {"\"class\"", "\"width\"", "\"2nd\"", "\"heat, K\""})
        EXPECT_NE(text.find(label), std::string::npos) << text;
    for (const std::string& device : backend_names()) {
        const Picture picture = shown("names.csv --color class", device);
        EXPECT_EQ(err_, "");
        EXPECT_EQ(shown("names.csv --color width", device).rgba, picture.rgba);
    }
}

// "colour" and "position" are also names of fields that combine several columns.
TEST_F(ViewPoints, AreColoredByColumnsOfAnyName) {
    const std::string rows = "\n0,0,0,1\n1,0,0,2\n0,1,0,5\n1,2,3.5,9\n";
    const auto view_of_column = [&](const std::string& names, const std::string& column) {
        const fs::path file = folder_.write("a.csv", names + rows);
        return apps::view_of(file, "").view_of_column(column);
    };
    EXPECT_EQ(view_of_column("x,y,z,colour", "colour"), "colour_2");
    EXPECT_EQ(view_of_column("x,y,z,Colour", "Colour"), "Colour_2");
    EXPECT_EQ(view_of_column("x,y,z,position", "position"), "position_2");
    EXPECT_EQ(view_of_column("x,y,z,\"he\"\"at\"", "he\"at"), "he_at");
    EXPECT_EQ(view_of_column("x,y,z,\"he,at\"", "he,at"), "he_at");
    EXPECT_EQ(view_of_column("X,Y,Z,heat", "Z"), "z");
    folder_.write("cloud.csv", "x,y,z,r,g,b,colour\n0,0,0,1,2,3,4\n");
    EXPECT_EQ(apps::view_of(folder_.path() / "cloud.csv", "").view_of_column("colour"), "colour");
    folder_.write("a.csv", "x,y,z,heat" + rows);
    folder_.write("b.csv", "x,y,z,colour" + rows);
    EXPECT_EQ(shown("b.csv --color colour").rgba, shown("a.csv --color heat").rgba);
}

TEST_F(ViewPoints, TablesOfOtherProgramsAreShown) {
    folder_.write("plain.csv", "x,y,z\n0,0,0\n1,0,0\n0,1,0\n1,2,3.5\n");
    folder_.write("comma.csv", "x,y,z,\n0,0,0,\n1,0,0,\n0,1,0,\n1,2,3.5,\n");
    folder_.write("atoms.xyz", "4\ncomment line of xyz\nC 0 0 0\nC 1 0 0\nH 0 1 0\nH 1 2 3.5\n");
    const Picture picture = shown("plain.csv");
    EXPECT_EQ(shown("comma.csv").rgba, picture.rgba);
    EXPECT_EQ(shown("atoms.xyz").rgba, picture.rgba);
}

TEST_F(ViewPoints, ColumnsAfterTheFirst256AreIgnored) {
    std::string csv = "x,y,z", row = "\n1,2,3";
    for (int i = 0; i < 300; ++i) {
        csv += fmt::format(",c{}", i);
        row += fmt::format(",{}", i);
    }
    folder_.write("wide.csv", csv + row + '\n');
    const ExpectedComplaints complaint(1);
    const std::string text = text_of("wide.csv");
    EXPECT_NE(text.find("float* c255;"), std::string::npos);
    EXPECT_EQ(text.find("float* c256;"), std::string::npos);
}

TEST_F(ViewPoints, LargerThanTheMemoryArePartlyShown) {
    write_clouds();
    const std::string file = (folder_.path() / "cloud.csv").string();
    // 24 bytes per point: position, color, heat and row.
    const Picture part = shown("cloud.csv --memory 2400B");
    EXPECT_TRUE(err_.ends_with(
        fmt::format("{}: the 400 points of the file need 9.6 kB of device memory, but 2.4 kB are "
                    "available. Only 100 points are drawn, one in 4\n",
                    file)))
        << err_;
    EXPECT_NE(part.rgba, shown("cloud.csv").rgba);
    const Outcome none = view("cloud.csv --memory 20B");
    EXPECT_EQ(none.status, 1);
    EXPECT_EQ(none.err,
              fmt::format("glint: cannot view '{}': the 400 points of the file need 9.6 kB of "
                          "device memory, but 20 B are available, which is not enough for even one "
                          "point in 1000. Use a device with more memory, a larger --memory, or a "
                          "file with fewer columns (each column takes 4 bytes per point)\n",
                          file));
}

TEST_F(ViewPoints, BadRowsAreSkippedAndReported) {
    folder_.write(
        "scan.xyz",
        "0 0 0 0 0 1\n1 0 0 0 0 0\n0 1 0 nan nan nan\n0 0 inf 0 0 1\n0 0 1\n1 1 1 0 1 0\n");
    const Picture picture = shown("scan.xyz --as glow");
    for (const char* told :
         {"1 row is invalid. The first error is: line 5: the row has 3 columns",
          "the positions of 1 of 6 points are infinite, so these points are not drawn",
          "the normals of 3 of 6 points are missing or have zero length"})
        EXPECT_NE(err_.find(told), std::string::npos) << err_;
}

TEST_F(ViewPoints, MapCoordinatesReportTheirOffset) {
    folder_.write("map.xyz", "454001.5 312 5411999.25\n454002 313 5412001\n");
    EXPECT_NE(text_of("map.xyz").find("//@ \"position minus (454000, 0, 5412000)\" as points"),
              std::string::npos)
        << text_of("map.xyz");
}

// A sine of a thousand values: the picture is lit above the center where the sine is positive, and
// below where it is negative.
TEST_F(ViewPoints, OneDimensionalArraysAreCurves) {
    std::vector<float> sine;
    for (int i = 0; i < 1000; ++i) sine.push_back(std::sin(6.2832f * static_cast<float>(i) / 999));
    sine[10] = std::nanf("");
    write_npy(folder_.path() / "sine.npy", std::array<std::size_t, 1>{1000}, sine);
    const std::array<std::int64_t, 2> two{-5, 7};
    folder_.write("two.npy",
                  npy_file(std::array<std::size_t, 1>{2}, {'i', 8}, std::as_bytes(std::span(two))));
    EXPECT_NE(text_of("two.npy").find("long long* values;"), std::string::npos);
    const auto height_at = [](const Picture& picture, unsigned x) {
        double sum = 0, weight = 0;
        for (unsigned y = 0; y < picture.height; ++y) {
            const double light = std::max(0, rgb_at(picture, x, y)[2] - 120);
            sum += light * y;
            weight += light;
        }
        return sum / weight;
    };
    for (const std::string& device : backend_names()) {
        const Picture picture = shown("sine.npy", device);
        EXPECT_EQ(err_, "");
        // The curve of 1280 x 560 is scaled into 300 x 200, where it covers 300 x 131 in the
        // middle.
        const double top = height_at(picture, 75), bottom = height_at(picture, 225);
        EXPECT_NEAR(top, 100 - 0.5 * 131.25 / 1.12, 2);
        EXPECT_NEAR(bottom, 100 + 0.5 * 131.25 / 1.12, 2);
        EXPECT_NEAR(height_at(picture, 150), 100, 3);
        const Picture line = shown("two.npy", device);
        EXPECT_LT(height_at(line, 290), height_at(line, 10) - 80);
    }
    const Outcome other = view("sine.npy --as image");
    EXPECT_EQ(other.status, 2);
    EXPECT_EQ(
        other.err,
        "glint: --as: 'image' does not apply, because the only view of this array is curve\n");
}

}  // namespace
}  // namespace glint::test
