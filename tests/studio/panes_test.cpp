// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>

#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include <glint/studio/views/detail/box_axes.hpp>
#include <glint/studio/views/detail/layout.hpp>
#include <glint/studio/views/detail/pane_choices.hpp>
#include <glint/studio/views/detail/pointer.hpp>

// The parts of panes that can be tested without a device.
namespace glint::studio {
namespace {

using gl::Action;
using gl::MouseButton;
using gl::Rectangle;

TEST(Layout, DividesTheWindowIntoPanes) {
    EXPECT_EQ(arranged(1, Arrangement::grid, 100, 50), (std::vector<Rectangle>{{0, 0, 100, 50}}));
    EXPECT_EQ(arranged(2, Arrangement::side_by_side, 100, 50),
              (std::vector<Rectangle>{{0, 0, 49, 50}, {51, 0, 49, 50}}));
    EXPECT_EQ(arranged(2, Arrangement::grid, 100, 50),
              arranged(2, Arrangement::side_by_side, 100, 50));
    EXPECT_EQ(arranged(2, Arrangement::stacked, 100, 50),
              (std::vector<Rectangle>{{0, 0, 100, 24}, {0, 26, 100, 24}}));
    EXPECT_EQ(arranged(3, Arrangement::grid, 100, 50),
              (std::vector<Rectangle>{{0, 0, 49, 24}, {51, 0, 49, 24}, {0, 26, 100, 24}}));
    EXPECT_EQ(arranged(4, Arrangement::grid, 100, 50)[3], (Rectangle{51, 26, 49, 24}));
    for (const Rectangle& tiny : arranged(4, Arrangement::side_by_side, 3, 1)) {
        EXPECT_GE(tiny.width, 1);
        EXPECT_EQ(tiny.height, 1);
    }
}

TEST(Layout, FindsThePaneUnderAPoint) {
    const auto panes = arranged(3, Arrangement::grid, 100, 50);
    EXPECT_EQ(pane_at(panes, {48.5, 3}), 0u);
    EXPECT_FALSE(pane_at(panes, {49.5, 3}));
    EXPECT_EQ(pane_at(panes, {51, 3}), 1u);
    EXPECT_EQ(pane_at(panes, {49.5, 26}), 2u);
    EXPECT_FALSE(pane_at(panes, {100, 30}));
}

class PointerOnTwo : public testing::Test {
protected:
    std::vector<PaneInput> share(const std::vector<gl::Event>& events, bool is_left_down = false) {
        return pointer_.share(events, panes_, is_left_down);
    }
    static gl::MouseButtonEvent button(MouseButton which, Action action, double x) {
        return {which, action, {}, x, 10};
    }
    static gl::MouseMoveEvent to(double x, double dx) { return {x, 10, dx, 0}; }

    std::vector<Rectangle> panes_ = arranged(2, Arrangement::side_by_side, 100, 50);
    Pointer pointer_;
};

TEST_F(PointerOnTwo, DragsStayInTheirPane) {
    auto inputs =
        share({to(60, 1), button(MouseButton::left, Action::press, 61), to(40, -21)}, true);
    EXPECT_TRUE(inputs[0].buttons.empty());
    ASSERT_EQ(inputs[1].buttons.size(), 1u);
    EXPECT_EQ(inputs[1].buttons[0].x_px, 10);  // relative to the pane's left edge
    ASSERT_EQ(inputs[1].moves_with(MouseButton::left).size(), 1u);
    EXPECT_EQ(inputs[1].moves_with(MouseButton::left)[0].x_px, -11);
    EXPECT_EQ(inputs[1].moves_with(MouseButton::left)[0].dx_px, -21);
    EXPECT_TRUE(inputs[1].is_dragged);
    EXPECT_EQ(pointer_.pressed(), 1u);
    inputs = share({to(20, -20), button(MouseButton::left, Action::release, 20), to(21, 1)});
    EXPECT_EQ(inputs[1].moves_with(MouseButton::left).size(), 1u);
    EXPECT_EQ(inputs[1].buttons.size(), 1u);
    EXPECT_FALSE(inputs[1].is_dragged);
    EXPECT_TRUE(inputs[0].moves_with(MouseButton::left).empty());
    inputs = share({button(MouseButton::right, Action::press, 20), to(25, 5)});
    EXPECT_EQ(inputs[0].moves_with(MouseButton::right).size(), 1u);
    EXPECT_FALSE(inputs[0].is_dragged);
    EXPECT_EQ(pointer_.pressed(), 0u);
}

TEST_F(PointerOnTwo, WheelActsOnThePaneUnderTheCursor) {
    share({to(71, 1)});
    const auto inputs = share({gl::ScrollEvent{0, 2}});
    EXPECT_TRUE(inputs[0].scrolls.empty());
    ASSERT_EQ(inputs[1].scrolls.size(), 1u);
    EXPECT_EQ(inputs[1].scrolls[0].steps, 2);
    EXPECT_EQ(inputs[1].scrolls[0].at_px, glm::dvec2(20, 10));
}

TEST_F(PointerOnTwo, DragsFromGapsAreIgnored) {
    auto inputs = share({button(MouseButton::left, Action::press, 50), to(60, 10)}, true);
    for (const PaneInput& input : inputs) {
        EXPECT_TRUE(input.buttons.empty());
        EXPECT_TRUE(input.moves_with(MouseButton::left).empty());
        EXPECT_FALSE(input.is_dragged);
    }
    share({button(MouseButton::left, Action::release, 60)});
    inputs = share({to(70, 10)}, true);
    EXPECT_FALSE(inputs[1].is_dragged);
}

TEST_F(PointerOnTwo, ExtraButtonsAreIgnored) {
    const auto thumb = static_cast<MouseButton>(4);
    const auto inputs = share({button(thumb, Action::press, 10), to(12, 2)});
    EXPECT_TRUE(inputs[0].buttons.empty());
    EXPECT_FALSE(pointer_.pressed());
}

// The panel, rather than the pane, may receive the release of the button.
TEST_F(PointerOnTwo, ADragEndsWithItsButton) {
    EXPECT_TRUE(share({button(MouseButton::left, Action::press, 10)}, true)[0].is_dragged);
    EXPECT_FALSE(share({}, false)[0].is_dragged);
    EXPECT_TRUE(share({to(11, 1)}, false)[0].moves_with(MouseButton::left).empty());
}

TEST(Slices, CutAlongAnyAxis) {
    const Extents extents{8, 6, 4};
    GridPlane plane = plane_of(extents, {});
    EXPECT_EQ(plane.width, 8u);
    EXPECT_EQ(plane.height, 6u);
    EXPECT_EQ(plane.cell(5, 3), (std::array<std::size_t, 3>{5, 3, 2}));
    plane = plane_of(extents, {.axis = 1, .index = 1});
    EXPECT_EQ(plane.width, 8u);
    EXPECT_EQ(plane.height, 4u);
    EXPECT_EQ(plane.cell(5, 3), (std::array<std::size_t, 3>{5, 1, 3}));
    plane = plane_of(extents, {.axis = 0, .index = 100});
    EXPECT_EQ(plane.width, 6u);
    EXPECT_EQ(plane.height, 4u);
    EXPECT_EQ(plane.cell(5, 3), (std::array<std::size_t, 3>{7, 5, 3}));
}

TEST(DisplayOverrides, OverrideTheAnnotation) {
    DeclaredView shown;
    shown.display = {.range = std::pair(0.0, 7.0), .colormap = "turbo"};
    EXPECT_EQ(seen(shown, {}).display.colormap, "turbo");
    EXPECT_EQ(seen(shown, {}).display.range, std::pair(0.0, 7.0));
    EXPECT_FALSE(seen(shown, {.range = DisplayOverride::Range::values}).display.range);
    const DisplayOverride fixed{.range = DisplayOverride::Range::fixed,
                                .low = 1,
                                .high = 3,
                                .is_logarithmic = true,
                                .colormap = "grey"};
    EXPECT_EQ(seen(shown, fixed).display.range, std::pair(1.0, 3.0));
    EXPECT_TRUE(seen(shown, fixed).display.logarithmic);
    EXPECT_EQ(seen(shown, fixed).display.colormap, "grey");
    // A logarithmic scale cannot start at 0, so the values determine the range.
    EXPECT_FALSE(seen(shown, {.is_logarithmic = true}).display.range);
    // A range of size zero is ignored.
    EXPECT_EQ(
        seen(shown, {.range = DisplayOverride::Range::fixed, .low = 2, .high = 2}).display.range,
        std::pair(0.0, 7.0));
}

class BoxAxes : public testing::Test {
protected:
    BoxPicture picture(const view::Box& box) const {
        return box_picture(box, camera_.view_projection(size_.x / size_.y), camera_.eye(), size_,
                           50);
    }
    glm::vec2 projected(const glm::vec3& at) const {
        const glm::vec4 clip = camera_.view_projection(size_.x / size_.y) * glm::vec4(at, 1);
        return glm::vec2(0.5f + 0.5f * clip.x / clip.w, 0.5f - 0.5f * clip.y / clip.w) * size_;
    }

    const glm::vec2 size_{800, 600};
    view::OrbitCamera camera_;
};

TEST_F(BoxAxes, HaveRoundNumbersAtTheirPositions) {
    const view::Box box{.min = glm::vec3(0), .max = glm::vec3(2, 1, 4)};
    camera_.fit(box, size_.x / size_.y);
    const BoxPicture found = picture(box);
    EXPECT_EQ(found.near.size(), 9u);  // three faces are visible
    EXPECT_EQ(found.far.size(), 3u);
    ASSERT_EQ(found.axes.size(), 3u);
    for (const BoxAxis& axis : found.axes) {
        ASSERT_GE(axis.ticks.size(), 2u);
        EXPECT_EQ(axis.ticks.front().value, 0);
        EXPECT_EQ(axis.ticks.back().value, box.max[axis.axis]);
        EXPECT_LT(glm::distance(axis.ticks.front().at_px, axis.from_px), 0.01f);
        EXPECT_LT(glm::distance(axis.ticks.back().at_px, axis.to_px), 0.01f);
        EXPECT_NEAR(glm::length(axis.outwards), 1, 1e-5);
        const glm::vec2 middle = 0.5f * (axis.from_px + axis.to_px);
        EXPECT_GT(glm::dot(axis.outwards, middle - projected(box.center())), 0);
    }
    // The x axis is on the lower front edge: the camera is above, at positive x and z.
    EXPECT_LT(glm::distance(found.axes[0].from_px, projected({0, 0, 4})), 0.01f);
    EXPECT_LT(glm::distance(found.axes[0].to_px, projected({2, 0, 4})), 0.01f);
}

TEST_F(BoxAxes, CountFromTheOrigin) {
    const view::Box box{.min = glm::vec3(0), .max = glm::vec3(2.7f, 2.7f, 2.7f)};
    camera_.fit(box, size_.x / size_.y);
    const auto found = box_picture(box, camera_.view_projection(size_.x / size_.y), camera_.eye(),
                                   size_, 50, {-1.35, 5e5, 0});
    ASSERT_EQ(found.axes.size(), 3u);
    const auto expect_ticks = [&](std::size_t axis, double low, double high) {
        const BoxAxis& one = found.axes[axis];
        ASSERT_GE(one.ticks.size(), 2u);
        for (const AxisTick& tick : one.ticks) {
            const double part = (tick.value - low) / (high - low);
            EXPECT_TRUE(part > -1e-6 && part < 1 + 1e-6) << tick.value;
        }
    };
    expect_ticks(0, -1.35, 1.35);
    expect_ticks(1, 5e5, 5e5 + 2.7);
    expect_ticks(2, 0, 2.7);
    EXPECT_EQ(found.axes[0].ticks.front().value, -1);
    EXPECT_EQ(found.axes[1].ticks.front().value, 5e5);
    // x = 0 is in the middle of its edge, as in the picture.
    const auto zero = std::ranges::find(found.axes[0].ticks, 0.0, &AxisTick::value);
    ASSERT_NE(zero, found.axes[0].ticks.end());
    EXPECT_LT(glm::distance(zero->at_px, projected({1.35f, 0, 2.7f})), 0.1f);
}

TEST_F(BoxAxes, OmitTicksBehindTheCamera) {
    camera_.set_pose({.target = glm::vec3(0), .distance_m = 0.1f});
    const BoxPicture inside = picture({});
    EXPECT_TRUE(inside.axes.empty());
    EXPECT_FALSE(inside.far.empty());
    EXPECT_LT(inside.far.size(), 12u);
    for (const Line& line : inside.far) EXPECT_TRUE(std::isfinite(line.from_px.x + line.to_px.y));
}

}  // namespace
}  // namespace glint::studio
