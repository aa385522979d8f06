// SPDX-License-Identifier: MIT
#include <glint/view/point_renderer.hpp>

#include <algorithm>
#include <cstddef>
#include <numbers>
#include <utility>

#include <fmt/format.h>
#include <glm/vec2.hpp>

#include <glint/base/error.hpp>
#include <glint/base/text.hpp>
#include <glint/gl/pass.hpp>
#include <glint/view/colormap.hpp>
#include <glint/view/detail/glow.hpp>
#include <glint/view/detail/light_grid.hpp>
#include <glint/view/detail/resources.hpp>
#include <glint/view/detail/shaders.hpp>
#include <glint/view/detail/value_colors.hpp>

namespace glint::view {
namespace {

// Locations of the inputs of points.vert.
enum Input : unsigned { kPosition, kColor, kValue };

// Bindings of the storage buffers of splat.comp.
enum Storage : unsigned { kPositions, kColors, kLight };

// Values of the uniform `colour_source` in points.vert and splat.comp.
enum class ColorSource : int { uniform, bytes, floats, value, value_in_w };

// Radius in pixels, including the smooth edge, of points that splat.comp adds to the finest grid.
constexpr float kGridRadius = 1.83f;

// With at least this many points, each point is added to one grid instead of two, which saves time.
// A single point may then look slightly too sharp or too soft. Among that many points, this is not
// visible.
constexpr std::size_t kManyPoints = 50'000;

constexpr gl::VertexFormat kValueInW = {.stride_bytes = sizeof(glm::vec4),
                                        .offset_bytes = offsetof(glm::vec4, w)};

/// Returns the total light of a spot with this radius, whose light at distance r from the center is
/// (1 - (r / radius)^2)^2.
float spot_light(float radius) { return std::numbers::pi_v<float> * radius * radius / 3.0f; }

/// Returns the light energy of one point, chosen so that a cloud of `count` points is neither black
/// nor overexposed: if the cloud covers a sixth of the picture, the light adds up to 0.5. The
/// energy is at most 2, which limits the brightness of a few points.
float suitable_energy(const gl::Framebuffer& target, std::size_t count, float radius_px) {
    const float light_of_one = spot_light(std::max(radius_px, 1.0f) + 0.5f);
    const auto picture_px =
        static_cast<float>(target.width()) * static_cast<float>(target.height());
    return std::min(0.5f * picture_px / 6.0f / (static_cast<float>(count) * light_of_one), 2.0f);
}

/// Returns the integer that a white point adds to a grid. It is large enough for a smooth picture.
/// It is also small enough for 32-bit integers: if every point is at the same position and adds
/// four times this integer, the sum still fits.
float suitable_steps(std::size_t count) {
    return std::min(4096.0f, 536870912.0f / static_cast<float>(count));
}

void require_enough(std::size_t given, std::size_t positions, const char* what) {
    if (given >= positions) return;
    throw Error(ErrorCode::invalid_argument,
                fmt::format("draw {}", text::counted(positions, "point")),
                fmt::format("there are only {} {}", given, what));
}

}  // namespace

struct PointRenderer::Points {
    const gl::Buffer<glm::vec4>& positions;
    const gl::RawBuffer& colors;  // colors or values; without either, the positions
    ColorSource source;
};

struct PointRenderer::Resources {
    explicit Resources(gl::Context made_in)
        : context(std::move(made_in)),
          splat_program(detail::embedded_program(context, "splat.comp")),
          ball_program(detail::embedded_program(context, "points.vert", "ball.frag")),
          vertices(context),
          light(context),
          glow(context) {}

    void attach(const Points& points) {
        vertices.attach(kPosition, points.positions);
        vertices.detach(kColor);
        vertices.detach(kValue);
        switch (points.source) {
            case ColorSource::uniform: break;
            case ColorSource::bytes:
                vertices.attach(kColor, points.colors, gl::vertex_format<glm::u8vec4>());
                break;
            case ColorSource::floats:
                vertices.attach(kColor, points.colors, gl::vertex_format<glm::vec4>());
                break;
            case ColorSource::value:
                vertices.attach(kValue, points.colors, gl::vertex_format<float>());
                break;
            case ColorSource::value_in_w: vertices.attach(kValue, points.colors, kValueInW); break;
        }
    }

    gl::Context context;
    gl::ShaderProgram splat_program;
    gl::ShaderProgram ball_program;
    gl::VertexArray vertices;
    detail::LightGrid light;
    detail::Glow glow;
    detail::ColormapTexture colormap;
};

PointRenderer::PointRenderer(PointOptions options) : options_(std::move(options)) {
    (void)Colormap(options_.colormap);
}
PointRenderer::PointRenderer(PointRenderer&&) noexcept = default;
PointRenderer& PointRenderer::operator=(PointRenderer&&) noexcept = default;
PointRenderer::~PointRenderer() = default;

void PointRenderer::draw(gl::Framebuffer& target, const gl::Buffer<glm::vec4>& positions,
                         const OrbitCamera& camera) {
    draw(target, {positions, positions.raw(), ColorSource::uniform}, camera);
}

void PointRenderer::draw(gl::Framebuffer& target, const gl::Buffer<glm::vec4>& positions,
                         const gl::Buffer<glm::u8vec4>& colors, const OrbitCamera& camera) {
    require_enough(colors.size(), positions.size(), "colors");
    draw(target, {positions, colors.raw(), ColorSource::bytes}, camera);
}

void PointRenderer::draw(gl::Framebuffer& target, const gl::Buffer<glm::vec4>& positions,
                         const gl::Buffer<glm::vec4>& colors, const OrbitCamera& camera) {
    require_enough(colors.size(), positions.size(), "colors");
    draw(target, {positions, colors.raw(), ColorSource::floats}, camera);
}

void PointRenderer::draw(gl::Framebuffer& target, const gl::Buffer<glm::vec4>& positions,
                         const gl::Buffer<float>& values, const OrbitCamera& camera) {
    require_enough(values.size(), positions.size(), "values");
    draw(target, {positions, values.raw(), ColorSource::value}, camera);
}

void PointRenderer::draw_values(gl::Framebuffer& target, const gl::Buffer<glm::vec4>& positions,
                                const OrbitCamera& camera) {
    draw(target, {positions, positions.raw(), ColorSource::value_in_w}, camera);
}

void PointRenderer::draw(gl::Framebuffer& target, const Points& points, const OrbitCamera& camera) {
    const std::size_t count = points.positions.size();
    if (count == 0) return;
    const bool glows = options_.style == PointStyle::glow;
    Resources& made = detail::resources_for(target.context(), resources_);
    gl::ShaderProgram& program = glows ? made.splat_program : made.ball_program;
    program.set("view_projection", camera.view_projection(target.aspect()));
    program.set("target_depth", camera.distance_m());
    program.set("radius_px", options_.radius_px);
    program.set("attenuate", options_.attenuate);
    program.set("colour_source", static_cast<int>(points.source));
    program.set("uniform_colour", options_.color);
    program.set("value_range", detail::value_range(options_.min, options_.max));
    program.set("colormap", 0);
    glows ? draw_glow(target, points) : draw_balls(target, points);
    target.context().check(fmt::format("draw {}", text::counted(count, "point")));
}

void PointRenderer::draw_glow(gl::Framebuffer& target, const Points& points) {
    Resources& made = *resources_;
    const std::size_t count = points.positions.size();
    const float steps = suitable_steps(count);
    made.light.clear(target.width(), target.height());
    made.splat_program.set("in_both_grids", count < kManyPoints);
    made.splat_program.set("steps", steps);
    made.splat_program.set("count", static_cast<int>(count));
    {
        gl::ComputePass pass(made.context);
        pass.store(kPositions, points.positions.raw());
        pass.store(kColors, points.colors);
        pass.sample(0, made.colormap.get(made.context, options_.colormap));
        made.light.lend(pass, kLight, made.splat_program);
        pass.run(made.splat_program, count);
    }
    const float energy = options_.opacity * suitable_energy(target, count, options_.radius_px);
    const gl::Texture2D& light = made.light.gather(energy * spot_light(kGridRadius) / steps);
    made.glow.show(target, light, made.light, options_.halo);
}

void PointRenderer::draw_balls(gl::Framebuffer& target, const Points& points) {
    Resources& made = *resources_;
    made.attach(points);
    made.ball_program.set("opacity", options_.opacity);
    gl::Pass pass(target, {.blend = gl::Blend::over});
    pass.sample(0, made.colormap.get(made.context, options_.colormap));
    pass.draw(made.ball_program, made.vertices, gl::Primitive::points, points.positions.size());
}

}  // namespace glint::view
