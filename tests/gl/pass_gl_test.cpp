// SPDX-License-Identifier: MIT
#include <glint/gl/pass.hpp>

#include <glad/gl.h>

#include <gl/headless.hpp>

namespace glint {
namespace {

using test::cover;
using test::pixel;
using test::Rgba;

class Pass : public test::OnContext {
protected:
    /// Returns the result of blending half-transparent red (premultiplied by alpha) onto blue.
    Rgba blended(gl::Blend blend) {
        gl::Framebuffer target(context(), {.width = 2, .height = 2});
        target.clear({0.4f, 0.0f, 0.8f, 1.0f});
        cover(target, {.blend = blend}, {0.4f, 0.0f, 0.4f, 0.6f});
        return pixel(target.read_pixels(), 0, 0);
    }
};

TEST_F(Pass, SupportsEachBlendMode) {
    EXPECT_EQ(blended(gl::Blend::none), (Rgba{102, 0, 102, 153}));
    EXPECT_EQ(blended(gl::Blend::over), (Rgba{143, 0, 184, 255}));    // s + 0.4 d
    EXPECT_EQ(blended(gl::Blend::add), (Rgba{204, 0, 255, 255}));     // s + d
    EXPECT_EQ(blended(gl::Blend::screen), (Rgba{163, 0, 224, 255}));  // s + (1 - s) d
}

TEST_F(Pass, SkipsDisabledColorTargets) {
    gl::Framebuffer target(context(), {.width = 2, .height = 2});
    cover(target, {}, {1, 0, 0, 1});
    target.set_drawn(false);
    cover(target, {}, {0, 1, 0, 1});
    target.clear({0, 0, 1, 1});
    EXPECT_EQ(pixel(target.read_pixels(), 0, 0), (Rgba{255, 0, 0, 255}));
    target.set_drawn(true);
    cover(target, {}, {0, 1, 0, 1});
    EXPECT_EQ(pixel(target.read_pixels(), 0, 0), (Rgba{0, 255, 0, 255}));
}

TEST_F(Pass, DepthTestHidesFartherFragments) {
    gl::Framebuffer target(context(), {.width = 2, .height = 2});
    cover(target, {}, {1, 0, 0, 1}, 0.0f);
    cover(target, {}, {0, 1, 0, 1}, 0.5f);
    EXPECT_EQ(pixel(target.read_pixels(), 0, 0), (Rgba{255, 0, 0, 255}));
    cover(target, {.depth_test = false, .depth_write = false}, {0, 1, 0, 1}, 0.5f);
    EXPECT_EQ(pixel(target.read_pixels(), 0, 0), (Rgba{0, 255, 0, 255}));
    cover(target, {.depth_write = false}, {0, 0, 1, 1}, -0.5f);
    cover(target, {}, {1, 1, 1, 1}, -0.25f);
    EXPECT_EQ(pixel(target.read_pixels(), 0, 0), (Rgba{255, 255, 255, 255}));
}

TEST_F(Pass, RestoresTheInitialState) {
    gl::Framebuffer target(context(), {.width = 2, .height = 2});
    const gl::Texture2D texture(context(), {.width = 1, .height = 1});
    const GladGLContext& gl = context().functions();
    const auto value = [&](GLenum name) {
        GLint found = -1;
        gl.GetIntegerv(name, &found);
        return found;
    };
    for (const gl::Blend blend : {gl::Blend::over, gl::Blend::add, gl::Blend::screen}) {
        {
            gl::Pass pass(target, {.blend = blend, .depth_write = false});
            pass.sample(3, texture);
            EXPECT_EQ(value(GL_DEPTH_WRITEMASK), GL_FALSE);
            EXPECT_EQ(value(GL_DEPTH_FUNC), GL_LEQUAL);
            EXPECT_EQ(value(GL_BLEND_SRC_RGB), GL_ONE);
        }
        EXPECT_EQ(value(GL_DEPTH_WRITEMASK), GL_TRUE);
        EXPECT_EQ(value(GL_DEPTH_FUNC), GL_LESS);
        EXPECT_EQ(value(GL_BLEND_SRC_RGB), GL_ONE);
        EXPECT_EQ(value(GL_BLEND_DST_RGB), GL_ZERO);
        EXPECT_EQ(value(GL_BLEND_SRC_ALPHA), GL_ONE);
        EXPECT_EQ(value(GL_BLEND_DST_ALPHA), GL_ZERO);
    }
    EXPECT_FALSE(gl.IsEnabled(GL_BLEND));
    EXPECT_FALSE(gl.IsEnabled(GL_DEPTH_TEST));
    EXPECT_FALSE(gl.IsEnabled(GL_PROGRAM_POINT_SIZE));
    for (const GLenum binding :
         {GL_DRAW_FRAMEBUFFER_BINDING, GL_CURRENT_PROGRAM, GL_VERTEX_ARRAY_BINDING}) {
        GLint name = -1;
        gl.GetIntegerv(binding, &name);
        EXPECT_EQ(name, 0);
    }
    GLint bound = -1;
    gl.GetIntegeri_v(GL_TEXTURE_BINDING_2D, 3, &bound);
    EXPECT_EQ(bound, 0);
}

/// The four corners of the picture; a second instance moves them closer to the center.
const gl::ShaderText kCorners = {"corners.vert", R"(#version 450 core
void main() {
    vec2 corner = 2.0 * vec2(gl_VertexID & 1, gl_VertexID >> 1) - 1.0;
    gl_Position = vec4((0.875 - 0.5 * gl_InstanceID) * corner, 0.0, 1.0);
    gl_PointSize = 1.0;
}
)"};

TEST_F(Pass, DrawsEachKindOfPrimitive) {
    gl::ShaderProgram program(context(), kCorners, test::kOneColor);
    program.set("colour", std::array{1.0f, 1.0f, 1.0f, 1.0f});
    const gl::VertexArray no_vertices(context());
    gl::Framebuffer target(context(), {.width = 8, .height = 8});
    const auto lit = [&](gl::Primitive primitive, std::size_t count, std::size_t instances = 1) {
        target.clear();
        {
            gl::Pass pass(target);
            pass.draw(program, no_vertices, primitive, count, instances);
        }
        const Picture picture = target.read_pixels();
        int pixels = 0;
        for (unsigned i = 0; i < 64; ++i) pixels += pixel(picture, i % 8, i / 8)[0] == 255;
        return pixels;
    };
    EXPECT_EQ(lit(gl::Primitive::points, 4), 4);
    EXPECT_EQ(lit(gl::Primitive::points, 3), 3);
    EXPECT_EQ(lit(gl::Primitive::points, 4, 2), 8);
    EXPECT_EQ(lit(gl::Primitive::points, 4, 0), 0);
    const int lines = lit(gl::Primitive::lines, 4);  // one line below and one above
    EXPECT_GE(lines, 14);
    EXPECT_LE(lines, 16);
    const int strip = lit(gl::Primitive::line_strip, 4);  // also one line across
    EXPECT_GE(strip, lines + 6);
    EXPECT_LE(strip, lines + 8);
    const int triangle = lit(gl::Primitive::triangles, 4);  // the fourth corner is not used
    EXPECT_GE(triangle, 21);
    EXPECT_LE(triangle, 28);
    EXPECT_EQ(lit(gl::Primitive::triangle_strip, 4), 49);
}

// Other code, such as a GUI, may leave this state behind.
TEST_F(Pass, DrawsCorrectlyFromAnyState) {
    gl::Framebuffer target(context(), {.width = 4, .height = 3});
    const GladGLContext& gl = context().functions();
    gl.Enable(GL_SCISSOR_TEST);
    gl.Scissor(0, 0, 1, 1);
    gl.Enable(GL_CULL_FACE);
    gl.CullFace(GL_FRONT_AND_BACK);
    gl.ColorMask(GL_FALSE, GL_TRUE, GL_FALSE, GL_TRUE);
    gl.Viewport(1, 1, 1, 1);
    gl.Enable(GL_BLEND);
    gl.BlendFunc(GL_ZERO, GL_ZERO);
    gl.Enable(GL_DEPTH_TEST);
    gl.DepthFunc(GL_NEVER);
    gl.DepthMask(GL_FALSE);
    cover(target, {}, {1, 0.2f, 0.4f, 1}, 0.5f);
    const Picture picture = target.read_pixels();
    for (const auto& [x, y] : {std::pair(0u, 0u), {3u, 0u}, {0u, 2u}, {3u, 2u}})
        EXPECT_EQ(pixel(picture, x, y), (Rgba{255, 51, 102, 255})) << x << ", " << y;
    cover(target, {}, {0, 0, 0, 1}, 0.75f);  // behind the first drawing, which wrote its depth
    EXPECT_EQ(pixel(target.read_pixels(), 1, 1), (Rgba{255, 51, 102, 255}));
}

// Depth is written even without a depth test; with a depth test, equal depths pass.
TEST_F(Pass, WritesDepthWithoutADepthTest) {
    gl::Framebuffer target(context(), {.width = 2, .height = 2});
    cover(target, {}, {1, 0, 0, 1}, -0.5f);
    cover(target, {.depth_test = false}, {0, 1, 0, 1}, 0.5f);
    EXPECT_EQ(pixel(target.read_pixels(), 0, 0), (Rgba{0, 255, 0, 255}));
    cover(target, {}, {0, 0, 1, 1}, 0.25f);
    EXPECT_EQ(pixel(target.read_pixels(), 0, 0), (Rgba{0, 0, 255, 255}));
    cover(target, {}, {1, 1, 0, 1}, 0.25f);
    EXPECT_EQ(pixel(target.read_pixels(), 0, 0), (Rgba{255, 255, 0, 255}));
}

TEST_F(Pass, RefusesObjectsOfAnotherContext) {
    const gl::HeadlessContext other;
    const gl::ShaderProgram program(other, test::kCoverAll, test::kOneColor);
    const gl::Texture2D texture(other, {.width = 1, .height = 1});
    const gl::VertexArray vertices(context());
    gl::Framebuffer target(context(), {.width = 2, .height = 2});
    gl::Pass pass(target);
    const Error failure =
        test::error_of([&] { pass.draw(program, vertices, gl::Primitive::triangles, 3); });
    EXPECT_EQ(failure.code(), ErrorCode::invalid_state);
    EXPECT_STREQ(failure.what(),
                 "cannot use shader program: the object belongs to another OpenGL context");
    EXPECT_EQ(test::error_of([&] { pass.sample(0, texture); }).code(), ErrorCode::invalid_state);
}

TEST_F(Pass, RefusesCountsBeyondOpenGl) {
    const gl::ShaderProgram program(context(), test::kCoverAll, test::kOneColor);
    const gl::VertexArray vertices(context());
    gl::Framebuffer target(context(), {.width = 2, .height = 2});
    gl::Pass pass(target);
    EXPECT_EQ(test::error_of([&] {
                  pass.draw(program, vertices, gl::Primitive::points, std::size_t{1} << 31);
              }).code(),
              ErrorCode::invalid_argument);
    EXPECT_EQ(test::error_of([&] {
                  pass.sample(16, gl::Texture2D(context(), {.width = 1, .height = 1}));
              }).code(),
              ErrorCode::invalid_argument);
}

}  // namespace
}  // namespace glint
