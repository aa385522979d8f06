#include <glint/view/point_renderer.hpp>

#include <algorithm>
#include <cstddef>
#include <numbers>
#include <utility>

#include <fmt/format.h>
#include <glm/vec2.hpp>

#include <glint/base/error.hpp>
#include <glint/gl/pass.hpp>
#include <glint/view/detail/glow.hpp>
#include <glint/view/detail/resources.hpp>
#include <glint/view/detail/shaders.hpp>
#include <glint/view/detail/value_colours.hpp>

namespace glint::view {
namespace {

// The inputs of points.vert, and what its `colour_source` chooses from.
enum Input : unsigned { kPosition, kColour, kValue };
enum class ColourSource : int { uniform, point, value };

constexpr gl::VertexFormat kValueInW = {.stride_bytes = sizeof(glm::vec4),
                                        .offset_bytes = offsetof(glm::vec4, w)};

/// The light of one point that makes a cloud of `count` of them neither black nor burnt out:
/// spread over a sixth of the picture, the cloud's light adds up to 0.5. Few points have 2.
float suitable_energy(const gl::Framebuffer& target, std::size_t count, float radius_px) {
    const float radius = std::max(radius_px, 1.0f) + 0.5f;
    const float light_of_one = std::numbers::pi_v<float> * radius * radius / 3.0f;
    const auto picture_px =
        static_cast<float>(target.width()) * static_cast<float>(target.height());
    return std::min(0.5f * picture_px / 6.0f / (static_cast<float>(count) * light_of_one), 2.0f);
}

void require_enough(std::size_t given, std::size_t positions, const char* what) {
    if (given >= positions) return;
    throw Error(ErrorCode::invalid_argument, fmt::format("draw {} points", positions),
                fmt::format("there are only {} {}", given, what));
}

}  // namespace

struct PointRenderer::Resources {
    explicit Resources(gl::Context made_in)
        : context(std::move(made_in)),
          glow_program(detail::embedded_program(context, "points.vert", "glow.frag")),
          ball_program(detail::embedded_program(context, "points.vert", "ball.frag")),
          vertices(context),
          glow(context) {}

    gl::Context context;
    gl::ShaderProgram glow_program;
    gl::ShaderProgram ball_program;
    gl::VertexArray vertices;
    detail::Glow glow;
    detail::ColormapTexture colormap;
    ColourSource source = ColourSource::uniform;
};

PointRenderer::PointRenderer(PointOptions options) : options_(std::move(options)) {}
PointRenderer::PointRenderer(PointRenderer&&) noexcept = default;
PointRenderer& PointRenderer::operator=(PointRenderer&&) noexcept = default;
PointRenderer::~PointRenderer() = default;

PointRenderer::Resources& PointRenderer::prepare(const gl::Framebuffer& target,
                                                 const gl::Buffer<glm::vec4>& positions) {
    Resources& made = detail::resources_for(target.context(), resources_);
    made.vertices.attach(kPosition, positions);
    made.vertices.detach(kColour);
    made.vertices.detach(kValue);
    made.source = ColourSource::uniform;
    return made;
}

void PointRenderer::draw(gl::Framebuffer& target, const gl::Buffer<glm::vec4>& positions,
                         const OrbitCamera& camera) {
    prepare(target, positions);
    draw_sprites(target, positions.size(), camera);
}

void PointRenderer::draw(gl::Framebuffer& target, const gl::Buffer<glm::vec4>& positions,
                         const gl::Buffer<glm::u8vec4>& colours, const OrbitCamera& camera) {
    require_enough(colours.size(), positions.size(), "colours");
    Resources& made = prepare(target, positions);
    made.vertices.attach(kColour, colours);
    made.source = ColourSource::point;
    draw_sprites(target, positions.size(), camera);
}

void PointRenderer::draw(gl::Framebuffer& target, const gl::Buffer<glm::vec4>& positions,
                         const gl::Buffer<glm::vec4>& colours, const OrbitCamera& camera) {
    require_enough(colours.size(), positions.size(), "colours");
    Resources& made = prepare(target, positions);
    made.vertices.attach(kColour, colours);
    made.source = ColourSource::point;
    draw_sprites(target, positions.size(), camera);
}

void PointRenderer::draw(gl::Framebuffer& target, const gl::Buffer<glm::vec4>& positions,
                         const gl::Buffer<float>& values, const OrbitCamera& camera) {
    require_enough(values.size(), positions.size(), "values");
    Resources& made = prepare(target, positions);
    made.vertices.attach(kValue, values);
    made.source = ColourSource::value;
    draw_sprites(target, positions.size(), camera);
}

void PointRenderer::draw_values(gl::Framebuffer& target, const gl::Buffer<glm::vec4>& positions,
                                const OrbitCamera& camera) {
    Resources& made = prepare(target, positions);
    made.vertices.attach(kValue, positions.raw(), kValueInW);
    made.source = ColourSource::value;
    draw_sprites(target, positions.size(), camera);
}

void PointRenderer::draw_sprites(gl::Framebuffer& target, std::size_t count,
                                 const OrbitCamera& camera) {
    if (count == 0) return;
    const bool glows = options_.style == PointStyle::glow;
    gl::ShaderProgram& program = glows ? resources_->glow_program : resources_->ball_program;
    program.set("view_projection", camera.view_projection(target.aspect()));
    program.set("target_depth", camera.distance_m());
    program.set("radius_px", options_.radius_px);
    program.set("attenuate", options_.attenuate);
    program.set("colour_source", static_cast<int>(resources_->source));
    program.set("uniform_colour", options_.colour);
    program.set("value_range", detail::value_range(options_.min, options_.max));
    program.set("colormap", 0);
    glows ? draw_glow(target, count) : draw_balls(target, count);
    target.context().check(fmt::format("draw {} points", count));
}

void PointRenderer::draw_glow(gl::Framebuffer& target, std::size_t count) {
    Resources& made = *resources_;
    made.glow_program.set("energy",
                          options_.opacity * suitable_energy(target, count, options_.radius_px));
    gl::Framebuffer& light = made.glow.begin(target);
    {
        gl::Pass pass(light, {.blend = gl::Blend::add, .depth_test = false, .depth_write = false});
        pass.sample(0, made.colormap.get(made.context, options_.colormap));
        pass.draw(made.glow_program, made.vertices, gl::Primitive::points, count);
    }
    made.glow.show(target, options_.halo);
}

void PointRenderer::draw_balls(gl::Framebuffer& target, std::size_t count) {
    Resources& made = *resources_;
    made.ball_program.set("opacity", options_.opacity);
    gl::Pass pass(target, {.blend = gl::Blend::over});
    pass.sample(0, made.colormap.get(made.context, options_.colormap));
    pass.draw(made.ball_program, made.vertices, gl::Primitive::points, count);
}

}  // namespace glint::view
