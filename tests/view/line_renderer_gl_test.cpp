// SPDX-License-Identifier: MIT
#include <glint/view/line_renderer.hpp>

#include <numbers>

#include <gl/headless.hpp>

namespace glint {
namespace {

using test::pixel;

class LineRenderer : public test::OnContext {
protected:
    // At a distance of 1 m, with a 90-degree field of view, y = 1 at the target is the top of the
    // picture.
    view::OrbitCamera camera_{{.distance_m = 1,
                               .yaw_rad = 0,
                               .pitch_rad = 0,
                               .vertical_fov_rad = std::numbers::pi_v<float> / 2}};

    Picture draw(const std::vector<glm::vec4>& ends, const view::LineOptions& options) {
        const gl::Buffer<glm::vec4> vertices(context(), std::span<const glm::vec4>(ends));
        gl::Framebuffer target(context(), {.width = 20, .height = 20});
        view::LineRenderer(options).draw(target, vertices, camera_);
        return target.read_pixels();
    }
};

// Fraction of the color that the distance fade leaves at the target. The smoothstep from 0.7 to 1.5
// is 3 t^2 - 2 t^3 at t = 0.375; the fade removes 0.75 of it.
constexpr double kRemaining = 1.0 - 0.75 * (3 * 0.140625 - 2 * 0.052734375);

TEST_F(LineRenderer, LinesHaveTheirWidth) {
    // A line 2 pixels wide between rows 9 and 10 covers both rows completely.
    const Picture image =
        draw({{-1, 0, 0, 1}, {1, 0, 0, 1}}, {.color = {1, 1, 1, 1}, .width_px = 2});
    for (const unsigned x : {1u, 10u, 18u}) {
        EXPECT_NEAR(pixel(image, x, 9)[0], 255 * kRemaining, 1.5) << x;
        EXPECT_NEAR(pixel(image, x, 10)[0], 255 * kRemaining, 1.5) << x;
        EXPECT_EQ(pixel(image, x, 7)[0], 0) << x;
        EXPECT_EQ(pixel(image, x, 12)[0], 0) << x;
    }
}

TEST_F(LineRenderer, SlantedLinesHaveConstantBrightness) {
    // The mean coverage of a row crossed by a 45-degree line of width w is w * sqrt(2).
    const Picture image =
        draw({{-0.9f, -0.9f, 0, 1}, {0.9f, 0.9f, 0, 1}}, {.color = {1, 1, 1, 1}, .width_px = 1.5f});
    double sum = 0;
    for (unsigned y = 5; y < 15; ++y) {
        for (unsigned x = 0; x < 20; ++x) sum += pixel(image, x, y)[0];
    }
    EXPECT_NEAR(sum / 10 / 255, 1.5 * std::numbers::sqrt2 * kRemaining, 0.05);
}

TEST_F(LineRenderer, ClipsBehindTheCamera) {
    // A line from the center of the picture to 9 m behind the camera and 10 m to the right.
    const Picture image =
        draw({{0, 0, 0, 1}, {10, 0, 10, 1}}, {.color = {1, 1, 1, 1}, .width_px = 2});
    EXPECT_GT(pixel(image, 15, 9)[0], 100);
    EXPECT_GT(pixel(image, 19, 9)[0], 100);
    EXPECT_EQ(pixel(image, 4, 9)[0], 0);
}

TEST_F(LineRenderer, IsHiddenByNearerObjects) {
    gl::Framebuffer target(context(), {.width = 20, .height = 20});
    test::cover(target, {}, {0, 0, 1, 1}, -1.0f);
    view::LineRenderer({.color = {1, 0, 0, 1}}).draw(target, view::Box{}, camera_);
    for (unsigned x = 0; x < 20; ++x) EXPECT_EQ(pixel(target.read_pixels(), x, 9)[0], 0);
}

TEST_F(LineRenderer, DrawsTheTwelveEdgesOfABox) {
    gl::Framebuffer target(context(), {.width = 40, .height = 40});
    view::OrbitCamera far_camera = camera_;
    far_camera.set_pose({.distance_m = 4,
                         .yaw_rad = 0,
                         .pitch_rad = 0,
                         .vertical_fov_rad = std::numbers::pi_v<float> / 2});
    view::LineRenderer({.color = {1, 1, 1, 1}, .width_px = 2})
        .draw(target, view::Box{}, far_camera);
    const Picture image = target.read_pixels();
    // The near face's edges are 1/3 of the way to the picture's edges, and the far face's 1/5.
    EXPECT_GT(pixel(image, 20, 20 - 7)[0], 50);
    EXPECT_GT(pixel(image, 20, 20 + 6)[0], 50);
    EXPECT_GT(pixel(image, 20 - 7, 20)[0], 50);
    EXPECT_GT(pixel(image, 20 + 6, 20)[0], 50);
    EXPECT_GT(pixel(image, 20, 20 - 4)[0], 50);
    EXPECT_GT(pixel(image, 20 + 4, 20)[0], 50);
    EXPECT_EQ(pixel(image, 20, 20)[0], 0);
    EXPECT_EQ(pixel(image, 20, 2)[0], 0);
}

}  // namespace
}  // namespace glint
