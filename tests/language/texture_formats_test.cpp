// SPDX-License-Identifier: MIT
// Texels of every format, and textures of non-image memory.
#include <random>

#include <support/thorough.hpp>

#include "texture_fixture.hpp"

namespace glint {
namespace {

using test::Point;
using test::Texel;
using test::Texels;

constexpr unsigned kWidth = 16, kRows = 3;

class TextureFormats : public test::OnTextures {
protected:
    template <class Channel>
    void expect_texels(const std::string& name, const std::vector<unsigned>& vectors);
    template <class Channel>
    void expect_normalized(double scale);
};

/// Random texels, including the minimum and maximum of the type.
template <class Channel>
std::vector<Channel> random_channels(std::size_t count) {
    std::mt19937 random(1);
    std::vector<Channel> values{std::numeric_limits<Channel>::lowest(),
                                std::numeric_limits<Channel>::max()};
    while (values.size() < count) values.push_back(static_cast<Channel>(random() % 100000));
    return values;
}

template <class Channel>
void TextureFormats::expect_texels(const std::string& name, const std::vector<unsigned>& vectors) {
    for (const unsigned components : vectors) {
        const std::string suffix = components == 0 ? "" : std::to_string(components);
        const unsigned channels = std::max(components, 1u);
        const auto texels = random_channels<Channel>(std::size_t{kWidth} * kRows * channels);
        Image image(device_,
                    {.width = kWidth, .height = kRows, .format = texels_of<Channel>(channels)});
        upload(stream_, image, texels);
        const Texture texture(image);
        DeviceMemory<Channel> to(device_, texels.size());
        program_.kernel<void(TextureHandle, unsigned, unsigned, Channel*)>("read_" + name + suffix)
            .launch(stream_, threads(kWidth * kRows), texture, kWidth, kWidth * kRows, to);
        EXPECT_EQ(to_vector(stream_, to), texels) << name << suffix;
    }
}

TEST_P(TextureFormats, ElementsAreReadUnchanged) {
    const std::vector<unsigned> all{0, 1, 2, 4};  // scalars, and vectors of these lengths
    const auto some = [&](std::vector<unsigned> few) { return test::rounds(few, all); };
    expect_texels<std::int8_t>("char", some({4}));
    expect_texels<std::uint8_t>("uchar", some({0}));
    expect_texels<std::int16_t>("short", some({2}));
    expect_texels<std::uint16_t>("ushort", some({4}));
    expect_texels<std::int32_t>("int", some({1}));
    expect_texels<std::uint32_t>("uint", some({2}));
    expect_texels<float>("float", some({0, 4}));
}

template <class Channel>
void TextureFormats::expect_normalized(double scale) {
    const auto texels = random_channels<Channel>(kWidth * kRows);
    Image image(device_, {.width = kWidth, .height = kRows, .format = texels_of<Channel>(1)});
    upload(stream_, image, texels);
    const Texture texture(image, {.normalized_reads = true});
    DeviceMemory<float> to(device_, texels.size());
    program_.kernel<void(TextureHandle, unsigned, unsigned, float*)>("read_float")
        .launch(stream_, threads(kWidth * kRows), texture, kWidth, kWidth * kRows, to);
    const auto found = to_vector(stream_, to);
    for (std::size_t i = 0; i < found.size(); ++i)
        EXPECT_NEAR(found[i], std::max(texels[i] / scale, -1.0), 1e-6) << int{texels[i]};
}

TEST_P(TextureFormats, NormalizedIntegersAreFractionsOfTheirMaximum) {
    expect_normalized<std::int8_t>(127);
    expect_normalized<std::uint8_t>(255);
    expect_normalized<std::int16_t>(32767);
    expect_normalized<std::uint16_t>(65535);
}

TEST_P(TextureFormats, FractionsAreFiltered) {
    Image image(device_, {.width = 2, .height = 1, .format = texels_of<std::uint8_t>(4)});
    const std::vector<std::uint8_t> texels{0, 255, 51, 0, 255, 0, 102, 0};
    upload(stream_, image, texels);
    const Texture texture(image, {.filter = Filter::linear, .normalized_reads = true});
    const auto found = fetch_all("fetch_2d", texture, {{1.25f, 0.5f, 0, 0}});
    // The texture unit may blend channels with more bits than the channels have, but not with
    // fewer.
    for (std::size_t channel = 0; channel < 4; ++channel) {
        const double expected[] = {0.75, 0.25, 0.35, 0};
        EXPECT_NEAR(found[0][channel], expected[channel], 0.5 / 255);
    }
}

TEST_P(TextureFormats, HalvesAreReadAsFloats) {
    // -2, 0.5, 1, and 65504 as half.
    const std::vector<std::uint16_t> halves{0xc000, 0x3800, 0x3c00, 0x7bff};
    Image image(device_, {.width = 1, .height = 1, .format = half_texels(4)});
    upload(stream_, image, halves);
    const Texture texture(image);
    const auto found = fetch_all("fetch_2d", texture, {{0.5f, 0.5f, 0, 0}});
    EXPECT_EQ(found[0], (Texel{-2, 0.5f, 1, 65504}));
}

TEST_P(TextureFormats, LinearMemoryIsZeroOutside) {
    std::vector<float> values(100);
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i) + 1;
    const auto memory = to_device(stream_, values);
    const Texture texture = Texture::linear(device_, memory.span(), texels_of<float>(1));
    constexpr int kFirst = -5;
    DeviceMemory<float> to(device_, 110);
    program_.kernel<void(TextureHandle, int, unsigned, float*)>("fetch_linear")
        .launch(stream_, threads(110), texture, kFirst, 110u, to);
    const auto found = to_vector(stream_, to);
    for (std::size_t i = 0; i < found.size(); ++i)
        EXPECT_EQ(found[i], i >= 5 && i < 105 ? values[i - 5] : 0.0f) << i;
}

TEST_P(TextureFormats, PitchedMemoryIsAnImage) {
    constexpr std::size_t kPitch = 10;  // texels of 16 bytes: more than the 7 per row
    const Texels texels = test::random_texels({7, 3, 1}, 6);
    std::vector<Texel> rows(kPitch * 3, Texel{9, 9, 9, 9});
    for (std::size_t y = 0; y < 3; ++y)
        for (std::size_t x = 0; x < 7; ++x) rows[y * kPitch + x] = texels.values[y * 7 + x];
    const auto memory = to_device(stream_, rows);
    const TextureOptions options{.filter = Filter::linear};
    const PitchedSpan<const Texel> span(memory.data(), {7, 3}, kPitch * sizeof(Texel));
    const Texture texture = Texture::pitched(device_, span, texels_of<float>(4), options);
    const std::vector<Point> points{{0.2f, 0.3f, 0, 0}, {6.9f, 2.9f, 0, 0}, {3.4f, 1.7f, 0, 0}};
    const auto found = fetch_all("fetch_2d", texture, points);
    for (std::size_t i = 0; i < points.size(); ++i)
        test::expect_fetched(found[i],
                             test::fetch(texels, options, 2, {points[i].x, points[i].y, 0}), 2);
}

INSTANTIATE_TEST_SUITE_P(Backends, TextureFormats, test::each_backend(), test::name);

}  // namespace
}  // namespace glint
