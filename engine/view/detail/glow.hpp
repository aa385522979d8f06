#pragma once

#include <optional>

#include <glint/gl/framebuffer.hpp>
#include <glint/gl/pass.hpp>

namespace glint::view::detail {

/// Light that is added up without a limit, then shown on a picture with a halo.
class Glow {
public:
    explicit Glow(const gl::Context& context);

    /// A dark float picture of the target's size to add light to.
    gl::Framebuffer& begin(const gl::Framebuffer& target);

    /// Shows the light on `target` as (1 - exp(-light))^(2/3), screened over what is there. The
    /// halo is `halo_weight` times the light blurred by a Gaussian of 14 pixels' sigma.
    void show(gl::Framebuffer& target, float halo_weight);

private:
    void make_halo();
    void run(gl::Framebuffer& target, const gl::Texture2D& source, gl::ShaderProgram& program);

    gl::ShaderProgram downsample_;
    gl::ShaderProgram blur_;
    gl::ShaderProgram compose_;
    gl::VertexArray no_vertices_;
    std::optional<gl::Framebuffer> light_;
    std::optional<gl::Framebuffer> halo_;
    std::optional<gl::Framebuffer> scratch_;
};

}  // namespace glint::view::detail
