// SPDX-License-Identifier: MIT
#include <glint/view/detail/glow.hpp>

#include <algorithm>

#include <glm/vec2.hpp>

#include <glint/view/detail/shaders.hpp>

namespace glint::view::detail {
namespace {

constexpr int kHaloDivisor = 8;

void resize(std::optional<gl::Framebuffer>& buffer, const gl::Context& context, int width,
            int height) {
    if (buffer) return buffer->resize(width, height);
    buffer.emplace(
        context,
        gl::FramebufferOptions{
            .width = width, .height = height, .format = PixelFormat::rgba32f, .depth = false});
}

int halo_size(int size) { return std::max(1, size / kHaloDivisor); }

glm::vec2 size_px(const gl::Framebuffer& target) { return {target.width(), target.height()}; }

}  // namespace

Glow::Glow(const gl::Context& context)
    : downsample_(embedded_program(context, "fullscreen.vert", "downsample.frag")),
      blur_(embedded_program(context, "fullscreen.vert", "blur.frag")),
      compose_(embedded_program(context, "lit_tiles.vert", "compose.frag")),
      no_vertices_(context) {
    downsample_.set("image", 0);
    blur_.set("image", 0);
    compose_.set("light", 0);
    compose_.set("halo", 1);
}

void Glow::run(gl::Framebuffer& target, const gl::Texture2D& source, gl::ShaderProgram& program) {
    gl::Pass pass(target, {.depth_test = false, .depth_write = false});
    pass.sample(0, source);
    pass.draw(program, no_vertices_, gl::Primitive::triangles, 3);
}

void Glow::make_halo(const gl::Framebuffer& target, const gl::Texture2D& light) {
    resize(halo_, target.context(), halo_size(target.width()), halo_size(target.height()));
    resize(scratch_, target.context(), halo_->width(), halo_->height());
    downsample_.set("picture_px", size_px(target));
    run(*halo_, light, downsample_);
    blur_.set("direction", glm::vec2(1, 0));
    run(*scratch_, halo_->color(), blur_);
    blur_.set("direction", glm::vec2(0, 1));
    run(*halo_, scratch_->color(), blur_);
}

void Glow::show(gl::Framebuffer& target, const gl::Texture2D& light, const LightGrid& grid,
                float halo_weight) {
    const bool has_halo = halo_weight > 0.0f;
    if (has_halo) make_halo(target, light);
    compose_.set("halo_weight", halo_weight);
    compose_.set("picture_px", size_px(target));
    gl::Pass pass(target, {.blend = gl::Blend::screen, .depth_test = false, .depth_write = false});
    pass.sample(0, light);
    if (has_halo) pass.sample(1, halo_->color());
    grid.draw_lit(pass, compose_, target);
}

}  // namespace glint::view::detail
