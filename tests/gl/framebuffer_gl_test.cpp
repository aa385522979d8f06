// SPDX-License-Identifier: MIT
#include <glint/gl/framebuffer.hpp>

#include <gl/headless.hpp>
#include <glint/gl/copy_picture.hpp>

namespace glint {
namespace {

using test::pixel;
using test::Rgba;

class Framebuffer : public test::OnContext {};

TEST_F(Framebuffer, StartsOpaqueBlack) {
    const gl::Framebuffer target(context(), {.width = 3, .height = 2});
    const Picture image = target.read_pixels();
    ASSERT_EQ(image.rgba.size(), 24u);
    for (unsigned x = 0; x < 3; ++x) EXPECT_EQ(pixel(image, x, 1), (Rgba{0, 0, 0, 255}));
}

TEST_F(Framebuffer, ClearsToAColor) {
    gl::Framebuffer target(context(), {.width = 4, .height = 4});
    target.clear({1.0f, 0.2f, 0.4f, 0.6f});
    EXPECT_EQ(pixel(target.read_pixels(), 3, 0), (Rgba{255, 51, 102, 153}));
}

TEST_F(Framebuffer, ReadsItsTopRowFirst) {
    const gl::ShaderText upper = {"upper.frag", R"(#version 450 core
out vec4 result;
void main() { result = gl_FragCoord.y > 2.0 ? vec4(1, 0, 0, 1) : vec4(0, 0, 1, 1); }
)"};
    const gl::ShaderText plain = {"plain.vert", R"(#version 450 core
void main() {
    gl_Position = vec4(2.0 * vec2((gl_VertexID << 1) & 2, gl_VertexID & 2) - 1.0, 0, 1);
}
)"};
    gl::Framebuffer target(context(), {.width = 2, .height = 3});
    const gl::ShaderProgram program(context(), plain, upper);
    const gl::VertexArray no_vertices(context());
    {
        gl::Pass pass(target);
        pass.draw(program, no_vertices, gl::Primitive::triangles, 3);
    }
    const Picture image = target.read_pixels();
    EXPECT_EQ(pixel(image, 1, 0), (Rgba{255, 0, 0, 255}));
    EXPECT_EQ(pixel(image, 1, 1), (Rgba{0, 0, 255, 255}));
    EXPECT_EQ(pixel(image, 1, 2), (Rgba{0, 0, 255, 255}));
}

TEST_F(Framebuffer, AcceptsImagesWithTheTopRowFirst) {
    gl::Texture2D image(context(), {.width = 2, .height = 3, .format = PixelFormat::rgba8});
    std::vector<std::uint8_t> bytes(24);
    for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::uint8_t>(10 * i);
    image.upload(std::span<const std::uint8_t>(bytes));
    gl::Framebuffer target(context(), {.width = 2, .height = 3});
    gl::copy_picture(target, image, {0, 0, 2, 3});
    EXPECT_EQ(target.read_pixels().rgba, bytes);
    target.clear();
    target.set_drawn(false);
    gl::copy_picture(target, image, {0, 0, 2, 3});
    EXPECT_EQ(pixel(target.read_pixels(), 1, 1), (Rgba{0, 0, 0, 255}));
    gl::Framebuffer other(context(), {.width = 3, .height = 3});
    gl::copy_picture(other, image, {1, 0, 2, 3});
    EXPECT_EQ(pixel(other.read_pixels(), 0, 0), (Rgba{0, 0, 0, 255}));
    EXPECT_EQ(pixel(other.read_pixels(), 1, 0), (Rgba{0, 10, 20, 30}));
    EXPECT_STREQ(test::error_of([&] { gl::copy_picture(other, image, {0, 0, 3, 3}); }).what(),
                 "cannot copy an image: the image has 2 x 3 pixels of format rgba8, but the "
                 "destination has 3 x 3 pixels of format rgba8");
}

TEST_F(Framebuffer, ResizesAndClears) {
    gl::Framebuffer target(context(), {.width = 4, .height = 4});
    target.clear({1, 1, 1, 1});
    target.resize(4, 4);
    EXPECT_EQ(pixel(target.read_pixels(), 0, 0), (Rgba{255, 255, 255, 255}));
    target.resize(7, 5);
    EXPECT_FLOAT_EQ(target.aspect(), 1.4f);
    const Picture image = target.read_pixels();
    EXPECT_EQ(image.width, 7u);
    EXPECT_EQ(image.height, 5u);
    EXPECT_EQ(pixel(image, 6, 4), (Rgba{0, 0, 0, 255}));
    test::cover(target, {}, {0, 1, 0, 1});
    EXPECT_EQ(pixel(target.read_pixels(), 6, 4), (Rgba{0, 255, 0, 255}));
}

TEST_F(Framebuffer, KeepsItsSizeIfAResizeFails) {
    gl::Framebuffer target(context(), {.width = 4, .height = 4});
    EXPECT_EQ(test::error_of([&] { target.resize(0, 4); }).code(), ErrorCode::invalid_argument);
    EXPECT_EQ(target.width(), 4);
    EXPECT_EQ(target.read_pixels().width, 4u);
}

TEST_F(Framebuffer, StoresUnclampedFloats) {
    gl::Framebuffer target(context(), {.width = 2, .height = 2, .format = PixelFormat::rgba32f});
    target.clear({5.5f, -2.0f, 0.0f, 1.0f});
    EXPECT_EQ(target.color().download<float>()[0], 5.5f);
    const Error failure = test::error_of([&] { target.read_pixels(); });
    EXPECT_TRUE(
        test::contains(failure.what(), "the format of the framebuffer is rgba32f, not rgba8"));
}

}  // namespace
}  // namespace glint
