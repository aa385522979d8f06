// SPDX-License-Identifier: MIT
#include <glint/view/orbit_camera.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>

#include <fmt/format.h>
#include <glm/ext/matrix_clip_space.hpp>
#include <glm/ext/matrix_transform.hpp>
#include <glm/geometric.hpp>

#include <glint/base/error.hpp>

namespace glint::view {
namespace {

constexpr float kPi = std::numbers::pi_v<float>;
// The pitch stays just below a quarter turn, because the up direction is undefined at the pole.
constexpr float kMaxPitch = 0.499f * kPi;

/// Returns the unit vector that points from the target to the camera.
glm::vec3 backwards(const OrbitCameraOptions& pose) {
    const float level = std::cos(pose.pitch_rad);
    return {level * std::sin(pose.yaw_rad), std::sin(pose.pitch_rad),
            level * std::cos(pose.yaw_rad)};
}

}  // namespace

OrbitCamera::OrbitCamera(const OrbitCameraOptions& options) { set_pose(options); }

void OrbitCamera::set_pose(const OrbitCameraOptions& pose) {
    if (!(pose.distance_m > 0.0f) || !(pose.vertical_fov_rad > 0.0f) ||
        !(pose.vertical_fov_rad < kPi)) {
        throw Error(
            ErrorCode::invalid_argument, "place a camera",
            fmt::format("the distance is {} m and the field of view is {} rad, but the distance "
                        "must be positive, and the field of view must be between 0 and pi",
                        pose.distance_m, pose.vertical_fov_rad));
    }
    pose_ = pose;
    pose_.pitch_rad = std::clamp(pose.pitch_rad, -kMaxPitch, kMaxPitch);
}

void OrbitCamera::turn(float yaw_rad, float pitch_rad) {
    pose_.yaw_rad = std::remainder(pose_.yaw_rad + yaw_rad, 2.0f * kPi);
    pose_.pitch_rad = std::clamp(pose_.pitch_rad + pitch_rad, -kMaxPitch, kMaxPitch);
}

void OrbitCamera::orbit(float dx_px, float dy_px, float height_px) {
    turn(-kPi * dx_px / height_px, kPi * dy_px / height_px);
}

void OrbitCamera::pan(float dx_px, float dy_px, float height_px) {
    const float metres_per_px =
        2.0f * pose_.distance_m * std::tan(0.5f * pose_.vertical_fov_rad) / height_px;
    const glm::mat4 axes = glm::transpose(view());  // columns: directions right, up and backward
    pose_.target += metres_per_px * (dy_px * glm::vec3(axes[1]) - dx_px * glm::vec3(axes[0]));
}

void OrbitCamera::look(float dx_px, float dy_px, float height_px) {
    const glm::vec3 from = eye();
    const float rad_per_px = pose_.vertical_fov_rad / height_px;
    turn(-rad_per_px * dx_px, rad_per_px * dy_px);
    pose_.target = from - pose_.distance_m * backwards(pose_);
}

void OrbitCamera::move(const glm::vec3& right_up_ahead) {
    const glm::mat4 axes = glm::transpose(view());
    pose_.target += right_up_ahead.x * glm::vec3(axes[0]) + right_up_ahead.y * glm::vec3(0, 1, 0) -
                    right_up_ahead.z * backwards(pose_);
}

void OrbitCamera::zoom(float steps) { pose_.distance_m *= std::pow(0.9f, steps); }

void OrbitCamera::fit(const Box& box, float aspect) {
    const glm::vec3 half = 0.5f * box.size();
    if (!(glm::length(half) > 0.0f))
        throw Error(ErrorCode::invalid_argument, "fit a camera to a box", "the box has no size");
    const float tan_up = std::tan(0.5f * pose_.vertical_fov_rad), tan_right = aspect * tan_up;
    pose_.target = box.center();
    const glm::mat3 to_camera(view());
    // Finds the smallest distance at which every corner is inside the field of view, both
    // horizontally and vertically. Four signs are enough: of two opposite corners, the one nearer
    // to the camera determines the distance.
    pose_.distance_m = 0.0f;
    for (const glm::vec3 sign :
         {glm::vec3(1, 1, 1), glm::vec3(1, 1, -1), glm::vec3(1, -1, 1), glm::vec3(1, -1, -1)}) {
        const glm::vec3 corner = glm::abs(to_camera * (sign * half));
        pose_.distance_m = std::max(pose_.distance_m,
                                    corner.z + std::max(corner.x / tan_right, corner.y / tan_up));
    }
}

glm::vec3 OrbitCamera::eye() const { return pose_.target + pose_.distance_m * backwards(pose_); }

glm::mat4 OrbitCamera::view() const { return glm::lookAt(eye(), pose_.target, {0, 1, 0}); }

glm::mat4 OrbitCamera::projection(float aspect) const {
    return glm::perspective(pose_.vertical_fov_rad, aspect, 0.01f * pose_.distance_m,
                            100.0f * pose_.distance_m);
}

}  // namespace glint::view
