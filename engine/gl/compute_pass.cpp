// SPDX-License-Identifier: MIT
#include <glint/gl/compute_pass.hpp>

#include <glad/gl.h>

#include <algorithm>
#include <array>
#include <limits>

#include <fmt/format.h>

#include <glint/base/ceil_div.hpp>
#include <glint/base/error.hpp>
#include <glint/base/text.hpp>

namespace glint::gl {
namespace {

constexpr GLuint kMaxGroups = 65535;  // in each dimension; OpenGL 4.5 guarantees this number

GLuint group_size(const GladGLContext& gl, const ShaderProgram& program) {
    std::array<GLint, 3> size{};
    gl.GetProgramiv(program.native(), GL_COMPUTE_WORK_GROUP_SIZE, size.data());
    return static_cast<GLuint>(size[0]);
}

}  // namespace

ComputePass::~ComputePass() {
    const GladGLContext* gl = bindings_.context().functions_if_alive();
    if (!gl) return;
    gl->UseProgram(0);
    gl->MemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT | GL_TEXTURE_FETCH_BARRIER_BIT |
                      GL_VERTEX_ATTRIB_ARRAY_BARRIER_BIT | GL_BUFFER_UPDATE_BARRIER_BIT);
}

void ComputePass::run(const ShaderProgram& program, std::size_t count) {
    bindings_.context().require_same(program.context(), "shader program");
    if (count > std::numeric_limits<GLint>::max()) {
        throw Error(ErrorCode::invalid_argument,
                    fmt::format("run {}", text::counted(count, "invocation")),
                    "the maximum is 2^31 - 1 invocations");
    }
    if (count == 0) return;
    const GladGLContext& gl = bindings_.context().functions();
    gl.UseProgram(program.native());
    const GLuint size = group_size(gl, program);
    const GLuint groups = ceil_div(static_cast<GLuint>(count), size);
    const GLuint columns = std::min(groups, kMaxGroups);
    gl.DispatchCompute(columns, ceil_div(groups, columns), 1);
}

}  // namespace glint::gl
