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

/// Draws antialiased lines. The lines fade with distance, and nearer objects hide them.
class LineRenderer {
public:
    explicit LineRenderer(const LineOptions& options = {});
    LineRenderer(LineRenderer&&) noexcept;
    LineRenderer& operator=(LineRenderer&&) noexcept;
    ~LineRenderer();

    /// Draws a line from vertex 0 to vertex 1, from vertex 2 to vertex 3, and so on. Ignores the w
    /// of each vertex.
    void draw(gl::Framebuffer& target, const gl::Buffer<glm::vec4>& vertices,
              const OrbitCamera& camera);

    /// Draws the twelve edges of the box.
    void draw(gl::Framebuffer& target, const Box& box, const OrbitCamera& camera);

    LineOptions& options() noexcept { return options_; }

private:
    struct Resources;

    void draw(gl::Framebuffer& target, Resources& made, const gl::Buffer<glm::vec4>& vertices,
              const OrbitCamera& camera) const;

    LineOptions options_;
    std::unique_ptr<Resources> resources_;  // for the context of the first target
};

}  // namespace glint::view
