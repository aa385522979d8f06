// SPDX-License-Identifier: MIT
#include <glint/view/line_renderer.hpp>

#include <array>
#include <utility>

#include <glm/vec2.hpp>

#include <glint/gl/pass.hpp>
#include <glint/view/detail/resources.hpp>
#include <glint/view/detail/shaders.hpp>

namespace glint::view {
namespace {

// Each line is one instance. The shader creates the instance's vertices from both ends of the line.
constexpr gl::VertexFormat kFrom = {
    .count = 4, .stride_bytes = 2 * sizeof(glm::vec4), .per_instance = true};
constexpr gl::VertexFormat kTo = {.count = 4,
                                  .stride_bytes = 2 * sizeof(glm::vec4),
                                  .offset_bytes = sizeof(glm::vec4),
                                  .per_instance = true};

using Edges = std::array<glm::vec4, 24>;

/// Returns the two ends of each edge of the box. Each edge starts at the corner with the smaller
/// coordinate.
Edges box_edges(const Box& box) {
    Edges ends{};
    std::size_t count = 0;
    const auto corner = [&box](unsigned bits) {
        return glm::vec4(bits & 1 ? box.max.x : box.min.x, bits & 2 ? box.max.y : box.min.y,
                         bits & 4 ? box.max.z : box.min.z, 1.0f);
    };
    for (unsigned bits = 0; bits < 8; ++bits) {
        for (const unsigned axis : {1u, 2u, 4u}) {
            if (bits & axis) continue;
            ends[count++] = corner(bits);
            ends[count++] = corner(bits | axis);
        }
    }
    return ends;
}

}  // namespace

struct LineRenderer::Resources {
    explicit Resources(gl::Context made_in)
        : context(std::move(made_in)),
          program(detail::embedded_program(context, "lines.vert", "lines.frag")),
          vertices(context),
          edges(context, std::tuple_size_v<Edges>) {}

    gl::Context context;
    gl::ShaderProgram program;
    gl::VertexArray vertices;
    gl::Buffer<glm::vec4> edges;
};

LineRenderer::LineRenderer(const LineOptions& options) : options_(options) {}
LineRenderer::LineRenderer(LineRenderer&&) noexcept = default;
LineRenderer& LineRenderer::operator=(LineRenderer&&) noexcept = default;
LineRenderer::~LineRenderer() = default;

void LineRenderer::draw(gl::Framebuffer& target, const gl::Buffer<glm::vec4>& vertices,
                        const OrbitCamera& camera) {
    draw(target, detail::resources_for(target.context(), resources_), vertices, camera);
}

void LineRenderer::draw(gl::Framebuffer& target, const Box& box, const OrbitCamera& camera) {
    Resources& made = detail::resources_for(target.context(), resources_);
    const Edges edges = box_edges(box);
    made.edges.upload(edges);
    draw(target, made, made.edges, camera);
}

void LineRenderer::draw(gl::Framebuffer& target, Resources& made,
                        const gl::Buffer<glm::vec4>& vertices, const OrbitCamera& camera) const {
    made.vertices.attach(0, vertices.raw(), kFrom);
    made.vertices.attach(1, vertices.raw(), kTo);
    made.program.set("view_projection", camera.view_projection(target.aspect()));
    made.program.set("target_depth", camera.distance_m());
    made.program.set("half_picture_px", 0.5f * glm::vec2(target.width(), target.height()));
    made.program.set("half_width_px", 0.5f * options_.width_px);
    made.program.set("line_colour", options_.color);
    gl::Pass pass(target, {.blend = gl::Blend::over, .depth_write = false});
    pass.draw(made.program, made.vertices, gl::Primitive::triangle_strip, 4, vertices.size() / 2);
}

}  // namespace glint::view
