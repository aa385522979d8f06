// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include <glm/ext/vector_uint4_sized.hpp>
#include <glm/vec4.hpp>

#include <glint/gl/buffer.hpp>
#include <glint/gl/framebuffer.hpp>
#include <glint/view/orbit_camera.hpp>

namespace glint::view {

enum class PointStyle {
    glow,   ///< additive spots of light with a halo; ignore order and depth
    balls,  ///< small lit balls that hide objects behind them
};

struct PointOptions {
    float radius_px = 2.0f;  ///< radius of a point at the distance of the camera's target
    PointStyle style = PointStyle::glow;

    /// For balls: the opacity. For glow: a factor for the brightness. glint adapts the brightness
    /// to the number of points, so that a factor of 1 looks right for a thousand points and for a
    /// million.
    float opacity = 1.0f;

    float halo = 0.5f;      ///< brightness of the halo; 0: no halo, which saves time
    bool attenuate = true;  ///< draw near points larger than far ones

    glm::vec4 color{0.45f, 0.65f, 1.0f, 1.0f};  ///< sRGB and opacity, for points without colors

    std::string colormap = "viridis";  ///< used for points with a value
    float min = 0.0f;                  ///< value that gets the first color of the colormap
    float max = 1.0f;                  ///< value that gets the last color
};

/// Draws a point at each position (x, y, z). Only `draw_values` uses w.
///
/// The draw functions throw Error(invalid_argument) if there are fewer colors or values than
/// positions, or if `max` is not above `min`. They throw Error(not_found) if the colormap is
/// unknown.
class PointRenderer {
public:
    /// Throws Error(not_found) if the colormap is unknown. The message suggests a similar name.
    explicit PointRenderer(PointOptions options = {});
    PointRenderer(PointRenderer&&) noexcept;
    PointRenderer& operator=(PointRenderer&&) noexcept;
    ~PointRenderer();

    /// Draws all points in the color PointOptions::color.
    void draw(gl::Framebuffer& target, const gl::Buffer<glm::vec4>& positions,
              const OrbitCamera& camera);

    /// Draws each point in its own color, given as sRGB and opacity.
    void draw(gl::Framebuffer& target, const gl::Buffer<glm::vec4>& positions,
              const gl::Buffer<glm::u8vec4>& colors, const OrbitCamera& camera);
    void draw(gl::Framebuffer& target, const gl::Buffer<glm::vec4>& positions,
              const gl::Buffer<glm::vec4>& colors, const OrbitCamera& camera);

    /// Draws each point in the colormap's color for the point's value.
    void draw(gl::Framebuffer& target, const gl::Buffer<glm::vec4>& positions,
              const gl::Buffer<float>& values, const OrbitCamera& camera);

    /// Draws each point in the colormap's color for the w coordinate of the point's position.
    void draw_values(gl::Framebuffer& target, const gl::Buffer<glm::vec4>& positions,
                     const OrbitCamera& camera);

    /// Returns the options. Changes apply to later draws.
    PointOptions& options() noexcept { return options_; }

private:
    struct Points;
    struct Resources;

    void draw(gl::Framebuffer& target, const Points& points, const OrbitCamera& camera);
    void draw_glow(gl::Framebuffer& target, const Points& points);
    void draw_balls(gl::Framebuffer& target, const Points& points);

    PointOptions options_;
    std::unique_ptr<Resources> resources_;  // for the context of the first target
};

}  // namespace glint::view
