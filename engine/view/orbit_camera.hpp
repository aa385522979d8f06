// SPDX-License-Identifier: MIT
#pragma once

#include <glm/mat4x4.hpp>
#include <glm/vec3.hpp>

#include <glint/view/box.hpp>

namespace glint::view {

/// Pose and field of view of an OrbitCamera.
struct OrbitCameraOptions {
    glm::vec3 target{0.0f};            ///< the point it looks at and turns around
    float distance_m = 5.0f;           ///< from the target
    float yaw_rad = 0.6f;              ///< around the y axis; 0 looks along -z
    float pitch_rad = 0.35f;           ///< above the x-z plane, less than a quarter turn
    float vertical_fov_rad = 0.7854f;  ///< from the picture's bottom to its top
};

/// A perspective camera that turns around a target, with y up. Methods that take pixels take the
/// mouse movement, y downward, and the height of the picture under the mouse.
class OrbitCamera {
public:
    /// Throws Error(invalid_argument) unless the distance is positive and the field of view is
    /// between 0 and pi.
    explicit OrbitCamera(const OrbitCameraOptions& options = {});

    /// Turns with a drag; a drag over the picture's whole height is half a turn.
    void orbit(float dx_px, float dy_px, float height_px);

    /// Moves the target with a drag, such that points at its distance stay under the mouse.
    void pan(float dx_px, float dy_px, float height_px);

    /// Moves a tenth closer per wheel step, or away for negative steps.
    void zoom(float steps);

    /// Turns by these angles.
    void turn(float yaw_rad, float pitch_rad);

    /// Turns the view in place, as when flying: a drag over the picture's whole height turns by the
    /// field of view. The target stays straight ahead at its distance.
    void look(float dx_px, float dy_px, float height_px);

    /// Moves the camera and target: to the camera's right, along the world's y axis, and straight
    /// ahead.
    void move(const glm::vec3& right_up_ahead);

    /// Looks at the box's center in the current direction, from the shortest distance that shows
    /// all of it.
    /// Throws Error(invalid_argument) for a box of size zero.
    void fit(const Box& box, float aspect = 16.0f / 9.0f);

    const OrbitCameraOptions& pose() const noexcept { return pose_; }
    void set_pose(const OrbitCameraOptions& pose);

    float distance_m() const noexcept { return pose_.distance_m; }
    glm::vec3 eye() const;

    /// Returns the transform from world to camera axes: x right, y up, looking along -z.
    glm::mat4 view() const;

    /// Returns the transform to OpenGL's clip space, for pictures of `aspect` = width / height. The
    /// depth range is 1/100 to 100 times the target's distance; clip w is the depth.
    glm::mat4 projection(float aspect) const;

    glm::mat4 view_projection(float aspect) const { return projection(aspect) * view(); }

private:
    OrbitCameraOptions pose_;
};

}  // namespace glint::view
