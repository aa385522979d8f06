// SPDX-License-Identifier: MIT
#include <glint/interop/shared_texture.hpp>

#include <numeric>

#include <interop/on_each_way.hpp>

#include <glint/view/image_renderer.hpp>

namespace glint::interop {
namespace {

using test::error_of;
using Slope = void(int, int, float, Surface);

class SharedTextureTest : public test::OnEachWay {
protected:
    SharedTexture make(int width, int height, PixelFormat format = PixelFormat::r32f) {
        return {device(),
                context(),
                {.width = width, .height = height, .format = format},
                {.name = "field", .sharing = way()}};
    }

    void write_slope(SharedTexture& texture, float scale) {
        const auto kernel = program().kernel<Slope>("slope");
        const auto mapped = texture.map(stream());
        kernel.launch(stream(),
                      threads_2d(static_cast<std::size_t>(texture.width()),
                                 static_cast<std::size_t>(texture.height())),
                      texture.width(), texture.height(), scale, mapped);
    }
};

TEST_P(SharedTextureTest, OpenGlReadsSurfaceWritesOfKernels) {
    for (const auto& [width, height] : {std::pair{333, 77}, std::pair{64, 64}, std::pair{1, 1}}) {
        SharedTexture texture = make(width, height);
        ASSERT_EQ(texture.sharing(), way());
        for (const float scale : {1.0f, 0.25f}) {
            write_slope(texture, scale);
            const std::vector<float> texels = texture.gl().download<float>();
            for (std::size_t i = 0; i < texels.size(); ++i)
                ASSERT_EQ(texels[i], scale * static_cast<float>(i)) << width << "x" << height;
        }
    }
}

TEST_P(SharedTextureTest, EveryFormatRoundTrips) {
    for (const PixelFormat format :
         {PixelFormat::rgba8, PixelFormat::r32f, PixelFormat::rg32f, PixelFormat::rgba32f}) {
        SharedTexture texture = make(50, 30, format);
        std::vector<std::uint8_t> bytes(50 * 30 * pixel_bytes(format));
        for (std::size_t i = 0; i < bytes.size(); ++i)
            bytes[i] = static_cast<std::uint8_t>(i * 7 % 61);
        {
            const auto mapped = texture.map(stream());
            stream().state().copy_from_host(mapped.image(), bytes.data(), 50 * pixel_bytes(format));
        }
        EXPECT_EQ(texture.gl().download<std::uint8_t>(), bytes) << to_string(format);
        stream().synchronize();
    }
}

TEST_P(SharedTextureTest, KernelsSeeOpenGlWritesIfRequested) {
    SharedTexture texture(device(), context(),
                          {.width = 21, .height = 9, .format = PixelFormat::r32f},
                          {.name = "field", .sharing = way(), .access = Access::read_write});
    for (const float first : {1.0f, 500.0f}) {
        std::vector<float> texels(21 * 9), seen(21 * 9);
        std::iota(texels.begin(), texels.end(), first);
        gl::ImageView::of(texture.gl()).upload(std::span<const float>(texels));
        const auto mapped = texture.map(stream());
        stream().state().copy_to_host(seen.data(), 21 * sizeof(float), mapped.image());
        stream().synchronize();
        EXPECT_EQ(seen, texels);
    }
}

// Textures and framebuffers created before must not change where the shared texture is drawn.
TEST_P(SharedTextureTest, DrawsLikeAPlainTexture) {
    gl::Framebuffer target(context(), {.width = 640, .height = 360});
    SharedTexture shared = make(512, 300);
    write_slope(shared, 1.0f / (512 * 300));
    std::vector<float> texels(512 * 300);
    for (std::size_t i = 0; i < texels.size(); ++i)
        texels[i] = (1.0f / (512 * 300)) * static_cast<float>(i);
    gl::Texture2D plain(context(), {.width = 512, .height = 300, .format = PixelFormat::r32f});
    plain.upload(std::span<const float>(texels));
    view::ImageRenderer image({.colormap = "viridis"});
    const auto picture = [&](const gl::Texture2D& texture) {
        target.clear();
        image.draw(target, texture);
        return target.read_pixels().rgba;
    };
    const auto expected = picture(plain);
    EXPECT_EQ(picture(shared.gl()), expected);
    EXPECT_NE(expected[4 * (640 * 10 + 320)], expected[4 * (640 * 350 + 320)]);
}

TEST_P(SharedTextureTest, MappedTwiceIsRefused) {
    SharedTexture texture = make(8, 4);
    const auto mapped = texture.map(stream());
    EXPECT_STREQ(error_of([&] { (void)texture.map(stream()); }).what(),
                 "cannot map shared texture 'field' (8x4 r32f): the resource is already mapped");
}

TEST_P(SharedTextureTest, UnmappingInvalidatesTheSurface) {
    SharedTexture texture = make(8, 4);
    auto mapped = texture.map(stream());
    EXPECT_NE(mapped.surface().handle, 0u);
    mapped.unmap();
    EXPECT_EQ(error_of([&] { (void)mapped.surface(); }).code(), ErrorCode::invalid_state);
    EXPECT_EQ(error_of([&] { (void)mapped.image(); }).code(), ErrorCode::invalid_state);
}

TEST_P(SharedTextureTest, ResizeKeepsFormatAndSharingMethod) {
    SharedTexture texture = make(8, 4);
    {
        const auto mapped = texture.map(stream());
        EXPECT_EQ(error_of([&] { texture.resize(9, 9); }).code(), ErrorCode::invalid_state);
    }
    texture.resize(40, 20);
    EXPECT_EQ(texture.width(), 40);
    EXPECT_EQ(texture.sharing(), way());
    write_slope(texture, 2.0f);
    EXPECT_EQ(texture.gl().download<float>()[799], 2.0f * 799);
}

TEST_P(SharedTextureTest, RefusedSizesKeepTheOldTexture) {
    SharedTexture texture = make(8, 4);
    EXPECT_EQ(error_of([&] { texture.resize(0, 5); }).code(), ErrorCode::invalid_argument);
    EXPECT_EQ(texture.width(), 8);
    EXPECT_EQ(texture.height(), 4);
    write_slope(texture, 1.0f);
    EXPECT_EQ(texture.gl().download<float>()[31], 31.0f);
}

TEST_P(SharedTextureTest, TextureMayBeDestroyedDuringKernelWrites) {
    {
        SharedTexture texture = make(512, 512);
        write_slope(texture, 1.0f);
    }
    EXPECT_NO_THROW(stream().synchronize());
}

INSTANTIATE_TEST_SUITE_P(Ways, SharedTextureTest, testing::ValuesIn(test::every_way()),
                         test::way_name);

}  // namespace
}  // namespace glint::interop
