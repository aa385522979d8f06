// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include <glint/gl/framebuffer.hpp>
#include <glint/gl/pass.hpp>
#include <glint/view/detail/light_grid.hpp>

namespace glint::view::detail {

/// Draws the light that a LightGrid collected, with a halo around bright areas.
class Glow {
public:
    explicit Glow(const gl::Context& context);

    /// Draws `light` over `target` with the screen blend. The drawn color is
    /// (1 - exp(-light))^(2/3). The halo is `halo_weight` times the light, blurred by a Gaussian
    /// with a sigma of 14 pixels.
    void show(gl::Framebuffer& target, const gl::Texture2D& light, const LightGrid& grid,
              float halo_weight);

private:
    void make_halo(const gl::Framebuffer& target, const gl::Texture2D& light);
    void run(gl::Framebuffer& target, const gl::Texture2D& source, gl::ShaderProgram& program);

    gl::ShaderProgram downsample_;
    gl::ShaderProgram blur_;
    gl::ShaderProgram compose_;
    gl::VertexArray no_vertices_;
    std::optional<gl::Framebuffer> halo_;
    std::optional<gl::Framebuffer> scratch_;
};

}  // namespace glint::view::detail
