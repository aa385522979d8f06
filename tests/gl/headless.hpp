// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <optional>

#include <gtest/gtest.h>

#include <glint/base/error.hpp>
#include <glint/gl/framebuffer.hpp>
#include <glint/gl/headless_context.hpp>
#include <glint/gl/pass.hpp>
#include <support/contains.hpp>

namespace glint::test {

using Rgba = std::array<std::uint8_t, 4>;

/// Returns the pixel in column `x` of row `y`, counted from the top left.
inline Rgba pixel(const Picture& image, unsigned x, unsigned y) {
    const std::uint8_t* first = &image.rgba[(std::size_t{y} * image.width + x) * 4];
    return {first[0], first[1], first[2], first[3]};
}

/// A fixture with a headless context. Skips tests if no context can be created. Fails a test that
/// leaves an OpenGL error.
class OnContext : public testing::Test {
protected:
    void SetUp() override {
        try {
            context_.emplace();
        } catch (const Error& failure) {
            if (failure.code() != ErrorCode::unsupported) throw;
            GTEST_SKIP() << "gl: " << failure.what();
        }
    }

    void TearDown() override {
        if (!context_ || !context_->alive()) return;
        EXPECT_NO_THROW(context_->check("end of test"));
    }

    gl::HeadlessContext& context() { return *context_; }

private:
    std::optional<gl::HeadlessContext> context_;
};

/// Runs `action` and returns the Error that it throws.
template <class Action>
Error error_of(Action&& action) {
    try {
        action();
    } catch (const Error& failure) {
        return failure;
    }
    ADD_FAILURE() << "it threw no Error";
    return Error(ErrorCode::invalid_state, "nothing", "thrown");
}

/// Shaders that cover the whole picture with a triangle in the color of the uniform `color`.
inline const gl::ShaderText kCoverAll = {"cover.vert", R"(#version 450 core
uniform float depth;
void main() {
    vec2 corner = vec2((gl_VertexID << 1) & 2, gl_VertexID & 2);
    gl_Position = vec4(2.0 * corner - 1.0, depth, 1.0);
}
)"};
inline const gl::ShaderText kOneColor = {"colour.frag", R"(#version 450 core
uniform vec4 colour;
out vec4 result;
void main() { result = colour; }
)"};

/// Covers the whole target with `color` at `depth`, -1 (near) to 1.
inline void cover(gl::Framebuffer& target, const gl::PassOptions& options,
                  const std::array<float, 4>& color, float depth = 0) {
    gl::ShaderProgram program(target.context(), kCoverAll, kOneColor);
    program.set("colour", color);
    program.set("depth", depth);
    const gl::VertexArray no_vertices(target.context());
    gl::Pass pass(target, options);
    pass.draw(program, no_vertices, gl::Primitive::triangles, 3);
}

}  // namespace glint::test
