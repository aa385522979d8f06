// SPDX-License-Identifier: MIT
// Layers, cubes, mipmap levels, and gathers.
#include <cmath>

#include "texture_fixture.hpp"

namespace glint {
namespace {

using test::Fetched;
using test::Point;
using test::Texel;
using test::Texels;

constexpr TextureOptions kSmooth{.filter = Filter::linear, .normalized = true};

class TextureKinds : public test::OnTextures {
protected:
    Image with_levels(const ImageShape& shape, const std::vector<Texels>& levels);
    void expect_levels(int dimensions, ImageShape shape);
};

/// Returns one slice of a stack.
Texels slice(const Texels& stack, int z) {
    const auto count = static_cast<std::ptrdiff_t>(stack.size[0] * stack.size[1]);
    const auto first = stack.values.begin() + z * count;
    return {{stack.size[0], stack.size[1], 1}, {first, first + count}};
}

TEST_P(TextureKinds, LayersAreSeparateImages) {
    const Texels lines = test::random_texels({8, 1, 5}, 1);
    const Texels planes = test::random_texels({8, 4, 3}, 2);
    std::vector<Point> points;
    for (int layer = 0; layer < 5; ++layer)
        points.push_back({0.4f, 0.7f, 0, static_cast<float>(layer)});
    const Image in_1d = image_of({.width = 8, .layers = 5}, lines);
    const Image in_2d = image_of({.width = 8, .height = 4, .layers = 3}, planes);
    const auto from_1d = fetch_all("fetch_1d_layered", Texture(in_1d, kSmooth), points);
    const auto from_2d = fetch_all("fetch_2d_layered", Texture(in_2d, kSmooth), points);
    for (std::size_t i = 0; i < 5; ++i) {
        const int layer = static_cast<int>(i);
        test::expect_fetched(from_1d[i],
                             test::fetch(slice(lines, layer), kSmooth, 1, {0.4f, 0.7f, 0}), 1);
        test::expect_fetched(
            from_2d[i], test::fetch(slice(planes, std::min(layer, 2)), kSmooth, 2, {0.4f, 0.7f, 0}),
            2);
    }
}

/// Direction of a point on a cube face; s and t range from -1 to 1.
Point direction(int face, float s, float t) {
    switch (face) {
        case 0: return {1, -t, -s, 0};
        case 1: return {-1, -t, s, 0};
        case 2: return {s, 1, t, 0};
        case 3: return {s, -1, -t, 0};
        case 4: return {s, -t, 1, 0};
        default: return {-s, -t, -1, 0};
    }
}

TEST_P(TextureKinds, CubeMapsAreReadByDirection) {
    const Texels faces = test::random_texels({8, 8, 12}, 3);
    const Image one = image_of({.width = 8, .height = 8, .cube = true},
                               {{8, 8, 6}, {faces.values.begin(), faces.values.begin() + 6 * 64}});
    const Image two = image_of({.width = 8, .height = 8, .layers = 2, .cube = true}, faces);
    std::vector<Point> points;
    for (int face = 0; face < 6; ++face)
        for (const float s : {-0.8f, -0.3f, 0.1f, 0.75f})
            for (const float t : {-0.7f, 0.25f, 0.6f}) {
                Point point = direction(face, s, t);
                for (float* part : {&point.x, &point.y, &point.z}) *part *= 3;
                points.push_back(point);
            }
    std::vector<Point> in_second = points;
    for (Point& point : in_second) point.w = 1;
    const auto from_one = fetch_all("fetch_cube", Texture(one, kSmooth), points);
    const auto from_two = fetch_all("fetch_cube_layered", Texture(two, kSmooth), in_second);
    std::size_t i = 0;
    for (int face = 0; face < 6; ++face)
        for (const float s : {-0.8f, -0.3f, 0.1f, 0.75f})
            for (const float t : {-0.7f, 0.25f, 0.6f}) {
                SCOPED_TRACE(testing::Message() << "face " << face << " at " << s << ", " << t);
                const std::array<float, 3> at{(s + 1) / 2, (t + 1) / 2, 0};
                test::expect_fetched(from_one[i], test::fetch(slice(faces, face), kSmooth, 2, at),
                                     2);
                test::expect_fetched(from_two[i],
                                     test::fetch(slice(faces, 6 + face), kSmooth, 2, at), 2);
                ++i;
            }
}

Image TextureKinds::with_levels(const ImageShape& shape, const std::vector<Texels>& levels) {
    Image image(device_, shape);
    for (std::size_t level = 0; level < levels.size(); ++level)
        upload(stream_, image, std::span(levels[level].values), static_cast<unsigned>(level));
    stream_.synchronize();
    return image;
}

/// Random texels, different for each mipmap level.
std::vector<Texels> levels_of(const ImageShape& shape) {
    std::vector<Texels> levels;
    for (unsigned level = 0; level < shape.levels; ++level) {
        const ImageShape own = driver::level_shape(shape, level);
        levels.push_back(
            test::random_texels({static_cast<int>(own.width), static_cast<int>(rows_of(own)),
                                 static_cast<int>(slices_of(own))},
                                20 + level));
    }
    return levels;
}

/// Blends the fetches of two mipmap levels.
Fetched between(const std::vector<Texels>& levels, const TextureOptions& options, int dimensions,
                const Point& at) {
    const double most = static_cast<double>(levels.size() - 1);
    const double level = std::clamp(double{at.w}, 0.0, most);
    const auto low = static_cast<std::size_t>(level);
    const std::size_t high = std::min(low + 1, levels.size() - 1);
    const double weight = level - static_cast<double>(low);
    const Fetched a = test::fetch(levels[low], options, dimensions, {at.x, at.y, at.z});
    const Fetched b = test::fetch(levels[high], options, dimensions, {at.x, at.y, at.z});
    Fetched mixed{{}, std::max(a.spread, b.spread)};
    for (std::size_t channel = 0; channel < 4; ++channel) {
        mixed.value[channel] = (1 - weight) * a.value[channel] + weight * b.value[channel];
        mixed.spread = std::max(mixed.spread, std::abs(a.value[channel] - b.value[channel]));
    }
    return mixed;
}

void TextureKinds::expect_levels(int dimensions, ImageShape shape) {
    shape.format = texels_of<float>(4);
    const auto levels = levels_of(shape);
    const Image image = with_levels(shape, levels);
    TextureOptions options = kSmooth;
    options.level_filter = Filter::linear;
    const Texture texture(image, options);
    std::vector<Point> points;
    for (const float level : {-1.0f, 0.0f, 0.25f, 0.9f, 1.0f, 1.5f, 2.75f, 3.0f, 9.0f})
        for (const float x : {0.1f, 0.45f, 0.8f}) points.push_back({x, 0.3f, 0.6f, level});
    const auto found =
        fetch_all("fetch_" + std::to_string(dimensions) + "d_level", texture, points);
    for (std::size_t i = 0; i < points.size(); ++i) {
        SCOPED_TRACE(testing::Message() << "level " << points[i].w << ", x " << points[i].x);
        test::expect_fetched(found[i], between(levels, options, dimensions, points[i]),
                             dimensions + 1);
    }
}

TEST_P(TextureKinds, MipLevelsAreInterpolatedIn1D) { expect_levels(1, {.width = 16, .levels = 4}); }
TEST_P(TextureKinds, MipLevelsAreInterpolatedIn2D) {
    expect_levels(2, {.width = 16, .height = 8, .levels = 4});
    expect_levels(2, {.width = 13, .height = 9, .levels = 4});
}
TEST_P(TextureKinds, MipLevelsAreInterpolatedIn3D) {
    expect_levels(3, {.width = 16, .height = 8, .depth = 8, .levels = 4});
}

TEST_P(TextureKinds, TheLargerGradientSelectsTheLevel) {
    const ImageShape shape{.width = 16, .height = 8, .levels = 4, .format = texels_of<float>(4)};
    std::vector<Texels> levels = levels_of(shape);
    for (std::size_t level = 0; level < levels.size(); ++level)
        for (Texel& texel : levels[level].values) texel.fill(static_cast<float>(level));
    const Image image = with_levels(shape, levels);
    std::vector<Point> points;
    for (const float texels : {0.25f, 1.0f, 2.0f, 4.0f, 8.0f, 100.0f}) {
        points.push_back({0.5f, 0.5f, texels / 16, 0.5f / 8});
        points.push_back({0.5f, 0.5f, 0.5f / 16, texels / 8});
    }
    const auto found = fetch_all("fetch_2d_gradient", Texture(image, kSmooth), points);
    const std::vector<float> expected{0, 0, 1, 2, 3, 3};
    for (std::size_t i = 0; i < points.size(); ++i)
        EXPECT_EQ(found[i][0], expected[i / 2]) << "point " << i;
}

TEST_P(TextureKinds, GatherReadsFourTexelsOfOneChannel) {
    const Texels texels = test::random_texels({8, 4, 1}, 5);
    const Image image = image_of({.width = 8, .height = 4}, texels);
    const Texture texture(image);
    for (std::size_t channel = 0; channel < 4; ++channel) {
        std::vector<Point> points;
        for (int y = 0; y < 3; ++y)
            for (int x = 0; x < 7; ++x)
                points.push_back(
                    {static_cast<float>(x) + 0.75f, static_cast<float>(y) + 1.25f, 0, 0});
        const auto found = fetch_all("gather_" + std::to_string(channel), texture, points);
        for (std::size_t i = 0; i < points.size(); ++i) {
            const int x = static_cast<int>(i % 7), y = static_cast<int>(i / 7);
            const Texel expected{texels.at(x, y + 1, 0)[channel],
                                 texels.at(x + 1, y + 1, 0)[channel],
                                 texels.at(x + 1, y, 0)[channel], texels.at(x, y, 0)[channel]};
            EXPECT_EQ(found[i], expected) << "channel " << channel << " at " << x << ", " << y;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Backends, TextureKinds, test::each_backend(), test::name);

}  // namespace
}  // namespace glint
