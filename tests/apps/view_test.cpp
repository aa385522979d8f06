// `glint view`: pictures of files, without a window and without OpenGL.
#include <array>
#include <cmath>
#include <fstream>

#include <gtest/gtest.h>
#include <png.h>

#include <apps/glint/viewed_file.hpp>
#include <apps/started.hpp>
#include <base/scratch.hpp>
#include <glint/app/options.hpp>
#include <glint/base/formats/npy.hpp>
#include <glint/base/formats/png.hpp>
#include <support/backends.hpp>
#include <support/complaints.hpp>
#include <support/pixels.hpp>

namespace glint::test {
namespace {

namespace fs = std::filesystem;

class View : public testing::Test {
protected:
    /// A ball of radius 0.7 in a box of 24 x 20 x 16.
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
    /// How many pixels are neither dark nor grey.
    static std::size_t coloured(const Picture& picture) {
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
        // A disc of radius 6 in 20 cells, which are 200 pixels high; all around is violet.
        const Rgb middle = pixel(slice, 200, 100), corner = pixel(slice, 90, 10);
        EXPECT_GT(middle[1], 200);
        EXPECT_GT(corner[2], corner[1] + 40);
        std::size_t yellow = 0;
        for (unsigned y = 0; y < 200; ++y)
            for (unsigned x = 0; x < 400; ++x) yellow += pixel(slice, x, y)[1] > 150;
        EXPECT_NEAR(static_cast<double>(yellow), 3.14159 * 60 * 60, 0.05 * 3.14159 * 60 * 60);
        const Rgb ball = pixel(surface, 200, 100), around = pixel(surface, 20, 100);
        EXPECT_GT(ball[1], 60);
        EXPECT_LT(around[1], 40);
    }
}

TEST_F(View, ShowsColoursAsTheyAre) {
    std::vector<std::uint8_t> bytes;
    for (int i = 0; i < 8; ++i)
        for (const int channel : {30 * i, 255 - 30 * i, 100})
            bytes.push_back(static_cast<std::uint8_t>(channel));
    folder_.write("colours.npy", npy_file(std::array<std::size_t, 3>{2, 4, 3}, {'u', 1},
                                          std::as_bytes(std::span(bytes))));
    Picture colours{4, 2, {}};
    for (std::size_t i = 0; i < 8; ++i)
        colours.rgba.insert(colours.rgba.end(),
                            {bytes[3 * i], bytes[3 * i + 1], bytes[3 * i + 2], 255});
    write_png(folder_.path() / "colours.png", colours);
    for (const char* name : {"colours.npy", "colours.png"}) {
        const Picture picture = shown(name);
        for (unsigned i = 0; i < 8; ++i) {
            const Rgb found = pixel(picture, 50 + 100 * (i % 4), 50 + 100 * (i / 4));
            for (unsigned c = 0; c < 3; ++c)
                EXPECT_NEAR(found[c], bytes[3 * i + c], 2) << name << i << "," << c;
        }
    }
}

/// A grey PNG of 16 bits, by libpng.
void write_grey_png(const fs::path& file, unsigned width,
                    const std::vector<std::uint16_t>& values) {
    std::FILE* const to = std::fopen(file.c_str(), "wb");
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, nullptr);
    png_infop info = png_create_info_struct(png);
    png_init_io(png, to);
    const auto height = static_cast<unsigned>(values.size() / width);
    png_set_IHDR(png, info, width, height, 16, PNG_COLOR_TYPE_GRAY, PNG_INTERLACE_NONE,
                 PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_write_info(png, info);
    for (unsigned y = 0; y < height; ++y) {
        std::vector<png_byte> row;
        for (unsigned x = 0; x < width; ++x) {
            row.push_back(static_cast<png_byte>(values[y * width + x] >> 8));
            row.push_back(static_cast<png_byte>(values[y * width + x] & 255));
        }
        png_write_row(png, row.data());
    }
    png_write_end(png, nullptr);
    png_destroy_write_struct(&png, &info);
    std::fclose(to);
}

TEST_F(View, ShowsGreyOf16Bits) {
    write_grey_png(folder_.path() / "grey.png", 4, {0, 20000, 40000, 65535, 0, 0, 65535, 65535});
    EXPECT_NE(text_of("grey.png").find("float* values;  //@ 0..1 \"Luminance\" as grey"),
              std::string::npos);
    const Picture picture = shown("grey.png");
    int last = -1;
    for (unsigned i = 0; i < 4; ++i) {
        const Rgb found = pixel(picture, 50 + 100 * i, 50);
        EXPECT_EQ(found[0], found[2]);
        EXPECT_GT(found[0], last);
        last = found[0];
    }
    EXPECT_GT(last, 240);
    EXPECT_EQ(pixel(picture, 150, 150), pixel(picture, 50, 50));
}

TEST_F(View, ShowsPointsWithTheirNumbers) {
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
                        "points\n    float* heat;  //@ \"heat\"\n};"),
              std::string::npos)
        << text;
    EXPECT_GT(coloured(shown("points.csv")), 300u);
    EXPECT_GT(coloured(shown("points.ply")), 300u);
    EXPECT_EQ(coloured(shown("bare.csv")), 0u);  // white balls
    EXPECT_NE(shown("bare.csv --as glow").rgba, shown("bare.csv").rgba);
}

TEST_F(View, ShowsWhatSimulationsSave) {
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
    EXPECT_TRUE(outcome.err.ends_with("without agent.heat, agent.kind\n")) << outcome.err;
    EXPECT_GT(coloured(read_png(folder_.path() / "work/g.png")), 1000u);
    const ExpectedComplaints complaint(1);  // the same
    EXPECT_NE(text_of("work/out/Grid-000001.vti")
                  .find("struct Volume {  //@ 12 x 10 x 8\n    float* level;  //@ \"level\" as "
                        "volume\n    float3* flow;  //@ \"flow\"\n};"),
              std::string::npos);
}

TEST_F(View, TakesNumbersOfAllTypes) {
    const std::vector<std::byte> zeros(8 * 2 * 3 * 4);
    const auto text = [&](NpyType type, std::vector<std::size_t> shape) {
        std::size_t bytes = type.size_bytes;
        for (const std::size_t length : shape) bytes *= length;
        folder_.write("any.npy", npy_file(shape, type, std::span(zeros).first(bytes)));
        const std::string all = text_of("any.npy");
        return all.substr(all.find("struct"));
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
              "struct Points {  //@ 4\n    float3* position;  //@ \"position\" as points\n};\n");
}

TEST_F(View, RefusesWhatHasNoView) {
    write_ball("ball.npy");
    const std::vector<float> five{1, 2, 3, 4, 5};
    write_npy(folder_.path() / "line.npy", std::array<std::size_t, 1>{5}, five);
    folder_.write("text.txt", "");
    folder_.write("broken.npy", "no array");
    const std::string folder = folder_.path().string();
    refused("$DIR/line.npy", 1,
            fmt::format("view '{}/line.npy': its shape is (5); arrays of two dimensions are shown "
                        "as images, of three as volumes, of one more if there are 2 to 4 numbers "
                        "for each place, and (n, 3) floats as points",
                        folder));
    refused("$DIR/text.txt", 1,
            fmt::format("view '{}/text.txt': '.txt' is no kind of file that can be shown; .npy, "
                        ".vti, .png, .ply and .csv are",
                        folder));
    refused("$DIR/ball.npy --as glow", 2, "--as: 'glow' is none of volume, surface, image");
    refused("$DIR/ball.npy", 2, "--picture: without a window it has to say what is written");
    refused("$DIR/none.npy --picture x.png", 1,
            fmt::format("read file '{}/none.npy': No such file or directory", folder));
    EXPECT_THROW((void)apps::view_of(folder_.path() / "broken.npy", ""), Error);
}

}  // namespace
}  // namespace glint::test
