// SPDX-License-Identifier: MIT
// Lists of two-component positions are shown in a plane, with x to the right and y up.
#include <gtest/gtest.h>

#include <base/scratch.hpp>
#include <glint/studio/views/viewer.hpp>
#include <support/backends.hpp>
#include <support/pixels.hpp>

namespace glint::studio {
namespace {

class FlatPoints : public test::OnEachBackend {
protected:
    /// Three points of `type`: one is at (3, 1), and the others span 0..4 x 0..2.
    Simulation made(const std::string& type, const std::string& display) {
        const auto path = folder_.write("flat.cu", R"(#include <glint/sim.cuh>
//@ simulation "Flat points"
struct Points {  //@ 3
    )" + type + R"(* place;  //@ )" + display + R"(
    float* value;            //@ 0..1 "Value" as grey
    float2* touched;         //@ m "Touched"
};
//@ init
__global__ void put(int count, )" + type + R"(* place, float* value) {
    if (glint::index() != 0) return;
    place[0].x = 3, place[0].y = 1;
    place[2].x = 4, place[2].y = 2;
    value[0] = 1;
}
//@ drag
__global__ void touch(int count, float2 mouse, float2* touched) {
    if (glint::index() < count) touched[glint::index()] = mouse;
}
)");
        return Simulation({.device = open(), .file = path});
    }

    test::TemporaryFolder folder_;
};

constexpr int kWidth = 400, kHeight = 300;

/// Center of the bright pixels, and how many there are.
struct Bright {
    double x = 0, y = 0;
    int count = 0;
};

Bright bright_in(const Picture& picture) {
    Bright found;
    for (int y = 0; y < kHeight; ++y)
        for (int x = 0; x < kWidth; ++x)
            if (test::rgb_at(picture, x, y)[1] > 120) {
                found.x += x + 0.5;
                found.y += y + 0.5;
                ++found.count;
            }
    found.x /= found.count;
    found.y /= found.count;
    return found;
}

TEST_P(FlatPoints, UseTheirCoordinates) {
    for (const char* type : {"float2", "double2"}) {
        Simulation simulation = made(type, "m \"Place\" as points");
        Viewer viewer(simulation, std::nullopt, interop::Sharing::automatic);
        const Picture picture = viewer.picture(kWidth, kHeight);
        Pane& pane = viewer.active();
        ASSERT_TRUE(pane.are_points_flat());
        const PlaneCamera camera = pane.plane_camera({kWidth, kHeight});
        const glm::dvec2 at = camera.pixel_of({3, 1}, {kWidth, kHeight});
        EXPECT_NEAR(camera.center.x, 2, 1e-5);
        EXPECT_NEAR(camera.center.y, 1, 1e-5);
        EXPECT_GT(at.x, 0.6 * kWidth);
        const Bright ball = bright_in(picture);
        EXPECT_GT(ball.count, 20);
        EXPECT_NEAR(ball.x, at.x, 4);  // the light comes from the upper left
        EXPECT_NEAR(ball.y, at.y, 4);
        const auto high = camera.pixel_of({4, 2}, {kWidth, kHeight});
        EXPECT_LT(high.y, at.y);  // y is up
        ASSERT_TRUE(pane.pick(high));
        EXPECT_EQ(pane.pick(high)->at[0], 2u);
        EXPECT_FALSE(pane.pick({10, 10}));
    }
}

TEST_P(FlatPoints, ARangeIsTheirPlane) {
    Simulation simulation = made("float2", "-10..10 m \"Place\" as glow");
    Viewer viewer(simulation, std::nullopt, interop::Sharing::automatic);
    (void)viewer.picture(kWidth, kHeight);
    const PlaneCamera camera = viewer.active().plane_camera({kWidth, kHeight});
    EXPECT_NEAR(camera.center.x, 0, 1e-5);
    EXPECT_NEAR(camera.at({kWidth / 2.0, 0}, {kWidth, kHeight}).y, 12.5, 1e-3);
}

TEST_P(FlatPoints, PanAndZoomLikePlanes) {
    Simulation simulation = made("float2", "m \"Place\" as points");
    Viewer viewer(simulation, std::nullopt, interop::Sharing::automatic);
    (void)viewer.picture(kWidth, kHeight);
    Pane& pane = viewer.active();
    const PlaneCamera before = pane.plane_camera({kWidth, kHeight});
    PaneInput drag;
    drag.moves[static_cast<std::size_t>(gl::MouseButton::middle)].push_back(
        {.x_px = 210, .y_px = 170, .dx_px = 10, .dy_px = 20});
    pane.control(drag);
    const PlaneCamera moved = pane.plane_camera({kWidth, kHeight});
    EXPECT_NEAR(moved.center.x, before.center.x - 10 * before.units_per_px, 1e-9);
    EXPECT_NEAR(moved.center.y, before.center.y + 20 * before.units_per_px, 1e-9);
    PaneInput wheel;
    wheel.scrolls.push_back({.steps = 2, .at_px = {100, 100}});
    pane.control(wheel);
    EXPECT_LT(pane.plane_camera({kWidth, kHeight}).units_per_px, before.units_per_px);
}

INSTANTIATE_TEST_SUITE_P(Backends, FlatPoints, test::each_backend(), test::name);

}  // namespace
}  // namespace glint::studio
