// SPDX-License-Identifier: MIT
#include <glint/view/background_renderer.hpp>

#include <gl/headless.hpp>

namespace glint {
namespace {

class Background : public test::OnContext {};

TEST_F(Background, IsBrighterInTheCenter) {
    gl::Framebuffer target(context(), {.width = 101, .height = 101});
    view::BackgroundRenderer background({.center = {0.4f, 0.6f, 0.8f}, .edge = {0.0f, 0.2f, 0.0f}});
    background.draw(target);
    const Picture image = target.read_pixels();
    const test::Rgba middle = test::pixel(image, 50, 48);
    const test::Rgba corner = test::pixel(image, 0, 100);
    // The tolerance is one level for the dither, and one for rounding.
    EXPECT_NEAR(middle[0], 102, 2);
    EXPECT_NEAR(middle[1], 153, 2);
    EXPECT_NEAR(middle[2], 204, 2);
    EXPECT_NEAR(corner[0], 0, 2);
    EXPECT_NEAR(corner[1], 51, 2);
    EXPECT_EQ(middle[3], 255);
}

TEST_F(Background, ResetsTheDepth) {
    gl::Framebuffer target(context(), {.width = 4, .height = 4});
    test::cover(target, {}, {1, 1, 1, 1}, -1.0f);
    view::BackgroundRenderer().draw(target);
    test::cover(target, {}, {0, 1, 0, 1}, 0.9f);
    EXPECT_EQ(test::pixel(target.read_pixels(), 1, 1), (test::Rgba{0, 255, 0, 255}));
}

TEST_F(Background, FollowsItsTargetToAnotherContext) {
    const gl::HeadlessContext other;
    gl::Framebuffer here(context(), {.width = 4, .height = 4});
    gl::Framebuffer there(other, {.width = 4, .height = 4});
    view::BackgroundRenderer background({.center = glm::vec3(1), .edge = glm::vec3(1)});
    background.draw(here);
    background.draw(there);
    EXPECT_GE(test::pixel(here.read_pixels(), 1, 1)[0], 254);
    EXPECT_GE(test::pixel(there.read_pixels(), 1, 1)[0], 254);
}

}  // namespace
}  // namespace glint
