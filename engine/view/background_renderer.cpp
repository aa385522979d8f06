// SPDX-License-Identifier: MIT
#include <glint/view/background_renderer.hpp>

#include <utility>

#include <glint/gl/pass.hpp>
#include <glint/view/detail/resources.hpp>
#include <glint/view/detail/shaders.hpp>

namespace glint::view {

struct BackgroundRenderer::Resources {
    explicit Resources(gl::Context made_in)
        : context(std::move(made_in)),
          program(detail::embedded_program(context, "fullscreen.vert", "background.frag")),
          no_vertices(context) {}

    gl::Context context;
    gl::ShaderProgram program;
    gl::VertexArray no_vertices;
};

BackgroundRenderer::BackgroundRenderer(const BackgroundOptions& options) : options_(options) {}
BackgroundRenderer::BackgroundRenderer(BackgroundRenderer&&) noexcept = default;
BackgroundRenderer& BackgroundRenderer::operator=(BackgroundRenderer&&) noexcept = default;
BackgroundRenderer::~BackgroundRenderer() = default;

void BackgroundRenderer::draw(gl::Framebuffer& target) {
    Resources& made = detail::resources_for(target.context(), resources_);
    made.program.set("centre", options_.center);
    made.program.set("edge", options_.edge);
    target.clear();
    gl::Pass pass(target, {.depth_test = false, .depth_write = false});
    pass.draw(made.program, made.no_vertices, gl::Primitive::triangles, 3);
}

}  // namespace glint::view
