// SPDX-License-Identifier: MIT
#include <glint/gl/drawing_check.hpp>

#include <array>
#include <cstdint>
#include <cstdlib>

#include <fmt/format.h>

#include <glint/base/error.hpp>
#include <glint/gl/buffer.hpp>
#include <glint/gl/compute_pass.hpp>
#include <glint/gl/framebuffer.hpp>
#include <glint/gl/pass.hpp>
#include <glint/gl/shader.hpp>

namespace glint::gl {
namespace {

constexpr int kSize = 4;
constexpr std::uint32_t kNumbers = 64;

const ShaderText kTriangle = {"triangle.vert", R"(#version 450 core
void main() {
    vec2 corner = vec2((gl_VertexID << 1) & 2, gl_VertexID & 2);
    gl_Position = vec4(2.0 * corner - 1.0, 0.0, 1.0);
}
)"};
const ShaderText kPlaces = {"places.frag", R"(#version 450 core
out vec4 colour;
void main() {
    ivec2 place = ivec2(gl_FragCoord.xy);
    colour = vec4(16 + 16 * place.x, 32 + 32 * place.y, 64, 255) / 255.0;
}
)"};
const ShaderText kCount = {"count.comp", R"(#version 450 core
layout(local_size_x = 32) in;
layout(std430, binding = 0) buffer Numbers { uint numbers[]; };
void main() { numbers[gl_GlobalInvocationID.x] = 3 * gl_GlobalInvocationID.x + 7; }
)"};

using Rgba = std::array<int, 4>;

// Returns the color that the fragment shader writes to a pixel. The shader counts rows from the
// bottom, but `row` counts from the top, as in pictures.
Rgba expected_at(int x, int row) { return {16 + 16 * x, 32 + 32 * (kSize - 1 - row), 64, 255}; }

Rgba pixel_at(const Picture& picture, int x, int row) {
    const std::uint8_t* first = &picture.rgba[static_cast<std::size_t>(row * kSize + x) * 4];
    return {first[0], first[1], first[2], first[3]};
}

bool are_close(const Rgba& one, const Rgba& other) {
    for (std::size_t i = 0; i < one.size(); ++i)
        if (std::abs(one[i] - other[i]) > 1) return false;
    return true;
}

std::string text_of(const Rgba& color) {
    return fmt::format("({}, {}, {}, {})", color[0], color[1], color[2], color[3]);
}

/// Returns a description of the first wrong pixel, or an empty string if all pixels are correct.
std::string wrong_pixel(const Picture& picture) {
    for (int row = 0; row < kSize; ++row)
        for (int x = 0; x < kSize; ++x) {
            const Rgba found = pixel_at(picture, x, row), expected = expected_at(x, row);
            if (!are_close(found, expected))
                return fmt::format(
                    "the driver draws a wrong triangle. Pixel ({}, {}) of {} x {} pixels is {} "
                    "instead of {}",
                    x, row, kSize, kSize, text_of(found), text_of(expected));
        }
    return {};
}

std::string wrong_picture(const Context& context) {
    Framebuffer target(context, {.width = kSize, .height = kSize, .depth = false});
    const ShaderProgram program(context, kTriangle, kPlaces);
    const VertexArray no_vertices(context);
    {
        Pass pass(target);
        pass.draw(program, no_vertices, Primitive::triangles, 3);
    }
    return wrong_pixel(target.read_pixels());
}

std::string wrong_numbers(const Context& context) {
    const Buffer<std::uint32_t> numbers(context, std::vector<std::uint32_t>(kNumbers, 0));
    const ShaderProgram program(context, kCount);
    {
        ComputePass pass(context);
        pass.store(0, numbers.raw());
        pass.run(program, kNumbers);
    }
    const std::vector<std::uint32_t> found = numbers.download();
    for (std::uint32_t i = 0; i < kNumbers; ++i)
        if (found[i] != 3 * i + 7)
            return fmt::format(
                "the driver computes wrong numbers. Value {} of a compute shader is {} instead of "
                "{}",
                i, found[i], 3 * i + 7);
    return {};
}

std::string describe_fault(const Context& context) try {
    std::string wrong = wrong_picture(context);
    if (wrong.empty()) wrong = wrong_numbers(context);
    context.check("draw and compute");
    return wrong;
} catch (const Error& error) {
    return error.what();
}

}  // namespace

void check_drawing(const Context& context) {
    if (const std::string wrong = describe_fault(context); !wrong.empty())
        throw Error(ErrorCode::unsupported, "draw with " + context.renderer(), wrong);
}

}  // namespace glint::gl
