// SPDX-License-Identifier: MIT
// Directions: a position has the same height as a cell, as a point, under the mouse, and in files.
// Row 0 is at the bottom, unless a grid says `y down`.
#include <cmath>
#include <cstring>
#include <numeric>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <apps/gray_png.hpp>
#include <base/scratch.hpp>
#include <glint/array/array.hpp>
#include <glint/formats/npy.hpp>
#include <glint/formats/vti.hpp>
#include <glint/studio/keep/files/detail/field_files.hpp>
#include <glint/studio/run/field.hpp>
#include <glint/studio/views/viewer.hpp>
#include <support/backends.hpp>
#include <support/pixels.hpp>

namespace glint::studio {
namespace {

using test::rgb_at;

constexpr unsigned kSide = 96;  // pixels along each side of pictures

class Directions : public test::OnEachBackend {
protected:
    Simulation made(const std::string& text, const std::vector<std::string>& inputs = {}) {
        const auto path = folder_.write("made.cu", "#include <glint/sim.cuh>\n" + text);
        return Simulation({.device = open(), .file = path, .inputs = inputs});
    }
    static Viewer viewer_of(Simulation& simulation) {
        return Viewer(simulation, std::nullopt, interop::Sharing::automatic);
    }
    test::TemporaryFolder folder_;
};

/// A grid with these extents and options, and fields to show.
std::string grid(const std::string& extents, const std::string& more = {}) {
    return fmt::format(R"(
//@ simulation "Grid"
struct Grid {{      //@ {}
    float* level;  //@ 0..1 "Level" as grey
{}}};
//@ step
__global__ void keep(int width, int height, float* level) {{}}
)",
                       extents, more);
}

/// Mean height of the lit pixels: 0 at the bottom of the picture, 1 at its top.
double height_of_light(const Picture& picture) {
    double sum = 0, all = 0;
    for (unsigned y = 0; y < picture.height; ++y)
        for (unsigned x = 0; x < picture.width; ++x) {
            const double light = std::max(0, rgb_at(picture, x, y)[0] - 60);
            sum += light * (1 - (y + 0.5) / picture.height), all += light;
        }
    EXPECT_GT(all, 0);
    return sum / all;
}

std::vector<std::string> both_ways() { return {"", " y down"}; }

// Lights the lowest quarter of a grid, as cells and as points, in space and over the grid.
std::string low_quarter(const std::string& option) {
    return fmt::format(R"(
//@ simulation "Which way is up"
struct Grid {{     //@ 64 x 64 of 0.5 m{}
    float* low;   //@ 0..1 "Small y" as grey
}};
struct Empty {{    //@ 64 x 64 of 0.5 m{}
    float* none;  //@ 0..1 "Nothing" as grey
}};
struct Dots {{      //@ 400
    float3* at;    //@ 0..32 m "Dots" as points
    float2* over;  //@ m "Dots over" as points over Empty
}};
//@ init
__global__ void fill(int width, int height, float* low) {{
    const int2 c = glint::cell();
    if (c.x < width && c.y < height) low[c.y * width + c.x] = c.y < 16 ? 1 : 0;
}}
//@ init
__global__ void put(int count, float3* at, float2* over) {{
    const int i = glint::index();
    if (i >= count) return;
    at[i] = make_float3(1.6f * (i % 20), 0.4f * (i / 20), 16);
    over[i] = make_float2(at[i].x, at[i].y);
}}
)",
                       option, option);
}

TEST_P(Directions, CellsAndPointsHaveTheSameHeight) {
    for (const std::string& option : both_ways()) {
        SCOPED_TRACE(option);
        Simulation simulation = made(low_quarter(option));
        const auto height = [&](const char* name) {
            Viewer viewer = viewer_of(simulation);
            viewer.show({name});
            return height_of_light(viewer.picture(kSide, kSide));
        };
        const double quarter = option.empty() ? 0.125 : 0.875;
        EXPECT_NEAR(height("low"), quarter, 0.02);
        EXPECT_NEAR(height("none"), quarter, 0.03);
        EXPECT_LT(height("at"), 0.45);  // in space, y always points up
    }
}

TEST_P(Directions, MousePositionsUseGridRows) {
    for (const std::string& option : both_ways()) {
        SCOPED_TRACE(option);
        Simulation simulation = made(grid("8 x 12" + option, "    float4* last;\n") + R"(
//@ drag
__global__ void press(int width, int height, float2 mouse, float2 mouse_before, float4* last) {
    const int2 c = glint::cell();
    if (c.x < width && c.y < height)
        last[c.y * width + c.x] = make_float4(mouse.x, mouse.y, mouse_before.x, mouse_before.y);
}
)");
        Viewer viewer = viewer_of(simulation);
        viewer.picture(kSide, kSide);  // 8 pixels per cell, and 16 empty columns on each side
        const auto is_up = option.empty();
        PaneInput input;
        input.buttons.push_back({gl::MouseButton::left, gl::Action::press, {}, 20, 90});
        input.moves[0].push_back({28, 4, 8, -86});  // half a cell below the top
        viewer.active().control(input);
        const auto last = simulation.field<std::array<float, 4>>("last").to_vector().front();
        EXPECT_NEAR(last[0], 1.5, 1e-5);
        EXPECT_NEAR(last[1], is_up ? 11.5 : 0.5, 1e-5);
        EXPECT_NEAR(last[2], 0.5, 1e-5);
        EXPECT_NEAR(last[3], is_up ? 0.75 : 11.25, 1e-5);
        const auto picked = viewer.pick({28, 4});
        ASSERT_TRUE(picked);
        EXPECT_EQ(picked->at, (std::array<std::size_t, 3>{1, is_up ? 11u : 0u, 0}));
        // Jumps to a cell, and then moves the camera.
        viewer.jump_to({0, {3, 10, 0}});
        viewer.picture(kSide, kSide);
        EXPECT_EQ(viewer.pick({48, 48})->at, (std::array<std::size_t, 3>{3, 10, 0}));
        PaneInput pan;
        pan.moves[1].push_back({0, 0, 0, 8});  // moves the content down by one cell
        viewer.active().control(pan);
        EXPECT_EQ(viewer.pick({48, 48})->at[1], is_up ? 11u : 9u);
    }
}

TEST_P(Directions, ArrowsPointAlongTheGridsAxes) {
    for (const std::string& option : both_ways()) {
        SCOPED_TRACE(option);
        Simulation simulation = made(grid("8 x 8" + option, "    float2* flow;  //@ \"Flow\"\n"));
        simulation.field<std::array<float, 2>>("flow").assign(
            std::vector<std::array<float, 2>>(64, {3, 4}));
        Viewer viewer = viewer_of(simulation);
        viewer.show({"flow"});
        viewer.picture(kSide, kSide);
        auto kernels = std::make_shared<ViewKernels>(simulation.stream());
        Canvas canvas(kernels, std::nullopt, interop::Sharing::automatic, kSide, kSide);
        const auto arrows =
            sample_arrows(canvas, simulation, *viewer.shown(),
                          viewer.active().plane_camera({kSide, kSide}), 24, Slice{});
        ASSERT_EQ(arrows.size(), 16u);
        for (const Arrow& arrow : arrows)  // in pixels; y points down
            EXPECT_EQ(arrow.vector, glm::vec2(3, option.empty() ? -4 : 4));
    }
}

TEST_P(Directions, SlicesHaveYUpAndElseZ) {
    Simulation simulation = made(grid("4 x 6 x 8"));
    std::vector<float> level(4 * 6 * 8);
    level[(5 * 6 + 1) * 4 + 2] = 1;  // x 2, y 1, z 5
    simulation.field<float>("level").assign(level);
    Viewer viewer = viewer_of(simulation);
    viewer.active().look().view = View::image;
    const auto where = [&](int axis, std::size_t index) {
        viewer.active().choices().slice = {.axis = axis, .index = index};
        const Picture picture = viewer.picture(kSide, kSide);
        double x = 0, y = 0, all = 0;
        for (unsigned j = 0; j < kSide; ++j)
            for (unsigned i = 0; i < kSide; ++i)
                if (rgb_at(picture, i, j)[0] > 200) x += i + 0.5, y += kSide - j - 0.5, ++all;
        return glm::dvec2(x, y) / all;
    };
    const auto expect_at = [&](glm::dvec2 found, glm::dvec2 cell, glm::dvec2 cells) {
        const double px = kSide / std::max(cells.x, cells.y);
        const glm::dvec2 expected = 0.5 * kSide + px * (cell + 0.5 - 0.5 * cells);
        EXPECT_NEAR(found.x, expected.x, 0.5);
        EXPECT_NEAR(found.y, expected.y, 0.5);
    };
    expect_at(where(2, 5), {2, 1}, {4, 6});
    expect_at(where(1, 1), {2, 5}, {4, 8});
    expect_at(where(0, 2), {1, 5}, {6, 8});
}

// Black, except for a white top row, whose last pixel is black.
Picture marked(unsigned width, unsigned height) {
    Picture picture{width, height, {}};
    for (unsigned i = 0; i < width * height; ++i) {
        const std::uint8_t light = i < width - 1 ? 255 : 0;
        picture.rgba.insert(picture.rgba.end(), {light, light, light, 255});
    }
    return picture;
}

TEST_P(Directions, ImagesKeepTheirTopRowOnTop) {
    const std::string file = (folder_.path() / "a.png").string();
    write_png(file, marked(6, 4));
    for (const std::string& option : both_ways()) {
        SCOPED_TRACE(option);
        const std::size_t top = option.empty() ? 3 : 0;
        Simulation simulation = made(grid("6 x 4" + option, "    uchar4* tint;  //@ \"Tint\"\n"),
                                     {"level=" + file, "tint=" + file});
        const auto level = simulation.field<float>("level").to_vector();
        const auto tint = simulation.field<std::array<std::uint8_t, 4>>("tint").to_vector();
        for (std::size_t i = 0; i < level.size(); ++i) {
            const bool is_white = i / 6 == top && i % 6 < 5;
            EXPECT_EQ(level[i], is_white ? 1 : 0) << i;
            EXPECT_EQ(tint[i][1], is_white ? 255 : 0) << i;
        }
        for (const char* name : {"level", "tint"}) {
            Viewer viewer = viewer_of(simulation);
            viewer.show({name});
            const Picture picture = viewer.picture(60, 40);
            EXPECT_EQ(rgb_at(picture, 45, 5)[0], 255);
            EXPECT_EQ(rgb_at(picture, 55, 5)[0], 0);
            EXPECT_EQ(rgb_at(picture, 45, 35)[0], 0);
        }
        // A picture smaller than the grid is centered.
        Simulation larger = made(grid("10 x 10" + option), {"level=" + file});
        const auto spread = larger.field<float>("level").to_vector();
        EXPECT_EQ(spread[(3 + top) * 10 + 2], 1);
        EXPECT_EQ(std::accumulate(spread.begin(), spread.end(), 0.0f), 5);
    }
}

TEST_P(Directions, ImageStacksKeepTheTopRowOnTop) {
    std::filesystem::create_directory(folder_.path() / "slices");
    for (std::uint16_t z = 0; z < 3; ++z)
        test::write_gray_png(folder_.path() / fmt::format("slices/{}.png", z), 2,
                             {z, 10, 20, 30, 40, 50});
    const std::string input = "count=" + (folder_.path() / "slices").string();
    Simulation simulation = made(grid("2 x 3 x 3", "    unsigned short* count;\n"), {input});
    const auto count = simulation.field<unsigned short>("count").to_vector();
    const std::vector<unsigned short> layer{40, 50, 20, 30, 1, 10};
    EXPECT_EQ(std::vector(count.begin() + 6, count.begin() + 12), layer);
}

TEST_P(Directions, ArraysKeepTheirIndices) {
    std::vector<float> values(6 * 4);
    std::iota(values.begin(), values.end(), 0.0f);
    const std::string file = (folder_.path() / "a.npy").string();
    write_npy(file, std::vector<std::size_t>{4, 6}, values);
    for (const std::string& option : both_ways()) {
        Simulation simulation = made(grid("6 x 4" + option), {"level=" + file});
        EXPECT_EQ(simulation.field<float>("level").to_vector(), values);
        save_field(simulation, "level", folder_.path() / "b.npy");
        EXPECT_EQ(read_npy(folder_.path() / "b.npy").values, values);
    }
}

/// In ParaView, row 0 of image data is at the bottom, so it must be the bottom row here, too.
TEST_P(Directions, ImageDataHasYUp) {
    std::vector<float> values(6 * 4);
    std::iota(values.begin(), values.end(), 0.0f);
    const std::string first = (folder_.path() / "first.vti").string();
    const std::string volume = folder_
                                   .write("first.mhd",
                                          "NDims = 2\nDimSize = 6 4\nElementType = MET_FLOAT\n"
                                          "ElementDataFile = first.raw\n")
                                   .string();
    for (const std::string& option : both_ways()) {
        SCOPED_TRACE(option);
        const std::string text = grid("6 x 4 of 0.5 m" + option, "    float3* flow;\n");
        Simulation simulation = made(text);
        simulation.field<float>("level").assign(values);
        std::vector<std::array<float, 3>> flow;
        for (const float value : values) flow.push_back({value, -value, 7});
        simulation.field<std::array<float, 3>>("flow").assign(flow);
        const std::vector<std::string> both{"level", "flow"};
        {
            FieldFiles files(simulation,
                             {.folder = folder_.path(), .fields = both, .format = FileFormat::vti});
            files.save();
            files.finish();
        }
        const VtiFile saved(folder_.path() / "Grid-000000.vti");
        const auto level = saved.read("level").values;
        for (std::size_t y = 0; y < 4; ++y)
            for (std::size_t x = 0; x < 6; ++x) {
                const std::size_t row = option.empty() ? y : 3 - y;
                EXPECT_EQ(level[y * 6 + x], values[row * 6 + x]);
                EXPECT_EQ(saved.read("flow").values[3 * (y * 6 + x) + 1], -values[row * 6 + x]);
            }
        // Reads the file, also into a grid with the opposite direction.
        const std::string file = (folder_.path() / "Grid-000000.vti").string();
        Simulation back = made(text, {file});
        EXPECT_EQ(back.field<float>("level").to_vector(), values);
        EXPECT_EQ((back.field<std::array<float, 3>>("flow").to_vector()), flow);
        for (const std::string& other : both_ways()) {
            Simulation shown = made(grid("6 x 4" + other), {"level=" + file});
            Viewer there = viewer_of(shown), here = viewer_of(simulation);
            EXPECT_EQ(there.picture(60, 40).rgba, here.picture(60, 40).rgba) << other;
        }
        folder_.write("first.raw", std::string(reinterpret_cast<const char*>(values.data()),
                                               values.size() * sizeof(float)));
        Simulation of_volume = made(text, {"level=" + volume});
        EXPECT_EQ(of_volume.field<float>("level").to_vector()[0], option.empty() ? 0 : 18);
    }
}

INSTANTIATE_TEST_SUITE_P(Backends, Directions, test::each_backend(), test::name);

}  // namespace
}  // namespace glint::studio
