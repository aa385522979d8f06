// SPDX-License-Identifier: MIT
#include <glint/gl/vertex_array.hpp>

#include <gl/headless.hpp>

namespace glint {
namespace {

using test::pixel;
using test::Rgba;

class VertexArray : public test::OnContext {
protected:
    static constexpr const char* kVertex = R"(#version 450 core
layout(location = 0) in vec2 position;
layout(location = 1) in vec4 colour;
flat out vec4 shown;
void main() { gl_Position = vec4(position, 0, 1); gl_PointSize = 1.0; shown = colour; }
)";
    static constexpr const char* kFragment = R"(#version 450 core
flat in vec4 shown;
out vec4 result;
void main() { result = shown; }
)";
    using Place = std::array<float, 2>;
    using Color = std::array<std::uint8_t, 4>;

    Picture draw(const gl::VertexArray& vertices, std::size_t count, std::size_t instances = 1) {
        gl::Framebuffer target(context(), {.width = 4, .height = 1});
        const gl::ShaderProgram program(context(), {"v", kVertex}, {"f", kFragment});
        gl::Pass pass(target);
        pass.draw(program, vertices, gl::Primitive::points, count, instances);
        return target.read_pixels();
    }
};

TEST_F(VertexArray, ReadsFloatsAndBytes) {
    const std::array<Place, 2> places = {{{-0.75f, 0}, {0.25f, 0}}};
    const std::array<Color, 2> colors = {{{255, 0, 51, 255}, {1, 2, 3, 4}}};
    const gl::Buffer<Place> place_buffer(context(), std::span<const Place>(places));
    const gl::Buffer<Color> color_buffer(context(), std::span<const Color>(colors));
    gl::VertexArray vertices(context());
    vertices.attach(0, place_buffer);
    vertices.attach(1, color_buffer);
    const Picture image = draw(vertices, 2);
    EXPECT_EQ(pixel(image, 0, 0), (Rgba{255, 0, 51, 255}));
    EXPECT_EQ(pixel(image, 1, 0), (Rgba{0, 0, 0, 255}));
    EXPECT_EQ(pixel(image, 2, 0), (Rgba{1, 2, 3, 4}));
}

TEST_F(VertexArray, ReadsStructMembersPerInstance) {
    struct Vertex {
        float unused;
        Place place;
    };
    const std::array<Vertex, 3> points = {{{9, {-0.75f, 0}}, {9, {-0.25f, 0}}, {9, {0.75f, 0}}}};
    const gl::Buffer<Vertex> buffer(context(), std::span<const Vertex>(points));
    gl::VertexArray vertices(context());
    vertices.attach(0, buffer.raw(),
                    {.count = 2,
                     .stride_bytes = sizeof(Vertex),
                     .offset_bytes = sizeof(float),
                     .per_instance = true});
    vertices.detach(1);
    const Picture image = draw(vertices, 1, 3);
    const Rgba unset = {0, 0, 0, 255};
    EXPECT_EQ(pixel(image, 2, 0), unset);
    for (const unsigned x : {0u, 1u, 3u}) EXPECT_EQ(pixel(image, x, 0)[0], 0) << x;
}

TEST_F(VertexArray, RefusesABufferOfAnotherContext) {
    const gl::HeadlessContext other;
    const gl::Buffer<float> buffer(other, 4);
    gl::VertexArray vertices(context());
    const Error failure = test::error_of([&] { vertices.attach(0, buffer); });
    EXPECT_EQ(failure.code(), ErrorCode::invalid_state);
    EXPECT_STREQ(failure.what(),
                 "cannot use vertex buffer: the object belongs to another OpenGL context");
}

TEST_F(VertexArray, AdoptsAndReleasesOpenGlNames) {
    gl::VertexArray maker(context());
    const unsigned name = maker.release();
    const auto adopted = gl::VertexArray::adopt(context(), name);
    EXPECT_EQ(adopted.native(), name);
    EXPECT_EQ(maker.native(), 0u);
}

}  // namespace
}  // namespace glint
