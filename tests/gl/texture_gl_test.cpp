// SPDX-License-Identifier: MIT
#include <glint/gl/texture.hpp>

#include <glad/gl.h>

#include <gl/headless.hpp>

namespace glint {
namespace {

using test::contains;
using test::error_of;

class Texture : public test::OnContext {};

class TextureOfFormat : public test::OnContext, public testing::WithParamInterface<PixelFormat> {};

TEST_P(TextureOfFormat, RoundTripsTexels) {
    // With a width of 5 and one-byte channels, the row size is not a multiple of four or eight
    // bytes.
    gl::Texture2D texture(context(), {.width = 5, .height = 3, .format = GetParam()});
    ASSERT_EQ(texture.size_bytes(), 15 * pixel_bytes(GetParam()));
    std::vector<std::byte> bytes(texture.size_bytes());
    for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::byte>(i % 100);
    texture.upload_bytes(bytes);
    EXPECT_EQ(texture.download<std::byte>(), bytes);
}

TEST_P(TextureOfFormat, AdoptsOpenGlNames) {
    gl::Texture2D maker(context(), {.width = 6, .height = 4, .format = GetParam()});
    const auto adopted = gl::Texture2D::adopt(context(), maker.release());
    EXPECT_EQ(adopted.width(), 6);
    EXPECT_EQ(adopted.height(), 4);
    EXPECT_EQ(adopted.format(), GetParam());
}

INSTANTIATE_TEST_SUITE_P(Formats, TextureOfFormat,
                         testing::Values(PixelFormat::rgba8, PixelFormat::r32f, PixelFormat::rg32f,
                                         PixelFormat::rgba32f),
                         [](const auto& test) { return std::string(to_string(test.param)); });

TEST_F(Texture, RefusesAWrongTexelCount) {
    gl::Texture2D texture(context(), {.width = 4, .height = 4, .format = PixelFormat::r32f});
    const std::vector<float> few(15);
    const Error failure = error_of([&] { texture.upload(std::span<const float>(few)); });
    EXPECT_EQ(failure.code(), ErrorCode::invalid_argument);
    EXPECT_STREQ(failure.what(),
                 "cannot upload a 4 x 4 r32f texture: the texture needs 64 bytes, not 60");
}

TEST_F(Texture, RefusesUnsupportedSizes) {
    EXPECT_TRUE(contains(
        error_of([&] { gl::Texture2D(context(), {.width = 0, .height = 4}); }).what(), "0 x 4"));
    EXPECT_EQ(
        error_of([&] { gl::Texture2D(context(), {.width = 4, .height = 10'000'000}); }).code(),
        ErrorCode::invalid_argument);
}

TEST_F(Texture, AcceptsExternalStorage) {
    gl::Texture2D texture = gl::Texture2D::without_storage(
        context(), {.width = 2, .height = 2, .format = PixelFormat::r32f});
    context().functions().TextureStorage2D(texture.native(), 1, GL_R32F, 2, 2);
    const std::array values{1.0f, 2.0f, 3.0f, 4.0f};
    texture.upload(std::span<const float>(values));
    EXPECT_EQ(texture.download<float>(), std::vector<float>(values.begin(), values.end()));
}

TEST_F(Texture, RefusesToAdoptOtherFormats) {
    GLuint name = 0;
    context().functions().CreateTextures(GL_TEXTURE_2D, 1, &name);
    context().functions().TextureStorage2D(name, 1, GL_R8, 2, 2);
    EXPECT_TRUE(contains(error_of([&] { gl::Texture2D::adopt(context(), name); }).what(),
                         "the internal format 0x8229 is not one of PixelFormat"));
    context().functions().DeleteTextures(1, &name);
}

TEST_F(Texture, ChangesItsFilter) {
    gl::Texture2D texture(context(), {.width = 2, .height = 2});
    texture.set_filter(Filter::nearest);
    GLint value = 0;
    context().functions().GetTextureParameteriv(texture.native(), GL_TEXTURE_MAG_FILTER, &value);
    EXPECT_EQ(value, GL_NEAREST);
}

}  // namespace
}  // namespace glint
