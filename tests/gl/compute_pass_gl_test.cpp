// SPDX-License-Identifier: MIT
#include <glint/gl/compute_pass.hpp>

#include <numeric>

#include <glad/gl.h>

#include <gl/headless.hpp>

namespace glint {
namespace {

class ComputePass : public test::OnContext {
protected:
    /// A shader that adds 1 to each of `count` integers, and counts its invocations in the element
    /// after them.
    gl::ShaderProgram adds_one() {
        return {context(), {"adds_one.comp", R"(#version 450 core
layout(local_size_x = 8) in;
layout(std430, binding = 1) buffer Numbers { int numbers[]; };
uniform int count;
void main() {
    int i = int(gl_GlobalInvocationID.x +
                gl_GlobalInvocationID.y * gl_NumWorkGroups.x * gl_WorkGroupSize.x);
    if (i >= count) return;
    numbers[i] += 1;
    atomicAdd(numbers[count], 1);
}
)"}};
    }
};

TEST_F(ComputePass, RunsOncePerElement) {
    // The last count needs more than one row of work groups.
    for (const int count : {1, 9, 8 * 65535 + 3}) {
        gl::ShaderProgram program = adds_one();
        program.set("count", count);
        gl::Buffer<int> numbers(context(), static_cast<std::size_t>(count) + 1);
        numbers.raw().clear();
        {
            gl::ComputePass pass(context());
            pass.store(1, numbers.raw());
            pass.run(program, static_cast<std::size_t>(count));
        }
        std::vector<int> expected(static_cast<std::size_t>(count) + 1, 1);
        expected.back() = count;
        EXPECT_EQ(numbers.download(), expected) << count;
    }
}

TEST_F(ComputePass, LeavesNothingBound) {
    const gl::RawBuffer buffer(context(), 4);
    {
        gl::ComputePass pass(context());
        pass.store(2, buffer);
    }
    GLint bound = -1;
    context().functions().GetIntegeri_v(GL_SHADER_STORAGE_BUFFER_BINDING, 2, &bound);
    EXPECT_EQ(bound, 0);
}

TEST_F(ComputePass, RefusesUnsupportedRequests) {
    const gl::HeadlessContext other;
    const gl::RawBuffer foreign(other, 4);
    const gl::RawBuffer own(context(), 4);
    const gl::ShaderProgram program = adds_one();
    gl::ComputePass pass(context());
    EXPECT_EQ(test::error_of([&] { pass.store(0, foreign); }).code(), ErrorCode::invalid_state);
    EXPECT_EQ(test::error_of([&] { pass.store(8, own); }).code(), ErrorCode::invalid_argument);
    EXPECT_EQ(test::error_of([&] { pass.run(program, std::size_t{1} << 31); }).code(),
              ErrorCode::invalid_argument);
}

TEST_F(ComputePass, CompileErrorsShowTheirLine) {
    const Error failure = test::error_of([&] {
        gl::ShaderProgram(context(),
                          {"broken.comp", "#version 450 core\nvoid main() { x = 1; }\n"});
    });
    EXPECT_EQ(failure.code(), ErrorCode::compile);
    EXPECT_TRUE(test::contains(failure.what(), "broken.comp:2: "));
}

TEST_F(ComputePass, BuffersCanBeReadAsTextures) {
    const gl::ShaderText fragment = {"third.frag", R"(#version 450 core
uniform isamplerBuffer numbers;
out vec4 colour;
void main() { colour = vec4(texelFetch(numbers, 1).rgb, 255) / 255.0; }
)"};
    const gl::Buffer<int> numbers(context(), std::vector<int>{1, 2, 3, 40, 50, 60});
    const gl::BufferTexture texture(context(), numbers.raw());
    gl::ShaderProgram program(context(), test::kCoverAll, fragment);
    program.set("numbers", 3);
    gl::Framebuffer target(context(), {.width = 2, .height = 2});
    {
        const gl::VertexArray no_vertices(context());
        gl::Pass pass(target);
        pass.sample(3, texture);
        pass.draw(program, no_vertices, gl::Primitive::triangles, 3);
    }
    EXPECT_EQ(test::pixel(target.read_pixels(), 0, 0), (test::Rgba{40, 50, 60, 255}));
}

}  // namespace
}  // namespace glint
