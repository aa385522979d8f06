// SPDX-License-Identifier: MIT
#include <glint/gl/pass.hpp>

#include <glad/gl.h>

#include <limits>

#include <fmt/format.h>

#include <glint/base/error.hpp>
#include <glint/base/text.hpp>

namespace glint::gl {
namespace {

void set_blend(const GladGLContext& gl, Blend blend) {
    if (blend == Blend::none) return gl.Disable(GL_BLEND);
    gl.Enable(GL_BLEND);
    // In all modes, alpha is blended as in `over`, so an opaque picture stays opaque.
    switch (blend) {
        case Blend::none: break;
        case Blend::over: gl.BlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA); break;
        case Blend::add:
            gl.BlendFuncSeparate(GL_ONE, GL_ONE, GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
            break;
        case Blend::screen:
            gl.BlendFuncSeparate(GL_ONE, GL_ONE_MINUS_SRC_COLOR, GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
            break;
    }
}

GLenum gl_primitive(Primitive primitive) {
    switch (primitive) {
        case Primitive::points: return GL_POINTS;
        case Primitive::lines: return GL_LINES;
        case Primitive::line_strip: return GL_LINE_STRIP;
        case Primitive::triangles: return GL_TRIANGLES;
        case Primitive::triangle_strip: return GL_TRIANGLE_STRIP;
    }
    return GL_POINTS;
}

}  // namespace

Pass::Pass(Framebuffer& target, const PassOptions& options)
    : bindings_(target.context()), drawn_(target.is_drawn()) {
    const GladGLContext& gl = bindings_.context().functions();
    gl.BindFramebuffer(GL_DRAW_FRAMEBUFFER, target.native());
    const Rectangle all{.width = target.width(), .height = target.height()};
    const Rectangle part = options.part.value_or(all);
    gl.Viewport(part.left, target.height() - part.top - part.height, part.width, part.height);
    gl.Disable(GL_SCISSOR_TEST);
    gl.Disable(GL_CULL_FACE);
    gl.Enable(GL_PROGRAM_POINT_SIZE);
    gl.ColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
    set_blend(gl, options.blend);
    // The test is also enabled if only `depth_write` is set, because OpenGL writes depth only while
    // the depth test is enabled.
    const bool depth = options.depth_test || options.depth_write;
    depth ? gl.Enable(GL_DEPTH_TEST) : gl.Disable(GL_DEPTH_TEST);
    gl.DepthFunc(options.depth_test ? GL_LEQUAL : GL_ALWAYS);
    gl.DepthMask(options.depth_write);
}

Pass::~Pass() {
    const GladGLContext* gl = bindings_.context().functions_if_alive();
    if (!gl) return;
    gl->Disable(GL_BLEND);
    gl->BlendFunc(GL_ONE, GL_ZERO);
    gl->Disable(GL_DEPTH_TEST);
    gl->DepthFunc(GL_LESS);
    gl->DepthMask(GL_TRUE);
    gl->Disable(GL_PROGRAM_POINT_SIZE);
    gl->UseProgram(0);
    gl->BindVertexArray(0);
    gl->BindFramebuffer(GL_DRAW_FRAMEBUFFER, 0);
}

void Pass::draw(const ShaderProgram& program, const VertexArray& vertices, Primitive primitive,
                std::size_t count, std::size_t instances) {
    const Context& context = bindings_.context();
    context.require_same(program.context(), "shader program");
    context.require_same(vertices.context(), "vertex array");
    constexpr std::size_t limit = std::numeric_limits<GLsizei>::max();
    if (count > limit || instances > limit) {
        throw Error(ErrorCode::invalid_argument,
                    fmt::format("draw {} {}", text::counted(count, "vertex", "vertices"),
                                text::counted(instances, "time")),
                    "the maximum of each count is 2^31 - 1");
    }
    if (!drawn_) return;
    const GladGLContext& gl = context.functions();
    gl.UseProgram(program.native());
    gl.BindVertexArray(vertices.native());
    gl.DrawArraysInstanced(gl_primitive(primitive), 0, static_cast<GLsizei>(count),
                           static_cast<GLsizei>(instances));
}

}  // namespace glint::gl
