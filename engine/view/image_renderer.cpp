// SPDX-License-Identifier: MIT
#include <glint/view/image_renderer.hpp>

#include <algorithm>
#include <utility>

#include <glm/vec2.hpp>

#include <glint/gl/pass.hpp>
#include <glint/view/colormap.hpp>
#include <glint/view/detail/resources.hpp>
#include <glint/view/detail/shaders.hpp>
#include <glint/view/detail/value_colors.hpp>

namespace glint::view {
namespace {

/// Returns the fractions of the width and of the height of `part` that the image covers.
glm::vec2 half_size(const gl::Rectangle& part, const gl::Texture2D& image) {
    const float image_aspect =
        static_cast<float>(image.width()) / static_cast<float>(image.height());
    const float relative = image_aspect / part.aspect();
    return {std::min(1.0f, relative), std::min(1.0f, 1.0f / relative)};
}

}  // namespace

struct ImageRenderer::Resources {
    explicit Resources(gl::Context made_in)
        : context(std::move(made_in)),
          program(detail::embedded_program(context, "image.vert", "image.frag")),
          no_vertices(context) {
        program.set("image", 0);
        program.set("colormap", 1);
    }

    gl::Context context;
    gl::ShaderProgram program;
    gl::VertexArray no_vertices;
    detail::ColormapTexture colormap;
};

ImageRenderer::ImageRenderer(ImageOptions options) : options_(std::move(options)) {
    (void)Colormap(options_.colormap);
}
ImageRenderer::ImageRenderer(ImageRenderer&&) noexcept = default;
ImageRenderer& ImageRenderer::operator=(ImageRenderer&&) noexcept = default;
ImageRenderer::~ImageRenderer() = default;

void ImageRenderer::draw(gl::Framebuffer& target, const gl::Texture2D& image) {
    draw(target, image, {.width = target.width(), .height = target.height()});
}

void ImageRenderer::draw(gl::Framebuffer& target, const gl::Texture2D& image,
                         const gl::Rectangle& part) {
    Resources& made = detail::resources_for(target.context(), resources_);
    gl::ShaderProgram& program = made.program;
    program.set("half_size", half_size(part, image));
    program.set("row_0_on_top", options_.first_row == FirstRow::top);
    program.set("channels", static_cast<int>(channel_count(image.format())));
    program.set("smooth_between", options_.filter == Filter::linear);
    program.set("value_range", detail::value_range(options_.min, options_.max));

    gl::Pass pass(
        target,
        {.blend = gl::Blend::over, .depth_test = false, .depth_write = false, .part = part});
    pass.sample(0, image);
    pass.sample(1, made.colormap.get(target.context(), options_.colormap));
    pass.draw(program, made.no_vertices, gl::Primitive::triangle_strip, 4);
}

}  // namespace glint::view
