// SPDX-License-Identifier: MIT
#include <cstring>
#include <limits>
#include <random>

#include <gtest/gtest.h>

#include <glint/driver/texture.hpp>
#include <kernels/fixture.hpp>

namespace glint {
namespace {

class DoubleTextures : public test::KernelFile {
protected:
    DoubleTextures() : KernelFile("texture.cu") {}
};

constexpr unsigned kWidth = 20, kHeight = 5, kTexels = kWidth * kHeight;

std::vector<double> texel_values() {
    std::mt19937 random(23);
    std::normal_distribution<double> normal;
    std::vector<double> values(kTexels);
    for (double& x : values) x = normal(random);
    values[0] = std::numeric_limits<double>::max();
    values[1] = -std::numeric_limits<double>::denorm_min();
    return values;
}

/// The bits of doubles, as two words per double.
std::vector<int> words_of(const std::vector<double>& values) {
    std::vector<int> words(2 * values.size());
    std::memcpy(words.data(), values.data(), words.size() * sizeof(int));
    return words;
}

TEST_P(DoubleTextures, ReadEveryBitOfLinearMemory) {
    const auto memory = to_device(stream_, words_of(texel_values()));
    const Texture texture = Texture::linear(device_, memory.span(), texels_of<int>(2));
    DeviceMemory<double> to(device_, kTexels);
    program_.kernel<void(TextureHandle, unsigned, double*)>("fetch_row")
        .launch(stream_, threads(kTexels), texture, kTexels, to);
    EXPECT_EQ(to_vector(stream_, to), texel_values());
}

TEST_P(DoubleTextures, ReadEveryBitOfAnImage) {
    Image image(device_, {.width = kWidth, .height = kHeight, .format = texels_of<int>(2)});
    const std::vector<int> words = words_of(texel_values());
    upload(stream_, image, words);
    stream_.synchronize();
    const Texture texture(image);
    DeviceMemory<double> to(device_, kTexels);
    program_.kernel<void(TextureHandle, unsigned, unsigned, double*)>("fetch_plane")
        .launch(stream_, threads(kTexels), texture, kWidth, kTexels, to);
    EXPECT_EQ(to_vector(stream_, to), texel_values());
}

/// 20 x 5 texels become 10 x 5 in two layers or slices.
TEST_P(DoubleTextures, ReadEveryBitOfLayersAndVolumes) {
    const std::vector<int> words = words_of(texel_values());
    const auto fetched = [&](const char* kernel, const driver::ImageShape& shape) {
        Image image(device_, shape);
        upload(stream_, image, words);
        const Texture texture(image);
        DeviceMemory<double> to(device_, kTexels);
        program_.kernel<void(TextureHandle, double*)>(kernel).launch(
            stream_, {.grid = {2}, .block = {kWidth / 2, kHeight}}, texture, to);
        return to_vector(stream_, to);
    };
    const driver::ImageShape plane{
        .width = kWidth / 2, .height = kHeight, .format = texels_of<int>(2)};
    driver::ImageShape layered = plane, volume = plane;
    layered.layers = 2;
    volume.depth = 2;
    EXPECT_EQ(fetched("fetch_layer", layered), texel_values());
    EXPECT_EQ(fetched("fetch_volume", volume), texel_values());
}

TEST_P(DoubleTextures, WriteVolumesThroughSurfaces) {
    std::vector<double> expected = texel_values();
    expected[0] = 3;  // twice the maximum would overflow
    Image image(device_,
                {.width = kWidth / 2, .height = kHeight, .depth = 2, .format = texels_of<int>(2)});
    const std::vector<int> words = words_of(expected);
    upload(stream_, image, words);
    const ImageSurface surface(image);
    program_.kernel<void(Surface)>("double_volume")
        .launch(stream_, {.grid = {2}, .block = {kWidth / 2, kHeight}}, surface);
    std::vector<double> found(kTexels);
    download(stream_, found, image);
    stream_.synchronize();
    for (double& value : expected) value *= 2;
    EXPECT_EQ(found, expected);
}

INSTANTIATE_TEST_SUITE_P(Backends, DoubleTextures, test::each_backend(), test::name);

}  // namespace
}  // namespace glint
