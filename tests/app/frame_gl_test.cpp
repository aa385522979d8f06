// SPDX-License-Identifier: MIT
#include <glint/app/app.hpp>

#include <cmath>
#include <optional>

#include <glm/geometric.hpp>

#include <gl/headless.hpp>

namespace glint::app {
namespace {

using gl::Action;
using gl::MouseButton;
using gl::MouseButtonEvent;
using gl::MouseMoveEvent;

/// Builds frames from given events, and moves a camera with these frames.
class FrameEvents : public test::OnContext {
protected:
    view::OrbitCameraOptions moved(const FrameInput& input) {
        view::OrbitCamera camera(start_);
        frame(input).control(camera);
        return camera.pose();
    }
    Frame frame(const FrameInput& input) {
        if (!target_)
            target_.emplace(context(), gl::FramebufferOptions{.width = 200, .height = 100});
        return Frame(input, 1, *target_);
    }
    static MouseButtonEvent button(MouseButton which, Action action) {
        return {which, action, {}, 50, 50};
    }

    const view::OrbitCameraOptions start_{};

private:
    std::optional<gl::Framebuffer> target_;
};

TEST_F(FrameEvents, IgnoreMovesWithoutAButton) {
    const std::vector<gl::Event> click{
        MouseMoveEvent{10, 10, 1, 0}, button(MouseButton::left, Action::press),
        MouseMoveEvent{10, 10, 2, 0}, button(MouseButton::left, Action::release),
        MouseMoveEvent{10, 10, 4, 0}};
    const auto drags = frame({.events = click}).drags();
    ASSERT_EQ(drags.size(), 1u);
    EXPECT_EQ(drags[0].dx_px, 2);
    const std::vector<gl::Event> end{MouseMoveEvent{10, 10, 1, 0},
                                     button(MouseButton::left, Action::release),
                                     MouseMoveEvent{10, 10, 2, 0}};
    ASSERT_EQ(frame({.events = end}).drags().size(), 1u);
    EXPECT_EQ(frame({.events = end}).drags()[0].dx_px, 1);
    const std::vector<gl::Event> on{MouseMoveEvent{10, 10, 1, 0}, MouseMoveEvent{10, 10, 2, 0}};
    EXPECT_EQ(frame({.events = on, .turning = true}).drags().size(), 2u);
    EXPECT_TRUE(frame({.events = on}).drags().empty());
}

TEST_F(FrameEvents, DragOverThePictureHeightTurnsHalfway) {
    const std::vector<gl::Event> events{MouseMoveEvent{0, 0, 50, 0}};
    const auto pose = moved({.events = events, .turning = true});
    EXPECT_NEAR(std::abs(pose.yaw_rad - start_.yaw_rad), 3.14159f / 2, 1e-4f);
    EXPECT_EQ(pose.target, start_.target);
}

TEST_F(FrameEvents, PanWithTheRightAndTheMiddleButton) {
    for (const MouseButton which : {MouseButton::right, MouseButton::middle}) {
        const std::vector<gl::Event> events{button(which, Action::press),
                                            MouseMoveEvent{0, 0, 10, 5}};
        const auto pose = moved({.events = events, .panning = true});
        EXPECT_EQ(pose.yaw_rad, start_.yaw_rad);
        EXPECT_GT(glm::length(pose.target - start_.target), 0.1f);
    }
}

TEST_F(FrameEvents, ZoomByTheWheel) {
    const std::vector<gl::Event> events{gl::ScrollEvent{0, 1}, gl::ScrollEvent{0, 1}};
    EXPECT_NEAR(moved({.events = events}).distance_m, 0.81f * start_.distance_m, 1e-4f);
}

}  // namespace
}  // namespace glint::app
