// SPDX-License-Identifier: MIT
#pragma once

#include <glm/mat4x4.hpp>
#include <glm/vec3.hpp>

#include <glint/view/box.hpp>

namespace glint::view {

/// Where an OrbitCamera stands.
struct OrbitCameraOptions {
    glm::vec3 target{0.0f};            ///< what it looks at and turns about
    float distance_m = 5.0f;           ///< from the target
    float yaw_rad = 0.6f;              ///< about the y axis; 0 looks along -z
    float pitch_rad = 0.35f;           ///< above the x-z plane, short of a quarter turn
    float vertical_fov_rad = 0.7854f;  ///< from the picture's bottom to its top
};

/// A perspective camera that turns about a target, with y up. Methods that take pixels take the
/// mouse's movement, y downwards, and the height of the picture that it moved over.
class OrbitCamera {
public:
    /// Throws Error(invalid_argument) unless the distance is positive and the field of view
    /// within 0 and pi.
    explicit OrbitCamera(const OrbitCameraOptions& options = {});

    /// Turns with a drag: over the picture's whole height it is half a turn.
    void orbit(float dx_px, float dy_px, float height_px);

    /// Moves the target with a drag, such that what is at its distance stays under the mouse.
    void pan(float dx_px, float dy_px, float height_px);

    /// Comes a tenth nearer with each step of the wheel, or recedes with a negative one.
    void zoom(float steps);

    /// Turns by these angles.
    void turn(float yaw_rad, float pitch_rad);

    /// Looks elsewhere from where it is, as when flying: over the picture's whole height by the
    /// field of view. The target stays ahead at its distance.
    void look(float dx_px, float dy_px, float height_px);

    /// Moves camera and target: to its right, along the world's y axis, and straight ahead.
    void move(const glm::vec3& right_up_ahead);

    /// Looks at the box's centre in the same direction, from as near as shows all of it.
    /// Throws Error(invalid_argument) for a box of no size.
    void fit(const Box& box, float aspect = 16.0f / 9.0f);

    const OrbitCameraOptions& pose() const noexcept { return pose_; }
    void set_pose(const OrbitCameraOptions& pose);

    float distance_m() const noexcept { return pose_.distance_m; }
    glm::vec3 eye() const;

    /// From the world to the camera's axes: x right, y up, looking along -z.
    glm::mat4 view() const;

    /// To OpenGL's clip space, for pictures of `aspect` = width / height. It shows what is
    /// between a hundredth of and a hundred times the target's distance; clip w is the depth.
    glm::mat4 projection(float aspect) const;

    glm::mat4 view_projection(float aspect) const { return projection(aspect) * view(); }

private:
    OrbitCameraOptions pose_;
};

}  // namespace glint::view
