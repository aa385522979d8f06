// SPDX-License-Identifier: MIT
// Textures and renderbuffers shared by name: their properties and texels, and why some cannot be
// shared.
#include <glint/gl/image_view.hpp>

#include <numeric>

#include <glad/gl.h>

#include <gl/headless.hpp>

#include <glint/gl/image_object.hpp>
#include <glint/gl/texture.hpp>

namespace glint {
namespace {

using gl::ImageFormat;
using gl::ImageObject;
using gl::ImageTarget;
using gl::ImageView;
using test::error_of;

class ImageViews : public test::OnContext {
protected:
    unsigned texture(unsigned target) {
        GLuint name = 0;
        context().functions().CreateTextures(target, 1, &name);
        return name;
    }
    unsigned texture_of(unsigned internal) {
        const unsigned name = texture(GL_TEXTURE_2D);
        context().functions().TextureStorage2D(name, 1, internal, 8, 4);
        return name;
    }
    std::string refusal(unsigned name) {
        const Error error = error_of([&] { ImageView::texture(context(), name); });
        EXPECT_EQ(error.code(), ErrorCode::unsupported);
        const std::string text = error.what();
        context().functions().DeleteTextures(1, &name);
        return text.substr(text.find(": ") + 2);
    }
};

TEST_F(ImageViews, ReportTextureProperties) {
    const ImageObject cube(context(), {.target = ImageTarget::cube_map,
                                       .width = 16,
                                       .height = 16,
                                       .levels = 3,
                                       .format = ImageFormat::rg16f});
    const ImageView view = ImageView::texture(context(), cube.native());
    EXPECT_EQ(view.target(), ImageTarget::cube_map);
    EXPECT_EQ(view.format(), ImageFormat::rg16f);
    EXPECT_EQ(view.extents(), (gl::ImageExtents{16, 16, 6, 3}));
    EXPECT_EQ(view.describe(), "rg16f cube map of 16x16x6 in 3 levels");
    EXPECT_EQ(view.size_bytes(1), 8u * 8 * 6 * 4);
    const ImageObject volume(
        context(),
        {.target = ImageTarget::texture_3d, .width = 8, .height = 6, .slices = 5, .levels = 2});
    EXPECT_EQ(ImageView::texture(context(), volume.native()).level_extents(1),
              (gl::ImageExtents{4, 3, 2, 1}));
}

TEST_F(ImageViews, CountLevelsOfMutableStorage) {
    const auto& gl = context().functions();
    GLuint name = 0;
    gl.GenTextures(1, &name);
    gl.BindTexture(GL_TEXTURE_2D, name);
    for (GLint level = 0; level < 3; ++level)
        gl.TexImage2D(GL_TEXTURE_2D, level, GL_RGBA, 16 >> level, 8 >> level, 0, GL_RGBA,
                      GL_UNSIGNED_BYTE, nullptr);
    const ImageView view = ImageView::texture(context(), name);
    EXPECT_EQ(view.extents(), (gl::ImageExtents{16, 8, 1, 3}));
    EXPECT_EQ(view.format(), ImageFormat::rgba8);
    gl.DeleteTextures(1, &name);
}

TEST_F(ImageViews, EveryFormatAndTargetRoundTrips) {
    for (const gl::ImageFormatFacts& format : gl::image_formats())
        for (const ImageTarget target :
             {ImageTarget::texture_2d, ImageTarget::rectangle, ImageTarget::cube_map,
              ImageTarget::texture_3d, ImageTarget::texture_2d_array, ImageTarget::renderbuffer}) {
            const bool deep =
                target == ImageTarget::texture_3d || target == ImageTarget::texture_2d_array;
            const ImageObject object(context(), {.target = target,
                                                 .width = 7,
                                                 .height = 7,
                                                 .slices = deep ? 3u : 1u,
                                                 .format = format.format});
            std::vector<std::uint8_t> bytes(object.view().size_bytes(0));
            for (std::size_t i = 0; i < bytes.size(); ++i)
                bytes[i] = static_cast<std::uint8_t>(i % 59);
            object.view().upload(std::span<const std::uint8_t>(bytes));
            EXPECT_EQ(object.view().download<std::uint8_t>(), bytes) << object.view().describe();
        }
}

TEST_F(ImageViews, RowsMayBePadded) {
    const ImageObject object(context(), {.width = 3, .height = 2, .format = ImageFormat::r8});
    const std::vector<std::uint8_t> apart{1, 2, 3, 9, 9, 4, 5, 6, 9, 9};
    object.view().upload_rows(apart.data(), 5, 0);
    EXPECT_EQ(object.view().download<std::uint8_t>(),
              (std::vector<std::uint8_t>{1, 2, 3, 4, 5, 6}));
    std::vector<std::uint8_t> read(8, 7);
    object.view().download_rows(read.data(), 4, 0);
    EXPECT_EQ(read, (std::vector<std::uint8_t>{1, 2, 3, 7, 4, 5, 6, 7}));
}

TEST_F(ImageViews, KeepTheUsersPixelState) {
    const auto& gl = context().functions();
    GLuint buffer = 0;
    gl.CreateBuffers(1, &buffer);
    gl.BindBuffer(GL_PIXEL_UNPACK_BUFFER, buffer);
    gl.PixelStorei(GL_UNPACK_ROW_LENGTH, 77);
    gl.PixelStorei(GL_PACK_ALIGNMENT, 8);
    gl::Texture2D texture(context(), {.width = 3, .height = 2, .format = PixelFormat::r32f});
    const std::vector<float> texels{1, 2, 3, 4, 5, 6};
    texture.upload(std::span<const float>(texels));
    EXPECT_EQ(ImageView::of(texture).download<float>(), texels);
    GLint row = 0, alignment = 0, bound = 0;
    gl.GetIntegerv(GL_UNPACK_ROW_LENGTH, &row);
    gl.GetIntegerv(GL_PACK_ALIGNMENT, &alignment);
    gl.GetIntegerv(GL_PIXEL_UNPACK_BUFFER_BINDING, &bound);
    EXPECT_EQ(row, 77);
    EXPECT_EQ(alignment, 8);
    EXPECT_EQ(static_cast<GLuint>(bound), buffer);
    gl.DeleteBuffers(1, &buffer);
}

TEST_F(ImageViews, UnshareableFormatsAreRefused) {
    EXPECT_EQ(refusal(texture_of(GL_RGB8)),
              "the format 0x8051 has 3 channels, but only 1, 2 or 4 channels can be shared");
    EXPECT_EQ(refusal(texture_of(GL_DEPTH_COMPONENT24)),
              "the image contains depth or stencil values. Copy the values to an r32f texture");
    EXPECT_EQ(refusal(texture_of(GL_SRGB8_ALPHA8)),
              "the format 0x8c43 is sRGB. Use rgba8 and an sRGB texture view");
    EXPECT_EQ(refusal(texture_of(GL_RGB10_A2)),
              "the format 0x8059 cannot be shared. Use one of the formats r8 to rgba32i");
    EXPECT_EQ(refusal(texture_of(GL_COMPRESSED_RED_RGTC1)), "the texels are compressed");
}

TEST_F(ImageViews, UnshareableTargetsAreRefused) {
    const auto& gl = context().functions();
    const unsigned line = texture(GL_TEXTURE_1D);
    gl.TextureStorage1D(line, 1, GL_R8, 8);
    EXPECT_TRUE(test::contains(
        refusal(line), "the target of the texture is GL_TEXTURE_1D, but only GL_TEXTURE_2D, "));
    const unsigned cubes = texture(GL_TEXTURE_CUBE_MAP_ARRAY);
    gl.TextureStorage3D(cubes, 1, GL_R8, 8, 8, 12);
    EXPECT_TRUE(test::contains(refusal(cubes),
                               "the target of the texture is GL_TEXTURE_CUBE_MAP_ARRAY, but "));
    const unsigned samples = texture(GL_TEXTURE_2D_MULTISAMPLE);
    gl.TextureStorage2DMultisample(samples, 4, GL_RGBA8, 8, 8, GL_TRUE);
    EXPECT_TRUE(test::contains(refusal(samples),
                               "the target of the texture is GL_TEXTURE_2D_MULTISAMPLE, but "));
}

TEST_F(ImageViews, MultisampleAndDepthRenderbuffersAreRefused) {
    const auto& gl = context().functions();
    GLuint names[2]{};
    gl.CreateRenderbuffers(2, names);
    gl.NamedRenderbufferStorageMultisample(names[0], 4, GL_RGBA8, 8, 8);
    gl.NamedRenderbufferStorage(names[1], GL_DEPTH24_STENCIL8, 8, 8);
    const auto reason = [&](unsigned name) {
        return std::string(error_of([&] { ImageView::renderbuffer(context(), name); }).what());
    };
    EXPECT_TRUE(test::contains(reason(names[0]), "samples per texel. Resolve the samples first"));
    EXPECT_TRUE(test::contains(reason(names[1]), "the image contains depth or stencil values"));
    gl.DeleteRenderbuffers(2, names);
}

TEST_F(ImageViews, InvalidNamesAreRefused) {
    EXPECT_STREQ(error_of([&] { ImageView::texture(context(), 4711); }).what(),
                 "cannot share texture 4711: this OpenGL context has no texture with this name");
    EXPECT_STREQ(
        error_of([&] { ImageView::renderbuffer(context(), 4711); }).what(),
        "cannot share renderbuffer 4711: this OpenGL context has no renderbuffer with this name");
    const unsigned empty = texture(GL_TEXTURE_2D);
    EXPECT_EQ(error_of([&] { ImageView::texture(context(), empty); }).code(),
              ErrorCode::invalid_argument);
    context().functions().DeleteTextures(1, &empty);
}

TEST_F(ImageViews, InvalidObjectsAreRefused) {
    const auto reason = [&](const gl::ImageObjectOptions& options) {
        return std::string(error_of([&] { ImageObject(context(), options); }).what());
    };
    EXPECT_EQ(reason({.width = 0, .height = 4}),
              "cannot create a texture: the size is 0 x 4 x 1 texels, but each extent must be at "
              "least 1");
    EXPECT_EQ(reason({.target = ImageTarget::cube_map, .width = 8, .height = 4}),
              "cannot create a cube map: a cube map has 6 square faces, not 6 faces of 8 x 4");
    EXPECT_EQ(reason({.width = 8, .height = 4, .slices = 2}),
              "cannot create a texture: an image of this kind has one slice, not 2");
    EXPECT_EQ(reason({.width = 8, .height = 4, .levels = 5}),
              "cannot create a texture: the image has 5 levels, but the maximum is 4");
    EXPECT_EQ(reason({.target = ImageTarget::renderbuffer, .width = 8, .height = 4, .levels = 2}),
              "cannot create a renderbuffer: the image has 2 levels, but the maximum is 1");
}

TEST_F(ImageViews, InvalidLevelsAndSizesAreRefused) {
    const ImageObject object(context(), {.width = 3, .height = 2, .format = ImageFormat::r8});
    const std::vector<std::uint8_t> few(5);
    EXPECT_STREQ(error_of([&] { object.view().upload(std::span<const std::uint8_t>(few)); }).what(),
                 "cannot upload level 0 of r8 texture of 3x2: the level needs 6 bytes, not 5");
    EXPECT_STREQ(error_of([&] { (void)object.view().download<std::uint8_t>(1); }).what(),
                 "cannot download level 1 of r8 texture of 3x2: the image has 1 level");
}

}  // namespace
}  // namespace glint
