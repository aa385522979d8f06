// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include <glm/vec4.hpp>

#include <glint/gl/buffer.hpp>
#include <glint/gl/framebuffer.hpp>
#include <glint/view/box.hpp>
#include <glint/view/orbit_camera.hpp>

namespace glint::view {

struct LineOptions {
    glm::vec4 color{0.62f, 0.70f, 0.85f, 0.5f};  ///< sRGB and opacity
    float width_px = 1.25f;
};

/// Draws antialiased lines that fade with distance and are hidden by nearer objects.
class LineRenderer {
public:
    explicit LineRenderer(const LineOptions& options = {});
    LineRenderer(LineRenderer&&) noexcept;
    LineRenderer& operator=(LineRenderer&&) noexcept;
    ~LineRenderer();

    /// Draws a line from each even vertex (x, y, z; w is not read) to the next.
    void draw(gl::Framebuffer& target, const gl::Buffer<glm::vec4>& vertices,
              const OrbitCamera& camera);

    /// Draws the box's twelve edges.
    void draw(gl::Framebuffer& target, const Box& box, const OrbitCamera& camera);

    LineOptions& options() noexcept { return options_; }

private:
    struct Resources;

    void draw(gl::Framebuffer& target, Resources& made, const gl::Buffer<glm::vec4>& vertices,
              const OrbitCamera& camera) const;

    LineOptions options_;
    std::unique_ptr<Resources> resources_;  // created in the first target's context
};

}  // namespace glint::view
