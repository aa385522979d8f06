// SPDX-License-Identifier: MIT
#include <glint/gl/pixel_reader.hpp>

#include <chrono>
#include <thread>

#include <glad/gl.h>

#include <gl/headless.hpp>

namespace glint {
namespace {

class PixelReader : public test::OnContext {
protected:
    /// Gives every pixel a different color: red is the column, and green the row from the top.
    void paint(gl::Framebuffer& target, unsigned blue) {
        const auto width = static_cast<unsigned>(target.width());
        const auto height = static_cast<unsigned>(target.height());
        std::vector<std::uint8_t> rgba(std::size_t{4} * width * height);
        for (unsigned y = 0; y < height; ++y)
            for (unsigned x = 0; x < width; ++x) {
                std::uint8_t* pixel = &rgba[std::size_t{4} * (y * width + x)];
                pixel[0] = static_cast<std::uint8_t>(x);
                pixel[1] = static_cast<std::uint8_t>(height - 1 - y);  // row 0 is the bottom
                pixel[2] = static_cast<std::uint8_t>(blue);
                pixel[3] = 255;
            }
        const GladGLContext& gl = context().functions();
        gl.TextureSubImage2D(target.color().native(), 0, 0, 0, target.width(), target.height(),
                             GL_RGBA, GL_UNSIGNED_BYTE, rgba.data());
    }
    /// Checks that the picture equals what paint() draws.
    static testing::AssertionResult is_painted(const Picture& picture, unsigned blue) {
        for (unsigned y = 0; y < picture.height; ++y)
            for (unsigned x = 0; x < picture.width; ++x) {
                const test::Rgba expected{static_cast<std::uint8_t>(x),
                                          static_cast<std::uint8_t>(y),
                                          static_cast<std::uint8_t>(blue), 255};
                if (test::pixel(picture, x, y) == expected) continue;
                return testing::AssertionFailure() << "pixel " << x << ", " << y;
            }
        return testing::AssertionSuccess();
    }
};

TEST_F(PixelReader, ReturnsImagesInOrder) {
    gl::Framebuffer target(context(), {.width = 7, .height = 5});
    gl::PixelReader reader(context(), 3);
    EXPECT_FALSE(reader.take());
    EXPECT_FALSE(reader.wait());
    for (unsigned i = 0; i < 3; ++i) {
        EXPECT_TRUE(reader.has_room());
        paint(target, 10 * i);
        reader.read(target);
    }
    paint(target, 99);  // must not appear in any copy
    EXPECT_FALSE(reader.has_room());
    EXPECT_EQ(reader.pending(), 3u);
    for (unsigned i = 0; i < 3; ++i) {
        const auto block = reader.wait();
        ASSERT_TRUE(block);
        EXPECT_EQ(block->width(), 7u);
        EXPECT_EQ(block->height(), 5u);
        EXPECT_TRUE(is_painted(block->picture(), 10 * i)) << i;
    }
    EXPECT_EQ(reader.pending(), 0u);
    EXPECT_EQ(target.read_pixels().rgba[2], 99);
}

TEST_F(PixelReader, ReturnsOnlyFinishedImages) {
    gl::Framebuffer target(context(), {.width = 64, .height = 64});
    gl::PixelReader reader(context());
    paint(target, 5);
    reader.read(target);
    context().finish();
    const auto block = reader.take();
    ASSERT_TRUE(block);
    EXPECT_TRUE(is_painted(block->picture(), 5));
}

TEST_F(PixelReader, OtherThreadsMayReadTheMemory) {
    gl::Framebuffer target(context(), {.width = 4, .height = 4});
    gl::PixelReader reader(context(), 1);
    paint(target, 1);
    reader.read(target);
    const auto nothing_lent = test::error_of([&] { reader.wait_for_room(); });
    EXPECT_EQ(nothing_lent.code(), ErrorCode::invalid_state);
    auto block = reader.wait();
    EXPECT_FALSE(reader.has_room());
    EXPECT_EQ(test::error_of([&] { reader.read(target); }).code(), ErrorCode::invalid_state);
    bool is_right = false;
    const auto begun = std::chrono::steady_clock::now();
    std::thread other([block = std::move(*block), &is_right] {
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
        is_right = is_painted(block.picture(), 1);
    });
    block.reset();  // moved from, so it returns no memory
    reader.wait_for_room();
    EXPECT_GE(std::chrono::steady_clock::now() - begun, std::chrono::milliseconds(50));
    EXPECT_TRUE(reader.has_room());
    other.join();
    EXPECT_TRUE(is_right);
}

TEST_F(PixelReader, FollowsTheFramebuffersSize) {
    gl::Framebuffer target(context(), {.width = 3, .height = 3});
    gl::PixelReader reader(context(), 2);
    for (const int size : {3, 9, 5}) {
        target.resize(size, size + 1);
        paint(target, 7);
        reader.read(target);
        const auto block = reader.wait();
        ASSERT_TRUE(block);
        EXPECT_EQ(block->width(), static_cast<unsigned>(size));
        EXPECT_TRUE(is_painted(block->picture(), 7)) << size;
    }
}

TEST_F(PixelReader, KeepsTheOpenGlState) {
    gl::Framebuffer target(context(), {.width = 3, .height = 3});
    const GladGLContext& gl = context().functions();
    gl.PixelStorei(GL_PACK_ALIGNMENT, 8);
    gl::PixelReader reader(context());
    reader.read(target);
    (void)reader.wait();
    GLint alignment = 0, buffer = -1, framebuffer = -1;
    gl.GetIntegerv(GL_PACK_ALIGNMENT, &alignment);
    gl.GetIntegerv(GL_PIXEL_PACK_BUFFER_BINDING, &buffer);
    gl.GetIntegerv(GL_READ_FRAMEBUFFER_BINDING, &framebuffer);
    EXPECT_EQ(alignment, 8);
    EXPECT_EQ(buffer, 0);
    EXPECT_EQ(framebuffer, 0);
    gl::Framebuffer numbers(context(), {.width = 2, .height = 2, .format = PixelFormat::r32f});
    const Error refused = test::error_of([&] { reader.read(numbers); });
    EXPECT_TRUE(test::contains(refused.what(), "the format of the framebuffer is r32f, not rgba8"));
}

}  // namespace
}  // namespace glint
