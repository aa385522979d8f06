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

}  // namespace

Glow::Glow(const gl::Context& context)
    : downsample_(embedded_program(context, "fullscreen.vert", "downsample.frag")),
      blur_(embedded_program(context, "fullscreen.vert", "blur.frag")),
      compose_(embedded_program(context, "fullscreen.vert", "compose.frag")),
      no_vertices_(context) {
    downsample_.set("image", 0);
    blur_.set("image", 0);
    compose_.set("light", 0);
    compose_.set("halo", 1);
}

gl::Framebuffer& Glow::begin(const gl::Framebuffer& target) {
    const gl::Context& context = target.context();
    resize(light_, context, target.width(), target.height());
    resize(halo_, context, halo_size(target.width()), halo_size(target.height()));
    resize(scratch_, context, halo_->width(), halo_->height());
    light_->clear({0, 0, 0, 0});
    return *light_;
}

void Glow::run(gl::Framebuffer& target, const gl::Texture2D& source, gl::ShaderProgram& program) {
    gl::Pass pass(target, {.depth_test = false, .depth_write = false});
    pass.sample(0, source);
    pass.draw(program, no_vertices_, gl::Primitive::triangles, 3);
}

void Glow::make_halo() {
    run(*halo_, light_->colour(), downsample_);
    blur_.set("direction", glm::vec2(1, 0));
    run(*scratch_, halo_->colour(), blur_);
    blur_.set("direction", glm::vec2(0, 1));
    run(*halo_, scratch_->colour(), blur_);
}

void Glow::show(gl::Framebuffer& target, float halo_weight) {
    if (halo_weight > 0.0f) make_halo();
    compose_.set("halo_weight", halo_weight);
    gl::Pass pass(target, {.blend = gl::Blend::screen, .depth_test = false, .depth_write = false});
    pass.sample(0, light_->colour());
    pass.sample(1, halo_->colour());
    pass.draw(compose_, no_vertices_, gl::Primitive::triangles, 3);
}

}  // namespace glint::view::detail
