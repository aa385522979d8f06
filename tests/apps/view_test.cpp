// SPDX-License-Identifier: MIT
// `glint view`: pictures of files, without a window and without OpenGL.
#include <array>
#include <cmath>
#include <fstream>

#include <gtest/gtest.h>

#include <apps/glint/viewed_file.hpp>
#include <apps/gray_png.hpp>
#include <apps/started.hpp>
#include <base/scratch.hpp>
#include <glint/app/options.hpp>
#include <glint/formats/npy.hpp>
#include <glint/formats/png.hpp>
#include <support/backends.hpp>
#include <support/complaints.hpp>
#include <support/pixels.hpp>

namespace glint::test {
namespace {

namespace fs = std::filesystem;

class View : public testing::Test {
protected:
    /// Writes a ball of radius 6 in a box of 24 x 20 x 16 cells.
    void write_ball(const std::string& name) const {
        std::vector<float> values;
        for (int z = 0; z < 16; ++z)
            for (int y = 0; y < 20; ++y)
                for (int x = 0; x < 24; ++x)
                    values.push_back(std::hypot(x - 11.5, y - 9.5, z - 7.5) < 6 ? 1.0f : 0.0f);
        write_npy(folder_.path() / name, std::array<std::size_t, 3>{16, 20, 24}, values);
    }
    Picture shown(const std::string& arguments, const std::string& device = "cpu") const {
        const Outcome outcome = start_glint(
            folder_.path(), fmt::format("view $DIR/{} --device {} --size 400x200 --picture out.png",
                                        arguments, device));
        EXPECT_EQ(outcome.status, 0) << outcome.err;
        EXPECT_EQ(outcome.out, "wrote out.png\n");
        EXPECT_EQ(outcome.err, "");
        return outcome.status == 0 ? read_png(folder_.path() / "work/out.png") : Picture{1, 1, {}};
    }
    void refused(const std::string& arguments, int status, const std::string& error) const {
        const Outcome outcome = start_glint(folder_.path(), "view " + arguments);
        EXPECT_EQ(outcome.status, status);
        EXPECT_EQ(outcome.err, "glint: " + error + "\n");
    }
    std::string text_of(const std::string& name) const {
        return apps::view_of(folder_.path() / name, "").text;
    }
    /// Number of pixels that are neither dark nor gray.
    static std::size_t colored(const Picture& picture) {
        std::size_t count = 0;
        for (std::size_t i = 0; i < picture.rgba.size(); i += 4) {
            const auto [low, high] =
                std::minmax({picture.rgba[i], picture.rgba[i + 1], picture.rgba[i + 2]});
            count += high > 60 && high - low > 30;
        }
        return count;
    }

    TemporaryFolder folder_;
};

TEST_F(View, ShowsVolumesAsCloudsSurfacesAndSlices) {
    write_ball("ball.npy");
    for (const std::string& device : backend_names()) {
        const Picture cloud = shown("ball.npy", device);
        const Picture surface = shown("ball.npy --as surface", device);
        const Picture slice = shown("ball.npy --as image", device);
        EXPECT_NE(cloud.rgba, surface.rgba);
        // The slice shows a disc with a radius of 6 cells on a violet background. A cell has 10 x
        // 10 pixels.
        const Rgb middle = rgb_at(slice, 200, 100), corner = rgb_at(slice, 90, 10);
        EXPECT_GT(middle[1], 200);
        EXPECT_GT(corner[2], corner[1] + 40);
        std::size_t yellow = 0;
        for (unsigned y = 0; y < 200; ++y)
            for (unsigned x = 0; x < 400; ++x) yellow += rgb_at(slice, x, y)[1] > 150;
        EXPECT_NEAR(static_cast<double>(yellow), 3.14159 * 60 * 60, 0.05 * 3.14159 * 60 * 60);
        const Rgb ball = rgb_at(surface, 200, 100), around = rgb_at(surface, 20, 100);
        EXPECT_GT(ball[1], 60);
        EXPECT_LT(around[1], 40);
    }
}

TEST_F(View, ShowsColorsUnchanged) {
    std::vector<std::uint8_t> bytes;
    for (int i = 0; i < 8; ++i)
        for (const int channel : {30 * i, 255 - 30 * i, 100})
            bytes.push_back(static_cast<std::uint8_t>(channel));
    folder_.write("colours.npy", npy_file(std::array<std::size_t, 3>{2, 4, 3}, {'u', 1},
                                          std::as_bytes(std::span(bytes))));
    Picture colors{4, 2, {}};
    for (std::size_t i = 0; i < 8; ++i)
        colors.rgba.insert(colors.rgba.end(),
                           {bytes[3 * i], bytes[3 * i + 1], bytes[3 * i + 2], 255});
    write_png(folder_.path() / "colours.png", colors);
    for (const char* name : {"colours.npy", "colours.png"}) {
        const Picture picture = shown(name);
        for (unsigned i = 0; i < 8; ++i) {
            // The first row is at the bottom in an array, and at the top in a picture.
            const bool is_low = (i < 4) == (name == std::string("colours.npy"));
            const Rgb found = rgb_at(picture, 50 + 100 * (i % 4), is_low ? 150 : 50);
            for (unsigned c = 0; c < 3; ++c)
                EXPECT_NEAR(found[c], bytes[3 * i + c], 2) << name << i << "," << c;
        }
    }
}

TEST_F(View, Shows16BitGray) {
    write_gray_png(folder_.path() / "grey.png", 4, {0, 20000, 40000, 65535, 0, 0, 65535, 65535});
    EXPECT_NE(text_of("grey.png").find("struct Image {  //@ 4 x 2 y down\n"), std::string::npos);
    EXPECT_NE(text_of("grey.png").find("float* values;  //@ 0..1 \"Luminance\" as grey"),
              std::string::npos);
    const Picture picture = shown("grey.png");
    int last = -1;
    for (unsigned i = 0; i < 4; ++i) {
        const Rgb found = rgb_at(picture, 50 + 100 * i, 50);
        EXPECT_EQ(found[0], found[2]);
        EXPECT_GT(found[0], last);
        last = found[0];
    }
    EXPECT_GT(last, 240);
    EXPECT_EQ(rgb_at(picture, 150, 150), rgb_at(picture, 50, 50));
}

// A ball with 8, 16 and 32 bits, as written by other programs, looks like the array.
TEST_F(View, ShowsVolumesOfOtherPrograms) {
    std::vector<std::uint16_t> values;
    for (int z = 0; z < 16; ++z)
        for (int y = 0; y < 20; ++y)
            for (int x = 0; x < 24; ++x)
                values.push_back(std::hypot(x - 11.5, y - 9.5, z - 7.5) < 6 ? 60000 : 7);
    folder_.write("ball.npy", npy_file(std::array<std::size_t, 3>{16, 20, 24}, {'u', 2},
                                       std::as_bytes(std::span(values))));
    std::string little, big;
    fs::create_directory(folder_.path() / "slices");
    for (std::size_t i = 0; i < values.size(); ++i) {
        little += {static_cast<char>(values[i] & 255), static_cast<char>(values[i] >> 8)};
        big += {static_cast<char>(values[i] >> 8), static_cast<char>(values[i] & 255)};
    }
    for (std::size_t z = 0; z < 16; ++z)
        write_gray_png(folder_.path() / fmt::format("slices/slice_{}.png", z), 24,
                       {values.begin() + static_cast<std::ptrdiff_t>(z * 480),
                        values.begin() + static_cast<std::ptrdiff_t>(z * 480 + 480)});
    folder_.write("little.raw", little);
    folder_.write("big.raw", "head" + big);
    folder_.write("ball.mhd",
                  "NDims = 3\nDimSize = 24 20 16\nElementType = MET_USHORT\n"
                  "ElementSpacing = 0.5 0.5 0.5\nElementDataFile = little.raw\n");
    folder_.write("ball.nrrd",
                  "NRRD0005\ntype: ushort\ndimension: 3\nsizes: 24 20 16\n"
                  "endian: little\nencoding: raw\n\n" +
                      little);
    EXPECT_NE(text_of("slices").find("struct Volume {  //@ 24 x 20 x 16\n    unsigned short* "
                                     "values;  //@ \"values\" as volume\n};"),
              std::string::npos);
    EXPECT_NE(text_of("ball.mhd").find("struct Volume {  //@ 24 x 20 x 16 of 0.5 mm\n"),
              std::string::npos);
    for (const std::string& device : backend_names())
        for (const char* as : {"surface", "image"}) {
            const auto picture_of = [&](const std::string& file) {
                return shown(file + " --as " + as, device).rgba;
            };
            const auto expected = picture_of("ball.npy");
            EXPECT_EQ(picture_of("slices"), expected);
            EXPECT_EQ(picture_of("little.raw --raw 24x20x16:u16"), expected);
            EXPECT_EQ(picture_of("big.raw --raw 24x20x16:u16be+4"), expected);
            EXPECT_EQ(picture_of("ball.nrrd"), expected);
            if (as == std::string("image")) {
                EXPECT_EQ(picture_of("ball.mhd"), expected);
            }
        }
}

// numpy_volume.npy was saved by NumPy 1.24: numpy.asfortranarray(v.astype('>i2')) with shape (4, 5,
// 6) and v = 1000 z + 100 y + x - 2000.
TEST_F(View, ShowsAVolumeOfNumPy) {
    fs::copy_file(fs::path(GLINT_SOURCES) / "tests/apps/data/numpy_volume.npy",
                  folder_.path() / "numpy.npy");
    EXPECT_NE(text_of("numpy.npy")
                  .find("struct Volume {  //@ 6 x 5 x 4\n    short* values;  //@ "
                        "\"values\" as volume\n};"),
              std::string::npos);
    for (const std::string& device : backend_names()) {
        const Picture slice = shown("numpy.npy --as image", device);  // z = 2, 40 pixels per cell
        for (unsigned y = 0; y < 5; ++y)
            for (unsigned x = 0; x < 6; ++x)
                expect_near(rgb_at(slice, 80 + 40 * x + 20, 40 * (4 - y) + 20),
                            color("viridis", static_cast<float>(2000 + 100 * y + x) / 3405), 2);
    }
}

TEST_F(View, ShowsPointsWithTheirValues) {
    std::string rows = "x,y,z,name,heat\n", bare, ply;
    for (int i = 0; i < 100; ++i) {
        const double angle = 0.3 * i;
        const std::string place =
            fmt::format("{:.4f},{:.4f},{:.4f}", std::cos(angle), std::sin(angle), 0.02 * i);
        rows += fmt::format("{},n{},{}\n", place, i, i);
        bare += place + '\n';
        ply += fmt::format("{:.4f} {:.4f} {:.4f} 255 {} 0\n", std::cos(angle), std::sin(angle),
                           0.02 * i, 2 * i);
    }
    folder_.write("points.csv", rows);
    folder_.write("bare.csv", bare);
    folder_.write("points.ply",
                  "ply\nformat ascii 1.0\nelement vertex 100\nproperty float x\nproperty float y\n"
                  "property float z\nproperty uchar red\nproperty uchar green\n"
                  "property uchar blue\nend_header\n" +
                      ply);
    const std::string text = text_of("points.csv");
    EXPECT_NE(text.find("struct Points {  //@ 100\n    float3* position;  //@ \"position\" as "
                        "points by heat\n    float* heat;  //@ \"heat\"\n    unsigned* row;\n};"),
              std::string::npos)
        << text;
    EXPECT_GT(colored(shown("points.csv")), 300u);
    EXPECT_GT(colored(shown("points.ply")), 300u);
    EXPECT_GT(colored(shown("bare.csv")), 300u);  // colored by height
    EXPECT_NE(shown("bare.csv --color x").rgba, shown("bare.csv").rgba);
    EXPECT_EQ(shown("bare.csv --color z").rgba, shown("bare.csv").rgba);
    EXPECT_NE(shown("bare.csv --as glow").rgba, shown("bare.csv").rgba);
}

TEST_F(View, ShowsSavedFieldsOfSimulations) {
    folder_.write("grid.cu", R"(#include <glint/sim.cuh>
//@ simulation "Grid"
struct Agent { float heat; int kind; };
struct Grid {       //@ 12 x 10 x 8
    float* level;   //@ "Level"
    float3* flow;   //@ "Flow"
    Agent* agent;
};
//@ step
__global__ void rise(int width, int height, int depth, float* level, float3* flow) {
    const int3 c = glint::cell();
    if (c.x >= width || c.y >= height || c.z >= depth) return;
    const int i = (c.z * height + c.y) * width + c.x;
    level[i] = c.x;
    flow[i] = make_float3(c.x, c.y, c.z);
}
)");
    const Outcome run =
        start_glint(folder_.path(),
                    "run $DIR/grid.cu --headless --device cpu --frames 1 --every 0 --out out "
                    "--save level,flow,agent --save-as vti");
    ASSERT_EQ(run.status, 0) << run.err;
    const Outcome outcome = start_glint(
        folder_.path(), "view out/Grid-000001.vti --device cpu --views level,flow --picture g.png");
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_EQ(outcome.err, "");
    EXPECT_GT(colored(read_png(folder_.path() / "work/g.png")), 1000u);
    EXPECT_NE(text_of("work/out/Grid-000001.vti")
                  .find("struct Volume {  //@ 12 x 10 x 8\n    float* level;  //@ \"level\" as "
                        "volume\n    float3* flow;  //@ \"flow\"\n    float* agent_heat;  //@ "
                        "\"agent.heat\" as volume\n    float* agent_kind;  //@ \"agent.kind\" as "
                        "volume\n};"),
              std::string::npos);
}

// Each cell has the same position in the run's picture and in the pictures of its files, and the
// same index in .npy.
TEST_F(View, ShowsFilesTheSameWayUpAsTheSimulation) {
    for (const std::string option : {"", " y down"}) {
        SCOPED_TRACE(option);
        folder_.write("flat.cu", fmt::format(R"(#include <glint/sim.cuh>
//@ simulation "Flat"
struct Flat {{       //@ 8 x 4{}
    float* level;   //@ 0..31 "Level"
}};
//@ step
__global__ void fill(int width, int height, float* level) {{
    const int2 c = glint::cell();
    if (c.x < width && c.y < height) level[c.y * width + c.x] = c.y * width + c.x;
}}
)",
                                             option));
        const auto expect_cells = [&](const Picture& picture, bool is_up) {
            for (unsigned y = 0; y < 4; ++y)
                for (unsigned x = 0; x < 8; ++x)
                    expect_near(rgb_at(picture, 25 + 50 * x, is_up ? 175 - 50 * y : 25 + 50 * y),
                                color("viridis", static_cast<float>(8 * y + x) / 31), 2);
        };
        const Outcome run = start_glint(
            folder_.path(),
            "run $DIR/flat.cu --headless --device cpu --frames 1 --every 0 --size 400x200 "
            "--save level --save-as vti --out ../out --picture ../own.png");
        ASSERT_EQ(run.status, 0) << run.err;
        expect_cells(read_png(folder_.path() / "own.png"), option.empty());
        expect_cells(shown("out/Flat-000001.vti"), option.empty());
        const Outcome again = start_glint(
            folder_.path(),
            "run $DIR/flat.cu --headless --device cpu --frames 1 --every 0 --save level "
            "--out ../arrays");
        ASSERT_EQ(again.status, 0) << again.err;
        expect_cells(shown("arrays/level-000001.npy"), true);
    }
}

// A color NRRD looks like the array, no matter which axis of the NRRD holds the components.
TEST_F(View, ShowsColorsAndSpacingsOfVolumeFiles) {
    std::string interleaved, apart[3];
    for (int i = 0; i < 8; ++i)
        for (int c = 0; c < 3; ++c) {
            const char channel = static_cast<char>(c == 0 ? 30 * i : c == 1 ? 255 - 30 * i : 100);
            interleaved += channel;
            apart[c] += channel;
        }
    folder_.write("colours.npy", npy_file(std::array<std::size_t, 3>{2, 4, 3}, {'u', 1},
                                          std::as_bytes(std::span(interleaved))));
    const std::string head = "NRRD0004\ntype: uchar\ndimension: 3\nencoding: raw\n";
    folder_.write("first.nrrd",
                  head + "sizes: 3 4 2\nkinds: RGB-color domain domain\n\n" + interleaved);
    folder_.write("last.nrrd", head + "sizes: 4 2 3\nkinds: domain domain RGB-color\n\n" +
                                   apart[0] + apart[1] + apart[2]);
    EXPECT_NE(text_of("first.nrrd").find("struct Image {  //@ 4 x 2\n    uchar3* values;"),
              std::string::npos)
        << text_of("first.nrrd");
    const Picture expected = shown("colours.npy");
    EXPECT_EQ(shown("first.nrrd").rgba, expected.rgba);
    EXPECT_EQ(shown("last.nrrd").rgba, expected.rgba);

    const std::string scan =
        "NRRD0004\ntype: uchar\ndimension: 3\nsizes: 2 2 2\nencoding: raw\nspace: "
        "left-posterior-superior\nspace origin: (1,2,3)\nspace directions: ";
    folder_.write("cubes.nrrd", scan + "(0.5,0,0) (0,0.5,0) (0,0,0.5)\n\n12345678");
    EXPECT_NE(
        text_of("cubes.nrrd").find("struct Volume {  //@ 2 x 2 x 2 of 0.5 mm at 0.75 1.75 2.75\n"),
        std::string::npos)
        << text_of("cubes.nrrd");
    folder_.write("slabs.nrrd", scan + "(0.5,0,0) (0,0.5,0) (0,0,3)\n\n12345678");
    testing::internal::CaptureStderr();
    const ExpectedComplaints complaint(1);
    (void)text_of("slabs.nrrd");
    const std::string said = testing::internal::GetCapturedStderr();
    EXPECT_NE(said.find("cells of size 0.5 x 0.5 x 3 mm are drawn as cubes"), std::string::npos)
        << said;
}

TEST_F(View, SupportsAllNumberTypes) {
    const std::vector<std::byte> zeros(8 * 2 * 3 * 4);
    const auto text = [&](NpyType type, std::vector<std::size_t> shape) {
        std::size_t bytes = type.size_bytes;
        for (const std::size_t length : shape) bytes *= length;
        folder_.write("any.npy", npy_file(shape, type, std::span(zeros).first(bytes)));
        const std::string all = text_of("any.npy");
        return all.substr(all.find("struct"), all.find("//@ show") - all.find("struct"));
    };
    EXPECT_EQ(text({'f', 8}, {2, 5}),
              "struct Image {  //@ 5 x 2\n    double* values;  //@ \"values\"\n};\n");
    EXPECT_EQ(text({'i', 2}, {2, 3, 4}),
              "struct Image {  //@ 3 x 2\n    short4* values;  //@ \"values\"\n};\n");
    EXPECT_EQ(text({'u', 8}, {2, 3}),
              "struct Image {  //@ 3 x 2\n    unsigned long long* values;  //@ \"values\"\n};\n");
    EXPECT_EQ(
        text({'f', 2}, {4, 3, 1}),
        "struct Volume {  //@ 1 x 3 x 4\n    __half* values;  //@ \"values\" as volume\n};\n");
    EXPECT_EQ(text({'f', 4}, {4, 3}),
              "struct Points {  //@ 4\n    float3* position;  //@ \"position\" as points by z\n    "
              "unsigned* row;\n};\n");
}

TEST_F(View, RefusesFilesWithoutAView) {
    write_ball("ball.npy");
    const std::vector<float> five{1, 2, 3, 4, 5};
    write_npy(folder_.path() / "five.npy", std::array<std::size_t, 5>{1, 1, 1, 1, 5}, five);
    folder_.write("text.md", "");
    folder_.write("broken.npy", "no array");
    const std::string folder = folder_.path().string();
    refused("$DIR/five.npy", 1,
            fmt::format(
                "cannot view '{}/five.npy': the shape (1, 1, 1, 1, 5) is not supported. Supported "
                "are a curve (one dimension), an image (two), a volume (three), an image or volume "
                "of vectors (one more dimension of length 2 to 4), and points ((n, 3) floats)",
                folder));
    refused(
        "$DIR/text.md", 1,
        fmt::format("cannot view '{}/text.md': the format '.md' is not supported. Supported are "
                    ".npy, .vti, .mhd, .mha, .nhdr, .nrrd, .png, .stl, .obj, .ply, .csv, .xyz, "
                    ".txt, .pts and folders of .png. For a raw file, specify the layout with --raw",
                    folder));
    refused("$DIR/ball.npy --as glow", 2, "--as: 'glow' is not one of volume, surface, image");
    refused("$DIR/ball.npy", 2,
            "--picture: this option is required, because no window can be opened");
    refused("$DIR/none.npy --picture x.png", 1,
            fmt::format("cannot read file '{}/none.npy': No such file or directory", folder));
    EXPECT_THROW((void)apps::view_of(folder_.path() / "broken.npy", ""), Error);
}

TEST_F(View, RefusesVolumesThatDoNotFit) {
    folder_.write("scan.raw", std::string(100, 'x'));
    const std::string folder = folder_.path().string();
    const std::string raw = "$DIR/scan.raw --picture x.png --raw ";
    refused(raw + "5x5x5:u8", 1,
            fmt::format(
                "cannot read volume '{}/scan.raw': 5 x 5 x 5 numbers of uint8 take 125 bytes, but "
                "the file has 100",
                folder));
    refused(raw + "5x5x2:u8+7", 1,
            fmt::format(
                "cannot read volume '{}/scan.raw': 5 x 5 x 2 numbers of uint8 take 50 bytes after "
                "the first 7, but the file has 100",
                folder));
    refused(raw + "5x5x4", 2,
            "--raw: '5x5x4': a layout must consist of lengths, a colon and a type, as in "
            "256x256x128:u16");
    refused(raw + "5x5x0:u8", 2,
            "--raw: '5x5x0:u8': the length '0' is not a whole number from 1 to 1000000000");
    refused(raw + "100:u8", 2,
            "--raw: '100:u8': a layout must have two lengths, or three lengths for a volume");
    refused(raw + "5x5x4:u9", 2,
            "--raw: '5x5x4:u9': the type 'u9' is not one of i8, u8, i16, u16, i32, u32, i64, u64, "
            "f32, f64");
    refused(raw + "5x5x4:u8+x", 2,
            "--raw: '5x5x4:u8+x': the offset 'x' is not a whole number of bytes");
    refused(raw + "5x99999999999:u8", 2,
            "--raw: '5x99999999999:u8': the length '99999999999' is not a whole number from 1 to "
            "1000000000");
    refused(raw + "1000000000x1000000000:u8", 2,
            "--raw: '1000000000x1000000000:u8': the layout has 1e+18 numbers, but the maximum is "
            "1e+15");
    folder_.write("a%d b.raw", "abc");
    refused("\"$DIR/a%d b.raw\" --picture x.png --raw 2x2:u8", 1,
            fmt::format("cannot read volume '{}/a%d b.raw': 2 x 2 numbers of uint8 take 4 bytes, "
                        "but the file has 3",
                        folder));
    refused("\"$DIR/none%.raw\" --picture x.png --raw 2x2:u8", 1,
            fmt::format("cannot read file '{}/none%.raw': No such file or directory", folder));
    fs::create_directory(folder_.path() / "slices");
    refused("$DIR/slices", 1,
            fmt::format("cannot read image stack '{}/slices': the folder contains no .png files",
                        folder));
    write_gray_png(folder_.path() / "slices/1.png", 2, {1, 2, 3, 4});
    write_gray_png(folder_.path() / "slices/2.png", 2, {1, 2, 3, 4, 5, 6});
    refused("$DIR/slices --picture x.png", 1,
            fmt::format("cannot read image stack '{}/slices': '1.png' has 2 x 2 pixels of 16 bits, "
                        "but '2.png' has 2 x 3 pixels of 16 bits",
                        folder));
}

}  // namespace
}  // namespace glint::test
