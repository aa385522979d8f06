// SPDX-License-Identifier: MIT
#include <glint/view/image_renderer.hpp>

#include <cmath>

#include <gl/headless.hpp>
#include <glint/view/colormap.hpp>

namespace glint {
namespace {

using test::error_of;
using test::pixel;
using test::Rgba;

class ImageRenderer : public test::OnContext {
protected:
    gl::Texture2D texture(int width, int height, PixelFormat format,
                          const std::vector<float>& values) {
        gl::Texture2D made(context(), {.width = width, .height = height, .format = format});
        made.upload(std::span<const float>(values));
        return made;
    }

    Picture draw(const gl::Texture2D& image, const view::ImageOptions& options, int width,
                 int height) {
        gl::Framebuffer target(context(), {.width = width, .height = height});
        view::ImageRenderer(options).draw(target, image);
        return target.read_pixels();
    }
};

Rgba color_of(const char* map, float t) {
    const glm::vec3 c = glm::vec3(255.0f) * view::Colormap(map).at(t);
    return {static_cast<std::uint8_t>(std::lround(c.r)),
            static_cast<std::uint8_t>(std::lround(c.g)),
            static_cast<std::uint8_t>(std::lround(c.b)), 255};
}

void expect_color_near(const Rgba& actual, const Rgba& expected, int tolerance) {
    for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(actual[i], expected[i], tolerance) << i;
}

TEST_F(ImageRenderer, ColorsValuesByTheirRange) {
    const auto image = texture(4, 1, PixelFormat::r32f, {10, 20, 30, 99});
    const Picture drawn =
        draw(image, {.colormap = "plasma", .min = 10, .max = 30, .filter = Filter::nearest}, 4, 1);
    // The tolerance is one level, because colors come from a table of 256.
    expect_color_near(pixel(drawn, 0, 0), color_of("plasma", 0.0f), 1);
    expect_color_near(pixel(drawn, 1, 0), color_of("plasma", 0.5f), 1);
    expect_color_near(pixel(drawn, 2, 0), color_of("plasma", 1.0f), 1);
    expect_color_near(pixel(drawn, 3, 0), color_of("plasma", 1.0f), 1);
}

TEST_F(ImageRenderer, ShowsNaNAsGrayAndTheLengthOfPairs) {
    const auto nan = texture(1, 1, PixelFormat::r32f, {std::nanf("")});
    expect_color_near(pixel(draw(nan, {}, 1, 1), 0, 0), {128, 128, 128, 255}, 1);
    const auto pair = texture(1, 1, PixelFormat::rg32f, {-3, 4});
    expect_color_near(pixel(draw(pair, {.colormap = "grey", .max = 10}, 1, 1), 0, 0),
                      {128, 128, 128, 255}, 1);
}

TEST_F(ImageRenderer, DrawsIntoAViewport) {
    const auto image = texture(2, 1, PixelFormat::r32f, {0, 1});
    gl::Framebuffer target(context(), {.width = 10, .height = 8});
    target.clear({1, 0, 0, 1});
    // The image is drawn with 6 x 3 pixels in the middle of the 6 x 5 pixels.
    view::ImageRenderer({.colormap = "grey", .filter = Filter::nearest})
        .draw(target, image, {.left = 3, .top = 1, .width = 6, .height = 5});
    const Picture drawn = target.read_pixels();
    for (unsigned y = 0; y < 8; ++y)
        for (unsigned x = 0; x < 10; ++x) {
            const bool is_inside = x >= 3 && x < 9 && y >= 2 && y < 5;
            const std::uint8_t gray = x < 6 ? 0 : 255;
            const Rgba expected = is_inside ? Rgba{gray, gray, gray, 255} : Rgba{255, 0, 0, 255};
            EXPECT_EQ(pixel(drawn, x, y), expected) << x << ", " << y;
        }
}

TEST_F(ImageRenderer, PutsTheFirstRowAtTopOrBottom) {
    const auto image = texture(1, 2, PixelFormat::r32f, {0, 1});
    const view::ImageOptions top = {.colormap = "grey", .filter = Filter::nearest};
    EXPECT_EQ(pixel(draw(image, top, 1, 2), 0, 0)[0], 0);
    EXPECT_EQ(pixel(draw(image, top, 1, 2), 0, 1)[0], 255);
    view::ImageOptions bottom = top;
    bottom.first_row = view::FirstRow::bottom;
    EXPECT_EQ(pixel(draw(image, bottom, 1, 2), 0, 0)[0], 255);
}

TEST_F(ImageRenderer, KeepsTheAspect) {
    const auto image = texture(2, 2, PixelFormat::r32f, {1, 1, 1, 1});
    const Picture wide = draw(image, {.colormap = "grey"}, 8, 4);
    const Picture tall = draw(image, {.colormap = "grey"}, 4, 8);
    for (unsigned i = 0; i < 8; ++i) {
        const int expected = i >= 2 && i < 6 ? 255 : 0;
        EXPECT_EQ(pixel(wide, i, 1)[0], expected) << i;
        EXPECT_EQ(pixel(tall, 1, i)[0], expected) << i;
    }
}

TEST_F(ImageRenderer, UsesItsOwnFilter) {
    const auto image = texture(2, 1, PixelFormat::r32f, {0, 1});
    const Picture smooth = draw(image, {.colormap = "grey"}, 8, 4);
    // Pixel centers are at (x + 0.5) / 4 texels, and texel centers at 0.5 and 1.5.
    const std::array<double, 8> expected = {0, 0, 0.125, 0.375, 0.625, 0.875, 1, 1};
    for (unsigned x = 0; x < 8; ++x) {
        EXPECT_NEAR(pixel(smooth, x, 1)[0], 255 * expected[x], 1.0) << x;
    }
    const Picture sharp = draw(image, {.colormap = "grey", .filter = Filter::nearest}, 8, 4);
    EXPECT_EQ(pixel(sharp, 3, 1)[0], 0);
    EXPECT_EQ(pixel(sharp, 4, 1)[0], 255);
}

TEST_F(ImageRenderer, DrawsColorsWithTheirOpacity) {
    gl::Texture2D image(context(), {.width = 1, .height = 1});
    const std::array<std::uint8_t, 4> texel = {255, 0, 102, 51};
    image.upload(std::span<const std::uint8_t>(texel));
    gl::Framebuffer target(context(), {.width = 1, .height = 1});
    target.clear({0, 1, 0, 1});
    view::ImageRenderer().draw(target, image);
    expect_color_near(pixel(target.read_pixels(), 0, 0), {51, 204, 20, 255}, 1);
}

TEST_F(ImageRenderer, RefusesAnEmptyRangeAndUnknownMaps) {
    const auto image = texture(1, 1, PixelFormat::r32f, {0});
    EXPECT_EQ(error_of([&] { draw(image, {.min = 1, .max = 1}, 1, 1); }).code(),
              ErrorCode::invalid_argument);
    EXPECT_EQ(error_of([] { view::ImageRenderer({.colormap = "jet"}); }).code(),
              ErrorCode::not_found);
    view::ImageRenderer renderer;
    renderer.options().colormap = "jet";
    gl::Framebuffer target(context(), {.width = 1, .height = 1});
    EXPECT_EQ(error_of([&] { renderer.draw(target, image); }).code(), ErrorCode::not_found);
}

TEST_F(ImageRenderer, FollowsItsOptions) {
    const auto image = texture(1, 1, PixelFormat::r32f, {1});
    gl::Framebuffer target(context(), {.width = 1, .height = 1});
    view::ImageRenderer renderer({.colormap = "grey"});
    renderer.draw(target, image);
    EXPECT_EQ(pixel(target.read_pixels(), 0, 0)[0], 255);
    renderer.options().colormap = "viridis";
    renderer.draw(target, image);
    expect_color_near(pixel(target.read_pixels(), 0, 0), {0xfd, 0xe7, 0x25, 255}, 1);
}

}  // namespace
}  // namespace glint
