// SPDX-License-Identifier: MIT
#include <glint/studio/host.hpp>

#include <glad/gl.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <set>

#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include <base/scratch.hpp>
#include <glint/base/files.hpp>
#include <glint/formats/png.hpp>
#include <glint/gl/detail/egl.hpp>
#include <glint/gl/foreign_context.hpp>
#include <glint/gl/headless_context.hpp>
#include <glint/studio/views/detail/canvas_check.hpp>
#include <glint/view/colormap.hpp>
#include <support/backends.hpp>
#include <support/pixels.hpp>

namespace glint::studio {
namespace {

namespace fs = std::filesystem;

using test::color;
using test::expect_near;
using test::Rgb;
using test::rgb_at;

std::size_t colors_in(const Picture& picture) {
    std::set<Rgb> all;
    for (unsigned y = 0; y < picture.height; ++y)
        for (unsigned x = 0; x < picture.width; ++x) all.insert(rgb_at(picture, x, y));
    return all.size();
}

class ViewsOn : public test::OnEachBackend {
protected:
    /// Draws the view called `view` of a file, or its first view.
    Picture drawn(const std::string& text, const std::string& view = {}, int width = 64,
                  int height = 32) {
        folder_.write("made.cu", text);
        Simulation simulation({.device = device_, .file = folder_.path() / "made.cu"});
        Viewer viewer(simulation, context_, interop::Sharing::automatic);
        for (std::size_t i = 0; i < viewer.all().size(); ++i)
            if (viewer.all()[i].name == view) viewer.choose(i);
        gl::Framebuffer target(context_, {.width = width, .height = height});
        viewer.draw(target);
        scale_ = viewer.scale();
        for (const glm::dvec2& at : clicks_) picked_.push_back(viewer.pick(at));
        const Picture picture = target.read_pixels();
        EXPECT_EQ(drawn_without_opengl(simulation, view, picture).rgba, picture.rgba);
        return picture;
    }
    static Picture drawn_without_opengl(Simulation& simulation, const std::string& view,
                                        const Picture& like) {
        Viewer viewer(simulation, std::nullopt, interop::Sharing::automatic);
        for (std::size_t i = 0; i < viewer.all().size(); ++i)
            if (viewer.all()[i].name == view) viewer.choose(i);
        return viewer.picture(like.width, like.height);
    }

    gl::HeadlessContext context_;
    Device device_ = open();
    test::TemporaryFolder folder_;
    ColorScale scale_;
    std::vector<glm::dvec2> clicks_;
    std::vector<std::optional<Picked>> picked_;
};

const char* const kRamp = R"(#include <glint/sim.cuh>
//@ simulation "Ramp"
struct Ramp {          //@ 8 x 4
    float* level;      //@ 0..7 "Level" as turbo
    double* automatic; //@ "Automatic"
    uchar4* picture;   //@ "Picture"
    float3* tint;      //@ rgb "Tint"
    float2* flow;      //@ 0..5 m/s "Flow" as image
    float* broken;     //@ 0..1 "Broken" as grey
    int* decades;      //@ 1..10000000 log "Decades"
};
//@ init
__global__ void fill(int width, int height, float* level, double* automatic, uchar4* picture,
                     float3* tint, float2* flow, float* broken, int* decades) {
    const int2 c = glint::cell();
    if (c.x >= width || c.y >= height) return;
    const int i = c.y * width + c.x;
    level[i] = c.x;
    automatic[i] = -3 + c.y;
    picture[i] = make_uchar4(10 * c.x, 20 * c.y, 200, 255);
    tint[i] = make_float3(0.5f, 0.1f * c.x, 1.0f);
    flow[i] = make_float2(3, -4);
    broken[i] = c.x < 4 ? 0.0f / (c.y - c.y) : 1.0f;
    decades[i] = powf(10, c.x) + 0.5f;
}
)";

TEST_P(ViewsOn, ShowNumbersInTheirColors) {
    const Picture level = drawn(kRamp);
    for (unsigned x = 0; x < 8; ++x)
        expect_near(rgb_at(level, 8 * x + 4, 20), color("turbo", static_cast<float>(x) / 7), 2);
    const Picture found = drawn(kRamp, "automatic");
    EXPECT_EQ(scale_.low, -3);
    EXPECT_EQ(scale_.high, 0);
    for (unsigned y = 0; y < 4; ++y)  // row 0 is at the bottom
        expect_near(rgb_at(found, 3, 8 * (3 - y) + 4), color("viridis", static_cast<float>(y) / 3),
                    2);
    const Picture decades = drawn(kRamp, "decades");
    for (unsigned x = 0; x < 8; ++x)
        expect_near(rgb_at(decades, 8 * x + 4, 20), color("viridis", static_cast<float>(x) / 7), 3);
}

TEST_P(ViewsOn, ShowColorsUnchanged) {
    const Picture picture = drawn(kRamp, "picture");
    expect_near(rgb_at(picture, 8 * 5 + 4, 4), {50, 60, 200}, 0);
    expect_near(rgb_at(drawn(kRamp, "tint"), 8 * 4 + 4, 20), {128, 102, 255}, 1);
}

TEST_P(ViewsOn, ShowTheLengthOfVectorsAndNonFiniteValues) {
    expect_near(rgb_at(drawn(kRamp, "flow"), 9, 9), color("viridis", 1), 2);
    const Picture broken = drawn(kRamp, "broken");
    expect_near(rgb_at(broken, 9, 9), {255, 0, 255}, 0);
    expect_near(rgb_at(broken, 60, 9), {255, 255, 255}, 0);
}

TEST_P(ViewsOn, FitTheGridIntoTheImage) {
    const Picture wide = drawn(kRamp, {}, 128, 32);  // the grid is in the middle 64 pixels
    expect_near(rgb_at(wide, 32 + 4, 20), color("turbo", 0), 2);
    expect_near(rgb_at(wide, 32 + 60, 20), color("turbo", 1), 2);
    EXPECT_LT(rgb_at(wide, 5, 5)[0] + rgb_at(wide, 5, 5)[1], 80);
    const Picture small = drawn(kRamp, {}, 4, 2);  // each pixel covers four cells
    Rgb mean{};
    for (const float t : {0.0f, 1.0f / 7})
        for (std::size_t c = 0; c < 3; ++c) mean[c] += color("turbo", t)[c];
    for (int& c : mean) c /= 2;
    expect_near(rgb_at(small, 0, 0), mean, 3);
}

const char* const kBalls = R"(#include <glint/sim.cuh>
//@ simulation "Balls"
struct Balls {         //@ 3
    float3* position;  //@ -1..1 m "Position" as points
    float* heat;       //@ 0..2 "Heat" as grey
};
//@ init
__global__ void place(int count, float3* position, float* heat) {
    const int i = glint::index();
    if (i >= count) return;
    position[i] = make_float3(i == 1 ? 5 : 0, 0, i == 2 ? -0.9f : 0);
    heat[i] = i;
}
)";

TEST_P(ViewsOn, ShowPointsAsBallsWithTheNearestInFront) {
    clicks_ = {{100, 75}, {3, 3}};
    const Picture picture = drawn(kBalls, {}, 200, 150);
    // Point 0 is at the camera's target, in the darkest gray that points have. All other points are
    // lighter or outside the picture.
    expect_near(rgb_at(picture, 100, 75), {44, 44, 44}, 4);
    EXPECT_GT(colors_in(picture), 30u);
    ASSERT_EQ(picked_.size(), 2u);
    ASSERT_TRUE(picked_[0]);
    EXPECT_EQ(picked_[0]->at[0], 0u);
    EXPECT_FALSE(picked_[1]);
}

// Has so many points that several blocks process them. Point 7 has a finite y, but its x and z are
// not finite.
const char* const kFar = R"(#include <glint/sim.cuh>
//@ simulation "Far"
struct Far {           //@ 100000
    float3* position;  //@ m "Position" as points
    double2* flat;     //@ m "Flat" as points
    float3* nowhere;   //@ m "Nowhere" as points
};
//@ init
__global__ void place(int count, float3* position, double2* flat, float3* nowhere) {
    const int i = glint::index();
    if (i >= count) return;
    const float nan = 0.0f / (i - i);
    position[i] = i == 7 ? make_float3(nan, 99, nan) : make_float3(50 + i * 1e-4f, -i * 1e-3f, i % 3);
    flat[i] = make_double2(3, 4);
    nowhere[i] = make_float3(nan, nan, nan);
}
)";

TEST_P(ViewsOn, FindTheBoundsOfAllPoints) {
    folder_.write("far.cu", kFar);
    Simulation simulation({.device = device_, .file = folder_.path() / "far.cu"});
    Viewer viewer(simulation, context_, interop::Sharing::automatic);
    gl::Framebuffer target(context_, {.width = 96, .height = 64});
    viewer.draw(target);
    const view::Box box = viewer.active().choices().bounds.value();
    EXPECT_NEAR(glm::distance(box.min, {50, -99.999f, 0}), 0, 1e-3);
    EXPECT_NEAR(glm::distance(box.max, {59.9999f, 99, 2}), 0, 1e-3);
    const Picture picture = target.read_pixels();
    unsigned lit = 0;
    for (unsigned y = 0; y < 64; ++y)
        for (unsigned x = 0; x < 96; ++x) lit += rgb_at(picture, x, y)[0] > 60;
    EXPECT_GT(lit, 20u);
    viewer.choose(1);
    viewer.draw(target);
    EXPECT_EQ(viewer.active().choices().bounds->min, glm::vec3(2, 3, -1));
    EXPECT_EQ(viewer.active().choices().bounds->max, glm::vec3(4, 5, 1));
    viewer.choose(2);
    viewer.draw(target);
    EXPECT_EQ(viewer.active().choices().bounds->max, glm::vec3(1));
}

TEST_P(ViewsOn, PickTheCellUnderThePixel) {
    clicks_ = {{8 * 5 + 1, 8 * 2 + 7}, {0, 0}};
    (void)drawn(kRamp);
    ASSERT_TRUE(picked_[0]);
    EXPECT_EQ(picked_[0]->at, (std::array<std::size_t, 3>{5, 1, 0}));
    EXPECT_EQ(picked_[1]->at, (std::array<std::size_t, 3>{0, 3, 0}));
}

TEST_P(ViewsOn, ShowThreeDimensionalGrids) {
    const fs::path file = fs::path(GLINT_TEST_DATA_DIR) / "good" / "cloud.cu";
    Simulation cloud({.device = device_, .file = file});
    cloud.advance(3);
    Viewer viewer(cloud, context_, interop::Sharing::automatic);
    gl::Framebuffer target(context_, {.width = 320, .height = 180});
    for (std::size_t i = 0; i < viewer.all().size(); ++i) {
        viewer.choose(i);
        viewer.draw(target);
        const Picture picture = target.read_pixels();
        EXPECT_GT(colors_in(picture), 100u) << viewer.all()[i].name;
        if (const char* out = std::getenv("GLINT_TEST_PICTURES"))
            write_png(fs::path(out) / ("cloud-" + viewer.all()[i].name + ".png"), picture);
    }
}

const char* const kTwoViews = R"(#include <glint/sim.cuh>
//@ simulation "Two views"
struct Grid {        //@ 9 x 5
    float* level;    //@ 0..1 "Level"
};
struct List {        //@ 3
    float3* place;   //@ -2..2 m "Place"
};
//@ init
__global__ void put(int count, float3* place) {
    const int i = glint::index();
    if (i < count) place[i] = i < 2 ? make_float3(i, 0.5f * i, -i) : make_float3(NAN, 0, 0);
}
)";

TEST_P(ViewsOn, JumpToElements) {
    Simulation two({.device = device_, .file = folder_.write("two.cu", kTwoViews)});
    Viewer viewer(two, context_, interop::Sharing::automatic);
    gl::Framebuffer target(context_, {.width = 180, .height = 100});
    const auto jump = [&](const Picked& to) {
        viewer.jump_to(to);
        viewer.draw(target);
        EXPECT_EQ(viewer.picked()->structure, to.structure);
        EXPECT_EQ(viewer.picked()->at, to.at);
        return viewer.pick({90.5, 50.5});
    };
    // The first jump is before the first drawing, and the second is after it.
    for (const std::array<std::size_t, 3>& at : {std::array<std::size_t, 3>{7, 1, 0}, {0, 4, 0}}) {
        const auto center = jump({0, at});
        ASSERT_TRUE(center);
        EXPECT_EQ(center->structure, 0u);
        EXPECT_EQ(center->at, at);
    }
    // Jumping to an element of another structure first shows that structure.
    const auto center = jump({1, {1, 0, 0}});
    EXPECT_EQ(viewer.shown()->name, "place");
    ASSERT_TRUE(center);
    EXPECT_EQ(center->at[0], 1u);
    // Jumping to an element without a finite position does not move the camera.
    const auto still = jump({1, {2, 0, 0}});
    ASSERT_TRUE(still);
    EXPECT_EQ(still->at[0], 1u);
}

using Function = void (*)();

void GLAD_API_PTR copy_nothing(GLuint, GLuint, GLint, GLint, GLint, GLint, GLint, GLint, GLint,
                               GLint, GLbitfield, GLenum) {}

// Swaps the rows, as a driver with swapped directions would.
PFNGLBLITNAMEDFRAMEBUFFERPROC real_copy = nullptr;
void GLAD_API_PTR swap_rows(GLuint from, GLuint to, GLint x0, GLint y0, GLint x1, GLint y1,
                            GLint left, GLint top, GLint right, GLint bottom, GLbitfield mask,
                            GLenum filter) {
    real_copy(from, to, x0, y0, x1, y1, left, bottom, right, top, mask, filter);
}

TEST_P(ViewsOn, AreCheckedBeforeUse) {
    Stream stream(device_);
    check_showing(stream, context_, interop::Sharing::automatic);
    const auto complaint = [&](const char* broken, Function function) {
        const gl::ForeignContext theirs({.find = [=](const char* name) -> Function {
                                             if (std::string_view(name) == broken) return function;
                                             return gl::detail::Egl::load().get_proc_address(name);
                                         },
                                         .make_current = [this] { context_.make_current(); }});
        try {
            check_showing(stream, theirs, interop::Sharing::automatic);
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), ErrorCode::unsupported);
            EXPECT_EQ(error.operation(),
                      "display images from " + device_.name() + " with " + context_.renderer());
            return error.reason();
        }
        return std::string();
    };
    EXPECT_EQ(complaint("glBlitNamedFramebuffer", reinterpret_cast<Function>(&copy_nothing)),
              "pixel (0, 0) of 37 x 21 is (0, 0, 0) instead of (20, 9, 0)");
    real_copy = context_.functions().BlitNamedFramebuffer;
    EXPECT_EQ(complaint("glBlitNamedFramebuffer", reinterpret_cast<Function>(&swap_rows)),
              "pixel (0, 0) of 37 x 21 is (20, 229, 140) instead of (20, 9, 0)");
}

INSTANTIATE_TEST_SUITE_P(Backends, ViewsOn, test::each_backend(), test::name);

using BackendAndFile = std::tuple<std::string, fs::path>;

class GalleryOn : public testing::TestWithParam<BackendAndFile> {};

std::vector<fs::path> gallery_files() {
    std::vector<fs::path> files;
    for (const char* folder : {"apps/gallery", "apps/starters"})
        for (const auto& entry : fs::directory_iterator(resource(folder)))
            files.push_back(entry.path());
    std::ranges::sort(files);
    return files;
}

TEST_P(GalleryOn, RunsAndShowsSomething) {
    const auto& [backend, file] = GetParam();
    const test::TemporaryFolder folder;
    const char* out = std::getenv("GLINT_TEST_PICTURES");
    app::App app({.title = file.stem().string(),
                  .width = 640,
                  .height = 360,
                  .headless = true,
                  .frames = 3,
                  .every = 3,
                  .out = out ? fs::path(out) : folder.path(),
                  .device = backend});
    Simulation simulation({.device = app.device(), .file = file});
    EXPECT_EQ(run(app, simulation), 0);
    EXPECT_EQ(simulation.now().number, 3 * simulation.declaration().steps_per_frame);
    ASSERT_EQ(app.images().size(), 1u);
    EXPECT_GT(colors_in(read_png(app.images()[0])), 100u);
    for (const auto& value : simulation.monitors()) EXPECT_TRUE(!value || std::isfinite(*value));
}

INSTANTIATE_TEST_SUITE_P(Backends, GalleryOn,
                         testing::Combine(test::each_backend(), testing::ValuesIn(gallery_files())),
                         [](const testing::TestParamInfo<BackendAndFile>& tested) {
                             return std::get<0>(tested.param) + "_" +
                                    std::get<1>(tested.param).stem().string();
                         });

}  // namespace
}  // namespace glint::studio
