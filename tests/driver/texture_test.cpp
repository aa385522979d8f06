// SPDX-License-Identifier: MIT
// Images, textures, and surfaces as objects; tests/language checks the values that kernels read.
#include <glint/driver/texture.hpp>

#include <numeric>
#include <optional>

#include <gtest/gtest.h>

#include <glint/base/error.hpp>

#include <driver/kernels.hpp>
#include <glint/driver/memory.hpp>
#include <support/backends.hpp>

namespace glint {
namespace {

class TextureObjects : public test::OnEachBackend {
protected:
    void expect_image_refused(const ImageShape& shape, const std::string& reason);
    void expect_texture_refused(const ImageShape& shape, const TextureOptions& options,
                                const std::string& reason);

    Device device_ = open();
    Stream stream_{device_};
};

void expect_object_refused(const std::string& reason, auto&& make) {
    try {
        make();
        ADD_FAILURE() << "not refused: " << reason;
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::invalid_argument) << error.what();
        EXPECT_NE(std::string(error.what()).find(reason), std::string::npos) << error.what();
    }
}

void TextureObjects::expect_image_refused(const ImageShape& shape, const std::string& reason) {
    expect_object_refused(reason, [&] { Image(device_, shape); });
}

void TextureObjects::expect_texture_refused(const ImageShape& shape, const TextureOptions& options,
                                            const std::string& reason) {
    const Image image(device_, shape);
    expect_object_refused(reason, [&] { Texture(image, options); });
}

TEST_P(TextureObjects, EachMipLevelKeepsItsTexels) {
    for (const ImageShape& shape :
         {ImageShape{.width = 13}, ImageShape{.width = 13, .layers = 3},
          ImageShape{.width = 13, .height = 5}, ImageShape{.width = 13, .height = 5, .levels = 4},
          ImageShape{.width = 13, .height = 5, .layers = 2, .levels = 2},
          ImageShape{.width = 6, .height = 5, .depth = 4, .levels = 3},
          ImageShape{.width = 8, .height = 8, .cube = true},
          ImageShape{.width = 8, .height = 8, .layers = 2, .cube = true, .levels = 4}}) {
        Image image(device_, shape);
        for (unsigned level = 0; level < shape.levels; ++level) {
            const ImageShape own = level_shape(shape, level);
            std::vector<std::uint32_t> texels(std::size_t{own.width} * rows_of(own) *
                                              slices_of(own));
            std::iota(texels.begin(), texels.end(), 1000 * level);
            upload(stream_, image, texels, level);
            stream_.synchronize();
        }
        for (unsigned level = 0; level < shape.levels; ++level) {
            const ImageShape own = level_shape(shape, level);
            std::vector<std::uint32_t> texels(std::size_t{own.width} * rows_of(own) *
                                              slices_of(own));
            download(stream_, texels, image, level);
            stream_.synchronize();
            for (std::size_t i = 0; i < texels.size(); ++i)
                ASSERT_EQ(texels[i], 1000 * level + i)
                    << "level " << level << " of " << shape.width;
        }
    }
}

TEST_P(TextureObjects, CopiesOfAnotherSizeAreRefused) {
    Image image(device_, {.width = 4, .height = 2});
    std::vector<std::uint32_t> texels(7);
    expect_object_refused("the texels take 32 bytes, but the memory has 28 bytes",
                          [&] { upload(stream_, image, texels); });
    expect_object_refused("cannot use level 1 of an image: the number of levels is 1",
                          [&] { download(stream_, texels, image, 1); });
    expect_object_refused("cannot use level 3 of an image: the number of levels is 1",
                          [&] { ImageSurface(image, 3); });
}

TEST_P(TextureObjects, InvalidImagesAreRefused) {
    const driver::ImageLimits& limits = device_.info().images;
    expect_image_refused({}, "the width is 0, and the height is 0");
    expect_image_refused({.height = 5}, "the width is 0, and the height is 5");
    expect_image_refused({.width = 5, .depth = 3}, "a depth of 3 requires a height");
    expect_image_refused({.width = 5, .height = 4, .depth = 3, .layers = 2}, "a depth of 3");
    expect_image_refused({.width = 5, .height = 4, .cube = true},
                         "the faces of a cube must be square, not 5 x 4");
    expect_image_refused({.width = 5, .height = 4, .levels = 0}, "the image has 0 levels");
    expect_image_refused({.width = 5, .height = 4, .levels = 4}, "the image has 4 levels");
    expect_image_refused({.width = 5, .format = texels_of<float>(3)},
                         "texels of type 3 x float32 are not supported");
    expect_image_refused({.width = limits.width_1d + 1},
                         "the width is " + std::to_string(limits.width_1d + 1));
    expect_image_refused({.width = 1, .height = limits.height_2d + 1}, "the height is");
    expect_image_refused({.width = 1, .height = 1, .depth = limits.size_3d + 1}, "the depth is");
    expect_image_refused({.width = 1, .layers = limits.layers + 1},
                         "the number of layers and faces is");
    EXPECT_GE(limits.width_1d, 16384u);
    EXPECT_GE(limits.height_2d, 16384u);
}

TEST_P(TextureObjects, InvalidOptionsAreRefused) {
    const ImageShape bytes{.width = 4, .height = 4};
    const ImageShape floats{.width = 4, .height = 4, .format = texels_of<float>(1)};
    const TextureOptions smooth{.filter = Filter::linear};
    expect_texture_refused(
        bytes, smooth, "a linear filter works only if the texture is read as float, but 4 x uint8");
    expect_texture_refused(floats, {.address = AddressMode::wrap},
                           "wrap and mirror require normalized coordinates");
    expect_texture_refused(floats, {.address = {AddressMode::clamp, AddressMode::mirror}},
                           "wrap and mirror require normalized coordinates");
    expect_texture_refused(floats, {.normalized_reads = true}, "not 1 x float32");
    expect_texture_refused(bytes, {.address = AddressMode::border, .border = {1, 0, 0, 0}},
                           "a border color works only if the texture is read as float");
    expect_texture_refused({.width = 4, .height = 4, .levels = 2}, {},
                           "2 levels require normalized coordinates");
    expect_texture_refused({.width = 4, .height = 4, .cube = true}, {},
                           "a cube requires normalized coordinates");
}

TEST_P(TextureObjects, IncompatibleMemoryIsRefused) {
    const DeviceMemory<float> memory(device_, 1024);
    const TexelFormat format = texels_of<float>(1);
    const auto linear = [&](const TextureOptions& options) {
        return [&, options] { (void)Texture::linear(device_, memory.span(), format, options); };
    };
    expect_object_refused("linear memory is read by index", linear({.filter = Filter::linear}));
    expect_object_refused("linear memory is read by index",
                          linear({.address = AddressMode::wrap, .normalized = true}));
    expect_object_refused("linear memory does not support address modes",
                          linear({.address = AddressMode::wrap}));
    expect_object_refused("the memory has 0 texels", [&] {
        (void)Texture::linear(device_, memory.span().subspan(0, 0), format);
    });
    expect_object_refused("which is not a multiple of", [&] {
        (void)Texture::linear(device_, memory.span().subspan(1, 8), format);
    });
    const auto pitched = [&](const Extent& extent, std::size_t pitch_bytes, unsigned channels) {
        return [&, extent, pitch_bytes, channels] {
            const PitchedSpan<const float> rows(memory.data(), extent, pitch_bytes);
            (void)Texture::pitched(device_, rows, texels_of<float>(channels));
        };
    };
    expect_object_refused("a pitch of 44 bytes for rows of 40", pitched({10, 4}, 44, 1));
    expect_object_refused(
        "a block of 10 x 4 x 2 elements of 4 bytes is not a 2-D slice with rows of 1 x float32",
        pitched({10, 4, 2}, 64, 1));
    expect_object_refused(
        "a block of 10 x 4 x 1 elements of 4 bytes is not a 2-D slice with rows of 4 x float32",
        pitched({10, 4}, 64, 4));
    expect_object_refused("texels of type 3 x float32 are not supported", pitched({12, 4}, 64, 3));
}

TEST_P(TextureObjects, KernelsTakeHandlesAndObjects) {
    Image image(device_, {.width = 64, .format = texels_of<float>(1)});
    std::vector<float> texels(64);
    std::iota(texels.begin(), texels.end(), 1.0f);
    upload(stream_, image, texels);
    const Texture texture(image);
    const Module module = test::kernels(device_);
    const auto expect_sampled = [&](const auto& launch) {
        DeviceMemory<float> to(device_, 64);
        launch(to);
        EXPECT_EQ(to_vector(stream_, to), texels);
    };
    const auto sample = module.kernel<void(TextureHandle, float*)>("sample_texture");
    expect_sampled([&](auto& to) { sample.launch(stream_, threads(64, 64), texture, to); });
    expect_sampled(
        [&](auto& to) { sample.launch(stream_, threads(64, 64), texture.handle(), to); });
    const AnyKernel any = module.kernel("sample_texture");
    expect_sampled([&](auto& to) { any.launch(stream_, threads(64, 64), {texture, to}); });
    expect_sampled([&](auto& to) { any.launch(stream_, threads(64, 64), {texture.handle(), to}); });
}

TEST_P(TextureObjects, OutliveImagesAndMayBeDestroyedInUse) {
    const auto sample =
        test::kernels(device_).kernel<void(TextureHandle, float*)>("sample_texture");
    DeviceMemory<float> to(device_, 64);
    std::vector<float> texels(64);
    std::iota(texels.begin(), texels.end(), 1.0f);
    {
        std::optional<Image> image(std::in_place, device_,
                                   ImageShape{.width = 64, .format = texels_of<float>(1)});
        upload(stream_, *image, texels);
        Texture texture(*image);
        image.reset();
        Texture moved(std::move(texture));
        EXPECT_EQ(texture.handle(), TextureHandle());  // NOLINT: tests the moved-from state
        EXPECT_NE(moved.handle(), TextureHandle());
        sample.launch(stream_, threads(64, 64), moved, to);
    }
    EXPECT_EQ(to_vector(stream_, to), texels);
}

TEST_P(TextureObjects, ForeignArraysCanBeWrapped) {
    for (const ImageShape& shape :
         {ImageShape{.width = 13, .format = half_texels(2)},
          ImageShape{.width = 13, .height = 5, .levels = 4},
          ImageShape{.width = 8, .height = 8, .layers = 2, .cube = true},
          ImageShape{.width = 6, .height = 5, .layers = 3, .format = texels_of<float>(4)},
          ImageShape{.width = 6, .height = 5, .depth = 4, .format = texels_of<std::int16_t>(1)}}) {
        const Image theirs(device_, shape);
        const auto wrap = [&] { return Image::wrap(device_, theirs.memory().data, shape.levels); };
        if (device_.kind() == BackendKind::cpu) {
            EXPECT_THROW(wrap(), Error);
            continue;
        }
        { EXPECT_EQ(wrap().shape(), shape); }
        EXPECT_EQ(wrap().shape(), shape);  // destroying the first object left the array intact
    }
    expect_object_refused("0 levels at", [&] { Image::wrap(device_, this, 0); });
    expect_object_refused("1 level at", [&] { Image::wrap(device_, nullptr); });
}

INSTANTIATE_TEST_SUITE_P(Backends, TextureObjects, test::each_backend(), test::name);

}  // namespace
}  // namespace glint
