// SPDX-License-Identifier: MIT
#include <glint/view/orbit_camera.hpp>

#include <cmath>
#include <numbers>

#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include <glint/base/error.hpp>

namespace glint {
namespace {

constexpr float kPi = std::numbers::pi_v<float>;
// Positions are single-precision numbers of a few meters.
constexpr float kPlaceTolerance = 2e-5f;

void expect_place_near(const glm::vec3& actual, const glm::vec3& expected) {
    EXPECT_NEAR(actual.x, expected.x, kPlaceTolerance);
    EXPECT_NEAR(actual.y, expected.y, kPlaceTolerance);
    EXPECT_NEAR(actual.z, expected.z, kPlaceTolerance);
}

/// Projects a point of the world into the picture; x and y range from -1 to 1.
glm::vec3 seen(const view::OrbitCamera& camera, const glm::vec3& point, float aspect = 1.0f) {
    const glm::vec4 clip = camera.view_projection(aspect) * glm::vec4(point, 1);
    return glm::vec3(clip) / clip.w;
}

TEST(OrbitCamera, PositionFollowsFromItsAngles) {
    const glm::vec3 target(1, 2, 3);
    const auto eye = [&](float yaw, float pitch) {
        return view::OrbitCamera(
                   {.target = target, .distance_m = 2, .yaw_rad = yaw, .pitch_rad = pitch})
            .eye();
    };
    expect_place_near(eye(0, 0), {1, 2, 5});
    expect_place_near(eye(kPi / 2, 0), {3, 2, 3});
    expect_place_near(eye(0, kPi / 6), {1, 3, 3 + std::sqrt(3.0f)});
}

TEST(OrbitCamera, MovesTheTargetWhenFlying) {
    view::OrbitCamera camera({.target = {1, 2, 3}, .distance_m = 2, .yaw_rad = 0, .pitch_rad = 0});
    expect_place_near(camera.eye(), {1, 2, 5});
    camera.move({0.5f, -1, 3});  // the camera looks along -z
    expect_place_near(camera.eye(), {1.5f, 1, 2});
    expect_place_near(camera.pose().target, {1.5f, 1, 0});
    const float fov = camera.pose().vertical_fov_rad;
    camera.look(100, 0, 100);  // to the right, by the field of view
    expect_place_near(camera.eye(), {1.5f, 1, 2});
    expect_place_near(camera.pose().target,
                      camera.eye() + 2.0f * glm::vec3(std::sin(fov), 0, -std::cos(fov)));
    camera.look(0, 50, 100);  // down, by half of the field of view
    expect_place_near(camera.eye(), {1.5f, 1, 2});
    EXPECT_NEAR(camera.pose().target.y, 1 - 2 * std::sin(fov / 2), kPlaceTolerance);
    camera.move({0, 0, 2});
    EXPECT_NEAR(camera.eye().y, 1 - 2 * std::sin(fov / 2), kPlaceTolerance);
}

TEST(OrbitCamera, ItsMatrixIsThePinholeCamera) {
    // At a distance of 4 m, with a 90-degree field of view, half the height of the picture is 4 m.
    const view::OrbitCamera camera(
        {.distance_m = 4, .yaw_rad = 0, .pitch_rad = 0, .vertical_fov_rad = kPi / 2});
    const glm::vec3 place = seen(camera, {1, 2, 0}, 2.0f);
    EXPECT_NEAR(place.x, 1.0f / 4 / 2, kPlaceTolerance);
    EXPECT_NEAR(place.y, 2.0f / 4, kPlaceTolerance);
    const glm::vec4 clip = camera.view_projection(2.0f) * glm::vec4(0, 0, 1, 1);
    EXPECT_NEAR(clip.w, 3.0f, kPlaceTolerance);
    // Points on the near and the far plane, 0.04 and 400 m away.
    EXPECT_NEAR(seen(camera, {0, 0, 3.96f}).z, -1.0f, 1e-4f);
    EXPECT_NEAR(seen(camera, {0, 0, -396}).z, 1.0f, 1e-4f);
}

TEST(OrbitCamera, DragAcrossTheImageTurnsHalfway) {
    view::OrbitCamera camera({.yaw_rad = 0, .pitch_rad = 0});
    camera.orbit(100, 0, 400);
    EXPECT_NEAR(camera.pose().yaw_rad, -kPi / 4, 1e-6f);
    camera.orbit(0, 100, 400);
    EXPECT_NEAR(camera.pose().pitch_rad, kPi / 4, 1e-6f);
}

TEST(OrbitCamera, DoesNotTurnPastThePoles) {
    view::OrbitCamera camera({.pitch_rad = 3});
    EXPECT_LT(camera.pose().pitch_rad, kPi / 2);
    camera.turn(0, 10);
    EXPECT_LT(camera.pose().pitch_rad, kPi / 2);
    camera.turn(0, -20);
    EXPECT_GT(camera.pose().pitch_rad, -kPi / 2);
    EXPECT_FALSE(std::isnan(camera.view()[0][0]));
}

TEST(OrbitCamera, PanKeepsTheTargetUnderTheMouse) {
    const glm::vec3 target(0.5f, -1, 2);
    view::OrbitCamera camera({.target = target, .yaw_rad = 0.7f, .pitch_rad = 0.4f});
    camera.pan(30, 50, 400);
    const glm::vec3 place = seen(camera, target);
    EXPECT_NEAR(place.x, 30 / 200.0f, kPlaceTolerance);
    EXPECT_NEAR(place.y, -50 / 200.0f, kPlaceTolerance);
}

TEST(OrbitCamera, ZoomStepsAreTenPercent) {
    view::OrbitCamera camera({.distance_m = 10});
    camera.zoom(2);
    EXPECT_NEAR(camera.distance_m(), 8.1f, kPlaceTolerance);
    camera.zoom(-2);
    EXPECT_NEAR(camera.distance_m(), 10.0f, kPlaceTolerance);
}

TEST(OrbitCamera, FitShowsAllCorners) {
    const view::Box box{{-1, 0, 2}, {3, 1, 9}};
    for (const float aspect : {0.5f, 1.0f, 2.0f}) {
        view::OrbitCamera camera;
        camera.fit(box, aspect);
        expect_place_near(camera.pose().target, {1, 0.5f, 5.5f});
        float widest = 0;
        for (int i = 0; i < 8; ++i) {
            const glm::vec3 corner(i & 1 ? -1 : 3, i & 2 ? 0 : 1, i & 4 ? 2 : 9);
            const glm::vec3 place = seen(camera, corner, aspect);
            widest = std::max({widest, std::abs(place.x), std::abs(place.y)});
        }
        EXPECT_NEAR(widest, 1.0f, kPlaceTolerance) << aspect;
    }
}

TEST(OrbitCamera, FitIsAsCloseAsAFlatBoxAllows) {
    view::OrbitCamera camera({.yaw_rad = 0, .pitch_rad = 0, .vertical_fov_rad = kPi / 2});
    camera.fit({{-3, -1, 0}, {3, 1, 0}}, 2.0f);
    EXPECT_NEAR(camera.distance_m(), 1.5f, kPlaceTolerance);
    camera.fit({{-3, -1, -1}, {3, 1, 1}}, 4.0f);
    EXPECT_NEAR(camera.distance_m(), 2.0f, kPlaceTolerance);
}

TEST(OrbitCamera, RefusesInvalidSettings) {
    EXPECT_THROW(view::OrbitCamera({.distance_m = 0}), Error);
    EXPECT_THROW(view::OrbitCamera({.vertical_fov_rad = 4}), Error);
    EXPECT_THROW(view::OrbitCamera().fit({glm::vec3(1), glm::vec3(1)}), Error);
}

}  // namespace
}  // namespace glint
