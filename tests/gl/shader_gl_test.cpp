// SPDX-License-Identifier: MIT
#include <glint/gl/shader.hpp>

#include <filesystem>

#include <gl/headless.hpp>
#include <glint/base/files.hpp>

namespace glint {
namespace {

using test::contains;
using test::error_of;
using test::kCoverAll;
using test::kOneColor;

class Shader : public test::OnContext {};

TEST_F(Shader, ACompileErrorShowsFileLineAndSource) {
    const gl::ShaderText broken = {"broken.frag", R"(#version 450 core
out vec4 result;
void main() {
    result = no_such_value;
}
)"};
    const Error failure = error_of([&] { gl::ShaderProgram(context(), kCoverAll, broken); });
    EXPECT_EQ(failure.code(), ErrorCode::compile);
    EXPECT_EQ(failure.operation(), "compile shader 'broken.frag'");
    EXPECT_TRUE(contains(failure.reason(), "broken.frag:4: "));
    EXPECT_TRUE(contains(failure.reason(), "no_such_value"));
    EXPECT_TRUE(contains(failure.reason(), "\n        result = no_such_value;"));
}

TEST_F(Shader, ALinkErrorNamesBothFiles) {
    const gl::ShaderText wants = {"wants.frag", R"(#version 450 core
in vec3 never_written;
out vec4 result;
void main() { result = vec4(never_written, 1.0); }
)"};
    const Error failure = error_of([&] { gl::ShaderProgram(context(), kCoverAll, wants); });
    EXPECT_EQ(failure.code(), ErrorCode::compile);
    EXPECT_EQ(failure.operation(), "link shaders 'cover.vert + wants.frag'");
    EXPECT_TRUE(contains(failure.reason(), "never_written"));
}

TEST_F(Shader, UnknownUniformsListTheKnownOnes) {
    gl::ShaderProgram program(context(), kCoverAll, kOneColor);
    EXPECT_TRUE(program.has_uniform("colour"));
    const Error failure = error_of([&] { program.set("color", 1.0f); });
    EXPECT_EQ(failure.code(), ErrorCode::not_found);
    EXPECT_TRUE(contains(failure.what(), "set uniform 'color' of cover.vert + colour.frag"));
    EXPECT_TRUE(contains(failure.what(), "uniform not found. The uniforms are colour, depth"));
}

TEST_F(Shader, AUniformOfAnotherTypeIsRefused) {
    gl::ShaderProgram program(context(), kCoverAll, kOneColor);
    const Error floats = error_of([&] { program.set("colour", std::array{1.0f, 2.0f}); });
    EXPECT_EQ(floats.code(), ErrorCode::invalid_argument);
    EXPECT_EQ(floats.reason(), "the type of the uniform is vec4, not 2 floats");
    EXPECT_EQ(error_of([&] { program.set("depth", 1); }).reason(),
              "the type of the uniform is float, not int");
}

TEST_F(Shader, UniformsReachTheShader) {
    const gl::ShaderText all_kinds = {"kinds.frag", R"(#version 450 core
uniform float scale;
uniform vec2 two;
uniform vec3 three;
uniform mat4 matrix;
uniform mat3 small;
uniform int whole;
uniform bool flag;
out vec4 result;
void main() {
    float sum = two.y + three.z + matrix[1].z + small[2].y + float(whole);
    result = vec4(flag ? scale * sum : 0.0);
}
)"};
    gl::ShaderProgram program(context(), kCoverAll, all_kinds);
    std::array<float, 16> matrix{};
    matrix[4 + 2] = 1000.0f;
    std::array<float, 9> small{};
    small[6 + 1] = 10000.0f;
    program.set("depth", 0.0f);
    program.set("scale", 2.0f);
    program.set("two", std::array{0.0f, 10.0f});
    program.set("three", std::array{0.0f, 0.0f, 100.0f});
    program.set("matrix", matrix);
    program.set("small", small);
    program.set("whole", 1);
    program.set("flag", true);
    gl::Framebuffer target(context(), {.width = 1, .height = 1, .format = PixelFormat::rgba32f});
    const gl::VertexArray no_vertices(context());
    {
        gl::Pass pass(target);
        pass.draw(program, no_vertices, gl::Primitive::triangles, 3);
    }
    EXPECT_EQ(target.color().download<float>()[0], 22222.0f);
}

TEST_F(Shader, CanBeReadFromFiles) {
    const auto folder = std::filesystem::temp_directory_path() / "glint-shader-test";
    write_atomically(folder / "a.vert", kCoverAll.text);
    write_atomically(folder / "a.frag", "#version 450 core\nnonsense\n");
    const Error failure = error_of(
        [&] { gl::ShaderProgram::from_files(context(), folder / "a.vert", folder / "a.frag"); });
    EXPECT_TRUE(contains(failure.what(), (folder / "a.frag").string()));
    write_atomically(folder / "a.frag", kOneColor.text);
    EXPECT_TRUE(gl::ShaderProgram::from_files(context(), folder / "a.vert", folder / "a.frag")
                    .has_uniform("colour"));
    std::filesystem::remove_all(folder);
}

TEST_F(Shader, AdoptsAndReleasesOpenGlNames) {
    gl::ShaderProgram maker(context(), kCoverAll, kOneColor);
    const auto adopted = gl::ShaderProgram::adopt(context(), maker.release(), "mine");
    EXPECT_TRUE(adopted.has_uniform("depth"));
    EXPECT_EQ(error_of([&] { maker.set("depth", 1.0f); }).code(), ErrorCode::invalid_state);
}

}  // namespace
}  // namespace glint
