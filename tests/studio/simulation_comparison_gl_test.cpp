// SPDX-License-Identifier: MIT
#include <glint/studio/views/detail/simulation_comparison.hpp>

#include <chrono>
#include <cmath>
#include <cstring>

#include <gtest/gtest.h>

#include <base/scratch.hpp>
#include <glint/app/detail/picture_gui.hpp>
#include <glint/driver/copies.hpp>
#include <glint/gl/headless_context.hpp>
#include <glint/studio/host.hpp>
#include <studio/replaced_once.hpp>
#include <support/backends.hpp>
#include <support/pixels.hpp>

namespace glint::studio {
namespace {

using test::color;
using test::expect_near;
using test::replaced_once;
using test::Rgb;
using test::rgb_at;

const char* const kFirst = R"(#include <glint/sim.cuh>
//@ simulation "Ramp"
struct Params {
    float slope = 1.0f;  //@ 0..10 "Slope"
    float own = 1.0f;    //@ 0..10 "Own"
};
struct Ramp {      //@ 8 x 4
    float* level;  //@ 0..14 "Level" as grey
    double* fine;  //@ "Fine"
    unsigned* big; //@ "Big"
    float3* flow;  //@ "Flow" as image
    int* only;     //@ "Only here"
    int* changed;  //@ "Changed"
    uchar4* tint;  //@ "Tint"
};
//@ init
__global__ void fill(int width, int height, Params params, float* level, double* fine, unsigned* big,
                     float3* flow, uchar4* tint) {
    const int2 c = glint::cell();
    if (c.x >= width || c.y >= height) return;
    const int i = c.y * width + c.x;
    level[i] = params.slope * c.x;
    fine[i] = 1e9 + 0.25 * c.y;
    big[i] = 4000000000u + c.x;
    flow[i] = make_float3(3, c.x, 0);
    tint[i] = make_uchar4(10, 20, 30, 255);
}
//@ step
__global__ void rise(int width, int height, float* level) {
    const int2 c = glint::cell();
    if (c.x < width && c.y < height) level[c.y * width + c.x] += 1;
}
//@ drag
__global__ void press(int width, int height, float2 mouse, int* only) {
    const int2 c = glint::cell();
    if (c.x == int(mouse.x) && c.y == int(mouse.y)) only[c.y * width + c.x] += 1;
}
//@ show 0..20 "Twice"
__device__ float twice(float level) { return 2 * level; }
)";

std::string second_text() {
    std::string text = replaced_once(kFirst, "slope = 1.0f", "slope = 0.5f");
    text = replaced_once(text, "1e9 + 0.25 * c.y", "1e9 + 0.25 * c.y - 0.125 * c.x");
    text = replaced_once(text, "4000000000u + c.x", "4000000000u + 3");
    text = replaced_once(text, "make_float3(3, c.x, 0)", "make_float3(0, c.x, -4)");
    text = replaced_once(text, "int* changed;", "float* changed;");
    text = replaced_once(text, "make_uchar4(10, 20, 30, 255)", "make_uchar4(10, 23, 26, 255)");
    for (int i = 0; i < 3; ++i) text = replaced_once(text, "only", "mark");
    return text;
}

class ComparisonOn : public test::OnEachBackend {
protected:
    void advance(unsigned steps) {
        comparison_.begin_steps();
        first_.advance(steps);
        comparison_.end_steps(steps);
    }
    Picture draw() {
        viewer_.draw(target_);
        return target_.read_pixels();
    }
    void show(const std::string& name) {
        viewer_.activate(0);
        viewer_.pane(0).choose(name);
        send({});
    }
    void send(const std::vector<gl::Event>& events, bool is_left_down = false) {
        viewer_.control(app::Frame({.events = events, .turning = is_left_down}, 1, target_));
    }
    /// Color at the center of a cell in pane 0, 1 or 2; row 0 is the lowest of four rows.
    static Rgb cell(const Picture& picture, std::size_t pane, unsigned x, unsigned y) {
        const unsigned left = pane == 1 ? 66 : pane == 2 ? 33 : 0, top = pane == 2 ? 34 : 0;
        return rgb_at(picture, left + 8 * x + 4, top + 8 * (3 - y) + 4);
    }
    template <class T>
    static std::vector<T> values(Simulation& of, const char* field) {
        const auto place = *of.declaration().find_field(field);
        std::vector<T> all(32);
        const auto bytes =
            to_vector(of.stream(), of.state().memory({place.structure, place.field}));
        std::memcpy(all.data(), bytes.data(), bytes.size());
        return all;
    }

    gl::HeadlessContext context_;
    Device device_ = open();
    test::TemporaryFolder folder_;
    Simulation first_{{.device = device_, .file = folder_.write("first.cu", kFirst)}};
    Simulation second_{{.device = device_, .file = folder_.write("second.cu", second_text())}};
    Viewer viewer_{first_, context_, interop::Sharing::automatic};
    SimulationComparison comparison_{viewer_, first_, second_};
    gl::Framebuffer target_{context_, {.width = 130, .height = 66}};
};

TEST_P(ComparisonOn, ShowsBothAndTheirDifference) {
    advance(2);
    const Picture picture = draw();
    ASSERT_EQ(viewer_.pane_count(), 3u);
    EXPECT_EQ(first_.now().number, 2u);
    EXPECT_EQ(second_.now().number, 2u);
    for (unsigned x = 0; x < 8; ++x) {
        const auto at = static_cast<float>(x);
        expect_near(cell(picture, 0, x, 1), color("grey", (at + 2) / 14), 2);
        expect_near(cell(picture, 1, x, 1), color("grey", (0.5f * at + 2) / 14), 2);
        // The largest difference sets the range from -3.5 to 3.5.
        expect_near(cell(picture, 2, x, 1), color("coolwarm", 0.5f + 0.5f * at / 7), 2);
    }
    EXPECT_EQ(viewer_.pane(2).scale().low, -3.5f);
    EXPECT_EQ(viewer_.pane(2).scale().high, 3.5f);
    EXPECT_EQ(viewer_.pane(2).drawn()->display.label, "Level: left - right");
}

TEST_P(ComparisonOn, SubtractsEachTypeInItsOwnArithmetic) {
    show("fine");  // rounded to float, all values would be 1e9
    Picture picture = draw();
    EXPECT_EQ(viewer_.pane(2).scale().high, 0.875f);
    expect_near(cell(picture, 2, 3, 2), color("coolwarm", 0.5f + 0.5f * 3 / 7), 2);
    show("big");
    picture = draw();
    EXPECT_EQ(viewer_.pane(2).scale().high, 4);
    expect_near(cell(picture, 2, 0, 0), color("coolwarm", 0.5f * (1 - 3.0f / 4)), 2);
    show("flow");  // shows the length of (3, 0, 4), which is the same everywhere
    picture = draw();
    expect_near(cell(picture, 2, 5, 1), color("magma", 0.5f), 2);
    EXPECT_EQ(viewer_.pane(2).scale().low, 2.5f);
    EXPECT_EQ(viewer_.pane(2).scale().high, 7.5f);
    // The left and right panes have the color range of the left pane, whose values begin at 3.
    EXPECT_EQ(viewer_.pane(0).scale().low, 3);
    EXPECT_EQ(viewer_.pane(1).scale().low, 3);
    EXPECT_EQ(viewer_.pane(1).scale().high, viewer_.pane(0).scale().high);
    show("tint");  // shows the length of (0, -3, 4, 0)
    draw();
    EXPECT_EQ(viewer_.pane(2).scale().low, 2.5f);
    show("twice");  // computed for both simulations
    draw();
    EXPECT_EQ(viewer_.pane(2).scale().high, 7);
}

TEST_P(ComparisonOn, VolumesShowDifferenceMagnitude) {
    const std::string text = R"(#include <glint/sim.cuh>
//@ simulation "Block"
struct Block {     //@ 8 x 4 x 4
    float* level;  //@ 0..9 "Level" as volume
};
//@ step
__global__ void fill(int width, int height, int depth, float* level) {
    const int3 c = glint::cell();
    if (c.x < width && c.y < height && c.z < depth) level[(c.z * height + c.y) * width + c.x] = 4;
}
)";
    Simulation less({.device = device_, .file = folder_.write("less.cu", text)});
    const auto file = folder_.write("more.cu", replaced_once(text, "= 4;", "= c.x < 3 ? 9 : 2;"));
    Simulation more({.device = device_, .file = file});
    Viewer viewer(less, context_, interop::Sharing::automatic);
    viewer.compare(more);
    less.advance(1);
    more.advance(1);
    viewer.draw(target_);
    EXPECT_EQ(viewer.pane(2).scale().low, 2);
    EXPECT_EQ(viewer.pane(2).scale().high, 5);
    viewer.pane(0).look().view = View::image;  // changes the other panes, too
    viewer.control(app::Frame({}, 1, target_));
    viewer.draw(target_);
    EXPECT_EQ(viewer.pane(2).scale().low, -5);
    expect_near(cell(target_.read_pixels(), 2, 1, 1), color("coolwarm", 0), 2);
}

TEST_P(ComparisonOn, ExplainsAMissingDifference) {
    app::PictureGui gui;
    viewer_.has_status() = false;
    const auto pixels_of_text = [&](std::size_t pane) {
        Picture picture = draw();
        const Picture plain = picture;
        gui.draw(picture, [&] { viewer_.pane(pane).draw_overlay(true); });
        std::size_t count = 0;
        for (std::size_t i = 0; i < picture.rgba.size(); ++i)
            count += picture.rgba[i] != plain.rgba[i];
        return count;
    };
    show("only");
    EXPECT_GT(pixels_of_text(1), 200u);
    EXPECT_EQ(viewer_.pane(1).message(), "second.cu has no field or function 'Ramp.only'");
    EXPECT_EQ(viewer_.pane(2).message(),
              "second.cu has no field or function 'Ramp.only' to compare with");
    EXPECT_FALSE(viewer_.pane(2).drawn());
    show("changed");
    draw();
    EXPECT_EQ(viewer_.pane(1).message(), "");
    EXPECT_EQ(viewer_.pane(2).message(), "Ramp.changed is int on the left and float on the right");
    const auto smaller = folder_.write("smaller.cu", replaced_once(kFirst, "8 x 4", "8 x 3"));
    Simulation third({.device = device_, .file = smaller});
    Viewer viewer(first_, context_, interop::Sharing::automatic);
    viewer.compare(third);
    viewer.draw(target_);
    EXPECT_EQ(viewer.pane(2).message(), "Ramp.level is 8 x 4 on the left and 8 x 3 on the right");
}

TEST_P(ComparisonOn, DragsAndCamerasAreOfBoth) {
    draw();
    // The mouse is in the right pane, over cell (5, 1).
    send({gl::MouseButtonEvent{gl::MouseButton::left, gl::Action::press, {}, 66 + 41, 17},
          gl::MouseButtonEvent{gl::MouseButton::left, gl::Action::release, {}, 66 + 41, 17}});
    EXPECT_EQ(values<int>(first_, "only")[1 * 8 + 5], 1);
    EXPECT_EQ(values<int>(second_, "mark")[1 * 8 + 5], 1);
    send({gl::MouseButtonEvent{gl::MouseButton::right, gl::Action::press, {}, 41, 17},
          gl::MouseButtonEvent{gl::MouseButton::right, gl::Action::release, {}, 41, 17}});
    for (std::size_t pane = 0; pane < 3; ++pane) {
        ASSERT_TRUE(viewer_.pane(pane).picked());
        EXPECT_EQ(viewer_.pane(pane).picked()->at, (std::array<std::size_t, 3>{5, 1, 0}));
    }
    const Picture before = draw();
    // The mouse is over the left pane.
    send({gl::MouseMoveEvent{20, 20, 0, 0}, gl::ScrollEvent{0, 5}});
    const Picture after = draw();
    const auto units = [&](std::size_t pane) {
        return viewer_.pane(pane).choices().plane->units_per_px;
    };
    EXPECT_NEAR(units(0), std::pow(0.9, 5) / 8, 1e-9);
    EXPECT_EQ(units(1), units(0));
    EXPECT_EQ(units(2), units(0));
    EXPECT_NE(before.rgba, after.rgba);
}

TEST_P(ComparisonOn, ParameterChangesApplyToBoth) {
    const auto slope = [](Simulation& of) { return of.parameters()[0].get("slope"); };
    comparison_.pass_on_parameters();
    EXPECT_EQ(slope(second_), 0.5);  // the value set in its file
    first_.parameters()[0].set("slope", 2);
    advance(1);
    EXPECT_EQ(slope(second_), 2);
    EXPECT_EQ(second_.parameters()[0].get("own"), 1);
    second_.parameters()[0].set("own", 3);
    advance(1);
    EXPECT_EQ(second_.parameters()[0].get("own"), 3);
    comparison_.reset();
    EXPECT_EQ(second_.now().number, 0u);
    EXPECT_EQ(values<float>(second_, "level")[7], 14);
}

TEST_P(ComparisonOn, StepsAreTimed) {
    AdvanceTimer timer(first_);
    EXPECT_FALSE(timer.step_time());
    for (int i = 0; i < 5; ++i) {
        timer.begin();
        first_.advance(3);
        timer.end(3);
    }
    EXPECT_EQ(first_.now().number, 15u);
    first_.stream().synchronize();
    ASSERT_TRUE(timer.step_time());
    EXPECT_GT(timer.step_time()->count(), 0);
    EXPECT_LT(timer.step_time()->count(), 1);
}

TEST_P(ComparisonOn, BothFilesAreReloaded) {
    advance(3);
    folder_.write("second.cu", replaced_once(second_text(), "+= 1;", "+= 10;"));
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    while (second_.code().text() == second_text() && std::chrono::steady_clock::now() < end)
        comparison_.reload();
    EXPECT_EQ(second_.now().number, 3u);
    advance(1);
    EXPECT_EQ(values<float>(second_, "level")[0], 13);
    EXPECT_EQ(values<float>(first_, "level")[0], 4);
    EXPECT_NE(draw().rgba, Picture().rgba);
}

TEST_P(ComparisonOn, RunsHeadless) {
    app::App app({.title = "beside",
                  .width = 320,
                  .height = 180,
                  .headless = true,
                  .frames = 4,
                  .every = 4,
                  .out = folder_.path(),
                  .device = GetParam()});
    Simulation a({.device = app.device(), .file = folder_.path() / "first.cu"});
    Simulation b({.device = app.device(), .file = folder_.path() / "second.cu"});
    EXPECT_EQ(run(app, a, {.views = {"level"}, .comparison = &b}), 0);
    EXPECT_EQ(a.now().number, 4u);
    EXPECT_EQ(b.now().number, 4u);
    ASSERT_EQ(app.images().size(), 1u);
}

INSTANTIATE_TEST_SUITE_P(Backends, ComparisonOn, test::each_backend(), test::name);

}  // namespace
}  // namespace glint::studio
