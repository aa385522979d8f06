// SPDX-License-Identifier: MIT
// Texture fetches in every filter and address mode, compared with a reference in double precision.
#include <cmath>
#include <random>

#include "texture_fixture.hpp"

namespace glint {
namespace {

using test::Fetched;
using test::Point;
using test::Texel;
using test::Texels;

constexpr Texel kBorder{0.5f, -1.0f, 2.0f, 0.25f};

class Textures : public test::OnTextures {
protected:
    void expect_fetches(int dimensions, const Texels& texels, const TextureOptions& options,
                        const std::vector<Point>& points);
    void expect_all_modes(int dimensions, const Texels& texels, bool with_edges);
};

ImageShape shape_of(int dimensions, const Texels& texels) {
    const auto extent = [&](int axis) {
        return axis < dimensions
                   ? static_cast<unsigned>(texels.size[static_cast<std::size_t>(axis)])
                   : 0u;
    };
    return {.width = extent(0), .height = extent(1), .depth = extent(2)};
}

void Textures::expect_fetches(int dimensions, const Texels& texels, const TextureOptions& options,
                              const std::vector<Point>& points) {
    const Image image = image_of(shape_of(dimensions, texels), texels);
    const Texture texture(image, options);
    const auto found = fetch_all("fetch_" + std::to_string(dimensions) + "d", texture, points);
    for (std::size_t i = 0; i < points.size(); ++i) {
        const auto& [x, y, z, w] = points[i];
        SCOPED_TRACE(testing::Message() << "at " << x << ", " << y << ", " << z);
        test::expect_fetched(found[i], test::fetch(texels, options, dimensions, {x, y, z}),
                             dimensions);
        if (HasFatalFailure()) return;
    }
}

/// Positions along an axis in texels: far outside, on edges, at centers, and in between.
std::vector<float> positions(int size, bool with_edges) {
    const auto n = static_cast<float>(size);
    std::vector<float> all{
        -2 * n - 0.25f,   -n - 1.25f,   -0.75f,   -0.25f,     0.25f,      0.5f,
        0.875f,           1.5f,         n - 0.5f, n - 0.125f, n + 0.125f, n + 0.5f,
        2.5f * n + 0.25f, 3 * n + 0.75f};
    if (with_edges)
        for (const float edge : {-1.0f, 0.0f, 1.0f, n - 1, n, n + 1}) all.push_back(edge);
    return all;
}

std::vector<Point> grid(int dimensions, const Texels& texels, bool normalized, bool with_edges) {
    std::vector<Point> points;
    const auto along = [&](std::size_t axis) {
        if (static_cast<int>(axis) >= dimensions) return std::vector<float>{0};
        auto all = positions(texels.size[axis], with_edges);
        if (normalized)
            for (float& x : all) x /= static_cast<float>(texels.size[axis]);
        return all;
    };
    for (const float z : along(2))
        for (const float y : along(1))
            for (const float x : along(0)) points.push_back({x, y, z, 0});
    return points;
}

/// True if positions on texel edges can be tested. On edges, a nearest filter may return either
/// texel, depending on rounding or mirroring.
bool may_have_edges(const TextureOptions& options, bool exact) {
    return options.filter == Filter::linear ||
           (exact && options.address.axis[0] != AddressMode::mirror);
}

/// True where an H100 blends a 1D image with the border: differently than for 2D and 3D images, and
/// differently than CUDA documents.
bool mixes_border_of_row(const TextureOptions& options, int dimensions) {
    return dimensions == 1 && options.filter == Filter::linear &&
           options.address.axis[0] == AddressMode::border;
}

void Textures::expect_all_modes(int dimensions, const Texels& texels, bool exact) {
    for (const Filter filter : {Filter::nearest, Filter::linear})
        for (const AddressMode address :
             {AddressMode::clamp, AddressMode::border, AddressMode::wrap, AddressMode::mirror})
            for (const bool normalized : {false, true}) {
                const bool repeats = address == AddressMode::wrap || address == AddressMode::mirror;
                if (repeats && !normalized) continue;
                // CUDA does not specify blending with the border in this case, and hardware behaves
                // differently.
                const bool is_defined = normalized || address == AddressMode::clamp;
                if (filter == Filter::linear && !is_defined) continue;
                SCOPED_TRACE(testing::Message()
                             << "filter " << static_cast<int>(filter) << ", address "
                             << static_cast<int>(address) << ", normalised " << normalized);
                const TextureOptions options{.filter = filter,
                                             .address = address,
                                             .normalized = normalized,
                                             .border = kBorder};
                if (mixes_border_of_row(options, dimensions)) continue;
                const bool edges = may_have_edges(options, exact);
                expect_fetches(dimensions, texels, options,
                               grid(dimensions, texels, normalized, edges));
            }
}

// At these sizes every position is exact, even when normalized.
TEST_P(Textures, MatchTheSpecificationIn1D) {
    expect_all_modes(1, test::random_texels({8, 1, 1}, 1), true);
}
TEST_P(Textures, MatchTheSpecificationIn2D) {
    expect_all_modes(2, test::random_texels({8, 4, 1}, 2), true);
}
TEST_P(Textures, MatchTheSpecificationIn3D) {
    expect_all_modes(3, test::random_texels({4, 2, 8}, 3), true);
}
TEST_P(Textures, MatchTheSpecificationAtOddSizes) {
    expect_all_modes(1, test::random_texels({7, 1, 1}, 4), false);
    expect_all_modes(2, test::random_texels({5, 3, 1}, 5), false);
    expect_all_modes(3, test::random_texels({3, 5, 7}, 6), false);
    expect_all_modes(2, test::random_texels({1, 1, 1}, 7), false);
}

TEST_P(Textures, AxesHaveSeparateAddressModes) {
    const Texels texels = test::random_texels({8, 4, 2}, 8);
    const TextureOptions options{
        .filter = Filter::linear,
        .address = {AddressMode::wrap, AddressMode::clamp, AddressMode::mirror},
        .normalized = true};
    expect_fetches(3, texels, options, grid(3, texels, true, true));
}

TEST_P(Textures, WeightsAreFractionsOfEightBits) {
    const Texels step{{2, 1, 1}, {{0, 0, 0, 0}, {1, 1, 1, 1}}};
    const Image image = image_of(shape_of(1, step), step);
    const Texture texture(image, {.filter = Filter::linear});
    std::vector<Point> points;
    for (int i = 0; i <= 4096; ++i)
        points.push_back({0.5f + static_cast<float>(i) / 4096, 0, 0, 0});
    const auto found = fetch_all("fetch_1d", texture, points);
    for (std::size_t i = 0; i < points.size(); ++i) {
        const float steps = 256 * found[i][0];
        EXPECT_NEAR(steps, std::round(steps), 1e-3) << points[i].x;
        EXPECT_NEAR(found[i][0], points[i].x - 0.5f, 1.0 / 256) << points[i].x;
    }
}

TEST_P(Textures, DistantAndNaNCoordinatesAreSafe) {
    const Texels texels = test::random_texels({8, 1, 1}, 9);
    const Image image = image_of(shape_of(1, texels), texels);
    const Texture texture(image, {.filter = Filter::linear});
    const auto found = fetch_all("fetch_1d", texture,
                                 {{1e30f, 0, 0, 0}, {-1e30f, 0, 0, 0}, {std::nanf(""), 0, 0, 0}});
    EXPECT_EQ(found[0], texels.values.back());
    EXPECT_EQ(found[1], texels.values.front());
    EXPECT_LE(std::abs(found[2][0]), 1.0f);
}

INSTANTIATE_TEST_SUITE_P(Backends, Textures, test::each_backend(), test::name);

}  // namespace
}  // namespace glint
