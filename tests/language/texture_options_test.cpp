// SPDX-License-Identifier: MIT
// Texture features besides filter and address mode: level bias and clamping, sRGB, features that
// only GPUs have, two textures in one kernel, and doubles.
#include <array>
#include <cmath>
#include <numeric>

#include <glint/base/error.hpp>

#include "texture_fixture.hpp"

namespace glint {
namespace {

using test::Point;
using test::Texel;
using test::Texels;

class TextureOptionsTest : public test::OnTextures {
protected:
    /// An image in which each mipmap level is filled with the level's number.
    Image numbered_levels(unsigned levels) {
        const ImageShape shape{
            .width = 16, .height = 16, .levels = levels, .format = texels_of<float>(4)};
        Image image(device_, shape);
        for (unsigned level = 0; level < levels; ++level) {
            const ImageShape own = level_shape(shape, level);
            const std::vector<Texel> texels(std::size_t{own.width} * own.height,
                                            Texel{static_cast<float>(level), 0, 0, 0});
            upload(stream_, image, texels, level);
            stream_.synchronize();
        }
        return image;
    }
    /// Results of fetches at these levels.
    std::vector<float> levels_read(const Image& image, const TextureOptions& options,
                                   const std::vector<float>& levels,
                                   const char* kernel = "fetch_2d_level") {
        std::vector<Point> points;
        for (const float level : levels) points.push_back({0.5f, 0.5f, 0, level});
        std::vector<float> found;
        for (const Texel& texel : fetch_all(kernel, Texture(image, options), points))
            found.push_back(texel[0]);
        return found;
    }
    bool is_cpu() const { return device_.kind() == BackendKind::cpu; }
};

TEST_P(TextureOptionsTest, ABiasIsAddedToTheLevel) {
    const Image image = numbered_levels(4);
    const auto found = levels_read(
        image, {.normalized = true, .level_filter = Filter::linear, .level_bias = 1.25f},
        {0, 1, 1.5f, 3});
    const std::array<float, 4> expected{1.25f, 2.25f, 2.75f, 3};
    for (std::size_t i = 0; i < found.size(); ++i) EXPECT_NEAR(found[i], expected[i], 1.0 / 256);
}

TEST_P(TextureOptionsTest, LevelsAreClamped) {
    const Image image = numbered_levels(4);
    const auto found = levels_read(
        image,
        {.normalized = true, .level_filter = Filter::linear, .min_level = 0.5f, .max_level = 2},
        {-1, 0, 1.5f, 2.5f, 9});
    const std::array<float, 5> expected{0.5f, 0.5f, 1.5f, 2, 2};
    for (std::size_t i = 0; i < found.size(); ++i) EXPECT_NEAR(found[i], expected[i], 1.0 / 256);
}

TEST_P(TextureOptionsTest, FetchesWithoutALevelReadTheLowest) {
    const Image image = numbered_levels(4);
    EXPECT_EQ(levels_read(image, {.normalized = true, .min_level = 2}, {0}, "fetch_2d")[0], 2);
    EXPECT_EQ(levels_read(image, {.normalized = true}, {0}, "fetch_2d")[0], 0);
}

TEST_P(TextureOptionsTest, SrgbBytesAreReadAsLinear) {
    constexpr unsigned kBytes = 256;
    Image image(device_, {.width = kBytes, .height = 1, .format = texels_of<std::uint8_t>(4)});
    std::vector<std::uint8_t> texels(4 * kBytes);
    for (std::size_t i = 0; i < texels.size(); ++i)
        texels[i] = static_cast<std::uint8_t>(i % 4 == 1 ? 255 - i / 4 : i / 4);
    upload(stream_, image, texels);
    const Texture texture(image, {.normalized_reads = true, .srgb = true});
    std::vector<Point> points;
    for (unsigned x = 0; x < kBytes; ++x)
        points.push_back({static_cast<float>(x) + 0.5f, 0.5f, 0, 0});
    const auto linear = [](double s) {
        return s <= 0.04045 ? s / 12.92 : std::pow((s + 0.055) / 1.055, 2.4);
    };
    const auto found = fetch_all("fetch_2d", texture, points);
    // The H100's table has steps of 1/128 at its upper end.
    const double tolerance = is_cpu() ? 1e-5 : 0.5 / 128 + 1e-4;
    for (std::size_t i = 0; i < kBytes; ++i) {
        const double s = static_cast<double>(i) / 255;
        EXPECT_NEAR(found[i][0], linear(s), tolerance) << i;
        EXPECT_NEAR(found[i][1], linear(1 - s), tolerance) << i;
        EXPECT_NEAR(found[i][3], s, 1e-6) << i;  // alpha stays linear
    }
}

// The footprint is four texels wide along one axis and one along the other. Anisotropic filtering
// along the longer axis keeps level 0.
TEST_P(TextureOptionsTest, AnisotropyKeepsTheFinerLevelOnGpus) {
    const Image image = numbered_levels(4);
    const TextureOptions options{.filter = Filter::linear,
                                 .normalized = true,
                                 .level_filter = Filter::linear,
                                 .anisotropy = 8};
    if (is_cpu()) {
        try {
            Texture(image, options);
            FAIL() << "not refused";
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), ErrorCode::unsupported);
            EXPECT_STREQ(
                error.what(),
                "cannot create a texture: the CPU does not support anisotropic filtering, but an "
                "anisotropy of 8 was requested");
        }
        return;
    }
    TextureOptions plain = options;
    plain.anisotropy = 1;
    const std::vector<Point> steps{{0.5f, 0.5f, 4.0f / 16, 1.0f / 16}};
    const auto filtered = fetch_all("fetch_2d_gradient", Texture(image, options), steps);
    const auto coarse = fetch_all("fetch_2d_gradient", Texture(image, plain), steps);
    EXPECT_NEAR(coarse[0][0], 2, 0.05);
    EXPECT_LT(filtered[0][0], 0.5);
}

// One face is white. At its edges, a seamless filter reads from both faces.
TEST_P(TextureOptionsTest, SeamlessCubesFilterAcrossEdgesOnGpus) {
    Image image(device_, {.width = 4, .height = 4, .cube = true, .format = texels_of<float>(4)});
    std::vector<Texel> texels(6 * 16);
    std::fill_n(texels.begin(), 16, Texel{1, 1, 1, 1});
    upload(stream_, image, texels);
    stream_.synchronize();
    TextureOptions options{.filter = Filter::linear, .normalized = true, .seamless_cube = true};
    if (is_cpu()) {
        try {
            Texture(image, options);
            FAIL() << "not refused";
        } catch (const Error& error) {
            EXPECT_STREQ(error.what(),
                         "cannot create a texture: the CPU does not support seamless filtering of "
                         "cube maps");
        }
        return;
    }
    const std::vector<Point> edge{{1.0f, 0.0f, 0.999f, 0}};
    const auto seamless = fetch_all("fetch_cube", Texture(image, options), edge);
    options.seamless_cube = false;
    const auto cut = fetch_all("fetch_cube", Texture(image, options), edge);
    EXPECT_NEAR(seamless[0][0], 0.5, 0.05);
    EXPECT_NEAR(cut[0][0], 1, 1e-6);
}

TEST_P(TextureOptionsTest, InvalidOptionsAreRefused) {
    const Image bytes(device_, {.width = 4, .height = 4});
    const Image floats(device_, {.width = 4, .height = 4, .format = texels_of<float>(1)});
    const auto reason = [&](const Image& image, const TextureOptions& options) {
        try {
            Texture(image, options);
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
            return std::string(error.what());
        }
        return std::string("it was taken");
    };
    EXPECT_EQ(reason(bytes, {.anisotropy = 17}),
              "cannot create a texture: the anisotropy 17 is not between 1 and 16");
    EXPECT_EQ(reason(bytes, {.anisotropy = 0}),
              "cannot create a texture: the anisotropy 0 is not between 1 and 16");
    EXPECT_EQ(
        reason(bytes, {.srgb = true}),
        "cannot create a texture: sRGB decoding requires normalized reads of uint8, not of 4 x "
        "uint8 without normalization");
    EXPECT_EQ(
        reason(floats, {.srgb = true}),
        "cannot create a texture: sRGB decoding requires normalized reads of uint8, not of 1 x "
        "float32 without normalization");
    EXPECT_EQ(reason(floats, {.seamless_cube = true}),
              "cannot create a texture: seamless filtering applies only to cubes");
    EXPECT_EQ(reason(floats, {.min_level = 2, .max_level = 1}),
              "cannot create a texture: the range of levels from 2 to 1 is invalid");
    EXPECT_EQ(reason(floats, {.level_bias = std::nanf("")}),
              "cannot create a texture: the level bias is nan, but must be finite");
}

TEST_P(TextureOptionsTest, AKernelReadsSeveralTextures) {
    const Texels a = test::random_texels({8, 4, 1}, 1), b = test::random_texels({8, 4, 1}, 2);
    const Image first = image_of({.width = 8, .height = 4}, a);
    const Image second = image_of({.width = 8, .height = 4}, b);
    const Texture nearest(first);
    const Texture mirrored(second, {.address = AddressMode::mirror, .normalized = true});
    DeviceMemory<Texel> to(device_, 32);
    program_.kernel<void(TextureHandle, TextureHandle, unsigned, unsigned, Texel*)>("add_textures")
        .launch(stream_, {.grid = {1}, .block = {8, 4}}, nearest, mirrored, 8u, 4u, to);
    const auto found = to_vector(stream_, to);
    for (int y = 0; y < 4; ++y)
        for (int x = 0; x < 8; ++x)
            for (std::size_t channel = 0; channel < 4; ++channel)
                EXPECT_EQ(found[static_cast<std::size_t>(y * 8 + x)][channel],
                          a.at(x, y, 0)[channel] + b.at(7 - x, y, 0)[channel]);
}

TEST_P(TextureOptionsTest, DoublesAreReadAndWrittenExactly) {
    std::vector<double> values(9 * 5);
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = std::sin(static_cast<double>(i)) * std::pow(10.0, static_cast<double>(i) - 20);
    for (const unsigned doubles : {1u, 2u}) {
        const ImageShape shape{
            .width = 9 / doubles, .height = 5, .format = texels_of<std::int32_t>(2 * doubles)};
        const std::size_t count = std::size_t{shape.width} * 5 * doubles;
        Image from(device_, shape), to(device_, shape);
        upload(stream_, from, std::span<const double>(values.data(), count));
        const Texture texture(from);
        const ImageSurface surface(to);
        program_.kernel<void(TextureHandle, Surface)>(doubles == 1 ? "half_double" : "half_double2")
            .launch(stream_, {.grid = {1}, .block = {shape.width, 5}}, texture, surface);
        std::vector<double> found(count);
        download(stream_, found, to);
        stream_.synchronize();
        for (std::size_t i = 0; i < count; ++i) EXPECT_EQ(found[i], 0.5 * values[i]) << i;
    }
}

INSTANTIATE_TEST_SUITE_P(Backends, TextureOptionsTest, test::each_backend(), test::name);

}  // namespace
}  // namespace glint
