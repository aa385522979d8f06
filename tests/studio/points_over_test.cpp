// SPDX-License-Identifier: MIT
// Points over pictures of a grid, surfaces colored by another field, and kernels that run only
// while a parameter is set.
#include <algorithm>

#include <gtest/gtest.h>

#include <base/scratch.hpp>
#include <glint/array/array.hpp>
#include <glint/studio/declaration/read_declaration.hpp>
#include <glint/studio/run/field.hpp>
#include <glint/studio/views/viewer.hpp>
#include <support/backends.hpp>
#include <support/pixels.hpp>

namespace glint::studio {
namespace {

class PointsOver : public test::OnEachBackend {
protected:
    Simulation made(const std::string& text) {
        const auto path = folder_.write("over.cu", "#include <glint/sim.cuh>\n" + text);
        return Simulation({.device = open(), .file = path});
    }
    static Picture picture(Simulation& simulation, const PaneChoices& choices) {
        Viewer viewer(simulation, std::nullopt, interop::Sharing::automatic);
        PaneChoices same = viewer.active().choices();
        same.has_points_over = choices.has_points_over;
        same.colors = choices.colors;
        viewer.set_choices(same);
        return viewer.picture(400, 200);
    }

    test::TemporaryFolder folder_;
};

constexpr const char* kPlane = R"(
//@ simulation "Over a plane"
struct Grid {      //@ 40 x 20 of 0.5 m
    float* level;  //@ 0..1 "Level" as grey
};
struct Points {     //@ 1
    float2* place;  //@ m "Points" as points by value over Grid
    float* other;   //@ 0..1 "Other" as grey
    float* value;   //@ 0..1 "Value" as grey
};
//@ init
__global__ void put(int count, float2* place, float* value) {
    place[0] = make_float2(15.25f, 2.75f);
    value[0] = 1;
}
)";

TEST_P(PointsOver, LieOnAPlaneAtTheirPositions) {
    Simulation simulation = made(kPlane);
    const Picture with = picture(simulation, {});
    const Picture without = picture(simulation, {.has_points_over = false});
    EXPECT_GT(test::rgb_at(with, 305, 145)[1], 200);  // 10 pixels per cell of 0.5 m
    EXPECT_LT(test::rgb_at(with, 305, 55)[1], 20);
    EXPECT_LT(test::rgb_at(without, 305, 145)[1], 20);
}

constexpr const char* kSpace = R"(
//@ simulation "Over a ball"
struct Params {
    float out = 0;  //@ 0..20 "Out"
};
struct Grid {     //@ 24 x 24 x 24
    float* ball;  //@ 0..16 "Ball" as surface by part
    float* part;  //@ 0..1 "Part" as grey
};
struct Points {     //@ 8
    float3* place;  //@ "Points" as points over Grid
};
//@ init
__global__ void build(int width, int height, int depth, float* ball, float* part) {
    const int3 c = glint::cell();
    if (c.x >= width || c.y >= height || c.z >= depth) return;
    const int i = (c.z * height + c.y) * width + c.x;
    ball[i] = fmaxf(16 - glint::length(make_float3(c.x - 11.5f, c.y - 11.5f, c.z - 11.5f)), 0.0f);
    part[i] = 1;
}
//@ init
__global__ void put(int count, Params params, float3* place) {
    const int i = glint::index();
    const float3 way = make_float3(i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1);
    if (i < count) place[i] = make_float3(12, 12, 12) + params.out * way;
}
)";

TEST_P(PointsOver, AreHiddenBySurfacesAndHideThem) {
    Simulation simulation = made(kSpace);
    const Picture inside = picture(simulation, {});
    EXPECT_EQ(inside.rgba, picture(simulation, {.has_points_over = false}).rgba);
    simulation.set("out", "11");
    simulation.reset();
    EXPECT_NE(picture(simulation, {}).rgba, inside.rgba);
}

TEST_P(PointsOver, SurfacesUseColorsOfAnotherField) {
    Simulation simulation = made(kSpace);
    const PaneChoices bare{.has_points_over = false};
    const test::Rgb white = test::rgb_at(picture(simulation, bare), 200, 100);
    EXPECT_EQ(white[0], white[2]);
    EXPECT_GT(white[0], 80);
    simulation.field<float>("part") = 0.0f;
    const test::Rgb black = test::rgb_at(picture(simulation, bare), 200, 100);
    EXPECT_EQ(black[0], black[2]);  // with some reflected light
    EXPECT_LT(black[0], white[0] - 50);
    const test::Rgb own = test::rgb_at(
        picture(simulation, {.colors = "Grid.ball", .has_points_over = false}), 200, 100);
    EXPECT_GT(own[2], own[0] + 30);  // the middle of viridis
}

TEST_P(PointsOver, ConditionalKernelsRunWhileEnabled) {
    Simulation simulation = made(R"(
//@ simulation "Now and then"
struct Params {
    bool on = false;  //@ "On"
};
struct List {     //@ 2
    int* counts;  //@ "Count"
};
//@ step if on
__global__ void go(int count, Params params, int* counts) {
    if (glint::index() < count) counts[glint::index()] += 1;
}
)");
    simulation.advance(3);
    EXPECT_EQ(simulation.field<int>("counts").to_vector(), (std::vector<int>{0, 0}));
    simulation.set("on", "true");
    simulation.advance(3);
    simulation.set("on", "false");
    simulation.advance(3);
    EXPECT_EQ(simulation.field<int>("counts").to_vector(), (std::vector<int>{3, 3}));
}

INSTANTIATE_TEST_SUITE_P(Backends, PointsOver, test::each_backend(), test::name);

std::string first_mistake(const std::string& members, const std::string& kernel = "step") {
    const Reading reading = read_annotations("over.cu", R"(//@ simulation "Mistakes"
struct Params {
    bool tracing = false;  //@ "Tracing"
};
struct Grid {  //@ 8 x 8 x 8
    float* level;  //@ "Level" )" + members + R"(
    float* other;  //@ "Other"
};
//@ )" + kernel + R"(
__global__ void go(int width, Params params, float* level) {}
)");
    return reading.mistakes.empty() ? "" : reading.mistakes.front().message;
}

TEST(References, AreCheckedByName) {
    EXPECT_EQ(first_mistake("as surface grey by other: help"), "");
    EXPECT_EQ(first_mistake("as surface by othr"),
              "labeled field or `show` function 'othr' not found in structure 'Grid'; did you mean "
              "'other'?");
    EXPECT_EQ(first_mistake("as volume by other"),
              "'by other' applies only to points, glow, liquids and surfaces");
    EXPECT_EQ(first_mistake("as volume over Grid"), "'over Grid' applies only to points and glow");
    EXPECT_EQ(first_mistake("as surface by"), "the name of a field is missing after 'by'");
    EXPECT_EQ(first_mistake("", "step if tracing"), "");
    EXPECT_EQ(first_mistake("", "step over Grid if tracing"), "");
    EXPECT_EQ(first_mistake("", "step if tracking"),
              "bool parameter 'tracking' after 'if' not found; did you mean 'tracing'?");
    EXPECT_EQ(first_mistake("", "step if"), "the name of a bool parameter is missing after 'if'");
}

}  // namespace
}  // namespace glint::studio
