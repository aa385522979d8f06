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
    glow,   ///< additive spots of light with a halo; order and depth do not matter
    balls,  ///< small lit balls that hide objects behind them
};

struct PointOptions {
    float radius_px = 2.0f;  ///< at the camera's target
    PointStyle style = PointStyle::glow;

    /// The opacity of each ball. For a glow, a factor for a light energy that adapts to the number
    /// of points, so that 1 looks right for a thousand points and for a million.
    float opacity = 1.0f;

    float halo = 0.5f;      ///< strength of the light around bright areas; 0 skips its cost
    bool attenuate = true;  ///< draw near points larger than far ones

    glm::vec4 color{0.45f, 0.65f, 1.0f, 1.0f};  ///< sRGB and opacity of points without a color

    std::string colormap = "viridis";  ///< for points with a value
    float min = 0.0f;                  ///< the value of the colormap's first color
    float max = 1.0f;                  ///< the value of its last color
};

/// Draws a point for each position (x, y, z; only `draw_values` reads w).
///
/// The draws throw Error(invalid_argument) if there are fewer colors or values than positions or
/// `max` is not above `min`, and Error(not_found) for an unknown colormap.
class PointRenderer {
public:
    /// Throws Error(not_found) with the nearest name for an unknown colormap.
    explicit PointRenderer(PointOptions options = {});
    PointRenderer(PointRenderer&&) noexcept;
    PointRenderer& operator=(PointRenderer&&) noexcept;
    ~PointRenderer();

    /// Draws all points in the options' color.
    void draw(gl::Framebuffer& target, const gl::Buffer<glm::vec4>& positions,
              const OrbitCamera& camera);

    /// Draws each point in its own color: sRGB and opacity.
    void draw(gl::Framebuffer& target, const gl::Buffer<glm::vec4>& positions,
              const gl::Buffer<glm::u8vec4>& colors, const OrbitCamera& camera);
    void draw(gl::Framebuffer& target, const gl::Buffer<glm::vec4>& positions,
              const gl::Buffer<glm::vec4>& colors, const OrbitCamera& camera);

    /// Draws each point in the colormap's color for its value.
    void draw(gl::Framebuffer& target, const gl::Buffer<glm::vec4>& positions,
              const gl::Buffer<float>& values, const OrbitCamera& camera);

    /// Draws each point in the colormap's color for w of its position.
    void draw_values(gl::Framebuffer& target, const gl::Buffer<glm::vec4>& positions,
                     const OrbitCamera& camera);

    /// May be changed between draws.
    PointOptions& options() noexcept { return options_; }

private:
    struct Points;
    struct Resources;

    void draw(gl::Framebuffer& target, const Points& points, const OrbitCamera& camera);
    void draw_glow(gl::Framebuffer& target, const Points& points);
    void draw_balls(gl::Framebuffer& target, const Points& points);

    PointOptions options_;
    std::unique_ptr<Resources> resources_;  // created in the first target's context
};

}  // namespace glint::view
