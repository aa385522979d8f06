// SPDX-License-Identifier: MIT
#pragma once

#include <glm/mat4x4.hpp>
#include <glm/vec3.hpp>

#include <glint/view/box.hpp>

namespace glint::view {

/// Pose and field of view of an OrbitCamera.
struct OrbitCameraOptions {
    glm::vec3 target{0.0f};            ///< point that the camera looks at and turns around
    float distance_m = 5.0f;           ///< distance between camera and target
    float yaw_rad = 0.6f;              ///< turn around the y axis; at 0, the camera looks along -z
    float pitch_rad = 0.35f;           ///< camera's angle above the x-z plane, below a quarter turn
    float vertical_fov_rad = 0.7854f;  ///< angle between the bottom and the top of the picture
};

/// A perspective camera that turns around a target; the y axis points up. Parameters in pixels are
/// the movement of the mouse, with y downward, and the height of the picture under the mouse.
class OrbitCamera {
public:
    /// Throws Error(invalid_argument) if the distance is not positive, or if the field of view is
    /// not between 0 and pi.
    explicit OrbitCamera(const OrbitCameraOptions& options = {});

    /// Turns the camera around the target: by half a turn for a drag across the picture's whole
    /// height.
    void orbit(float dx_px, float dy_px, float height_px);

    /// Moves the camera and the target. Points at the target's distance follow the mouse.
    void pan(float dx_px, float dy_px, float height_px);

    /// Reduces the distance to the target by a tenth per wheel step. Negative steps increase it.
    void zoom(float steps);

    /// Turns the camera around the target by these angles.
    void turn(float yaw_rad, float pitch_rad);

    /// Turns the camera on the spot, as when flying; the target moves with the view at the same
    /// distance. A drag across the picture's whole height turns the camera by the field of view.
    void look(float dx_px, float dy_px, float height_px);

    /// Moves camera and target by the same distances: x to the right of the camera, y along the
    /// world's y axis, and z straight ahead.
    void move(const glm::vec3& right_up_ahead);

    /// Makes the box's center the target and sets the shortest distance at which the whole box is
    /// visible. Does not turn the camera. Throws Error(invalid_argument) if the size of the box is
    /// zero.
    void fit(const Box& box, float aspect = 16.0f / 9.0f);

    const OrbitCameraOptions& pose() const noexcept { return pose_; }
    void set_pose(const OrbitCameraOptions& pose);

    float distance_m() const noexcept { return pose_.distance_m; }
    glm::vec3 eye() const;

    /// Returns the transform from world to camera coordinates: x right, y up, looking along -z.
    glm::mat4 view() const;

    /// Returns the transform from camera coordinates to OpenGL's clip space, for a picture with
    /// `aspect` = width / height. Depths from 1/100 to 100 times the target's distance are visible.
    /// The w coordinate in clip space is the depth.
    glm::mat4 projection(float aspect) const;

    glm::mat4 view_projection(float aspect) const { return projection(aspect) * view(); }

private:
    OrbitCameraOptions pose_;
};

}  // namespace glint::view
