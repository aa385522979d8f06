// SPDX-License-Identifier: MIT
// Points that are smaller than pixels, drawn without OpenGL.
#include <algorithm>
#include <array>
#include <cmath>
#include <random>

#include <glm/ext/matrix_clip_space.hpp>
#include <glm/ext/vector_uint4_sized.hpp>
#include <glm/vec4.hpp>
#include <gtest/gtest.h>

#include <base/scratch.hpp>
#include <glint/base/error.hpp>
#include <glint/driver/copies.hpp>
#include <glint/studio/views/detail/points_view.hpp>
#include <support/backends.hpp>
#include <support/pixels.hpp>

namespace glint::studio {
namespace {

using test::expect_error;

struct ScatteredCloud {
    std::vector<glm::vec3> places;
    std::vector<glm::u8vec4> colors;

    void add(glm::vec3 place, glm::u8vec4 color) {
        places.push_back(place);
        colors.push_back(color);
    }
};

ElementType vector_of_words(const char* name, ScalarType scalar, unsigned components,
                            std::size_t size_bytes) {
    return {.name = name,
            .size_bytes = size_bytes,
            .alignment = 4,
            .parts = {{.scalar = scalar, .components = components}}};
}

/// Points in a box in front of a camera that looks along -z; each point has its own color.
ScatteredCloud scattered(std::size_t count) {
    std::mt19937 random(5);
    std::uniform_real_distribution<float> across(-3, 3), depth(-9, -1);
    ScatteredCloud cloud;
    for (std::size_t i = 0; i < count; ++i) {
        const float x = across(random), y = across(random);
        cloud.add({x, y, depth(random)}, {i % 251, i / 251 % 256, 100, 255});
    }
    return cloud;
}

class ManyPoints : public test::OnEachBackend {
protected:
    static constexpr int kWidth = 157, kHeight = 91;

    PointsOptions options() const {
        return {.to_clip = glm::perspective(1.0f, float{kWidth} / kHeight, 0.1f, 100.0f),
                .focal_px = 0.5f * kHeight / std::tan(0.5f),
                .radius = 1e-6f};
    }

    Picture drawn(const ScatteredCloud& cloud, const PointsOptions& options) {
        const auto places = to_device(stream_, cloud.places);
        const auto colors = to_device(stream_, cloud.colors);
        canvas_.begin(Background::space);
        view_.draw(canvas_,
                   {.places = {places.data(), sizeof(glm::vec3)},
                    .type = vector_of_words("float3", ScalarType::f32, 3, 12),
                    .count = cloud.places.size(),
                    .values = {colors.data(), sizeof(glm::u8vec4)},
                    .value_type = vector_of_words("uchar4", ScalarType::u8, 4, 4)},
                   {.is_color = 1}, options);
        canvas_.end();
        return canvas_.picture();
    }

    /// Index of the nearest point at each pixel, computed on the host; -1 if no point covers the
    /// pixel.
    std::vector<long> nearest(const ScatteredCloud& cloud, const PointsOptions& options) const {
        std::vector<long> found(std::size_t{kWidth} * kHeight, -1);
        std::vector<double> depths(found.size(), 1e30);
        for (std::size_t i = 0; i < cloud.places.size(); ++i) {
            const glm::dvec4 clip =
                glm::dmat4(options.to_clip) * glm::dvec4(glm::dvec3(cloud.places[i]), 1);
            const double x = (0.5 + 0.5 * clip.x / clip.w) * kWidth;
            const double y = (0.5 - 0.5 * clip.y / clip.w) * kHeight;
            if (x < 0 || y < 0 || x >= kWidth || y >= kHeight) continue;
            const auto pixel = static_cast<std::size_t>(y) * kWidth + static_cast<std::size_t>(x);
            if (clip.w >= depths[pixel]) continue;
            depths[pixel] = clip.w;
            found[pixel] = static_cast<long>(i);
        }
        return found;
    }

    Device device_ = open();
    Stream stream_{device_};
    Canvas canvas_{std::make_shared<ViewKernels>(stream_), std::nullopt,
                   interop::Sharing::automatic, kWidth, kHeight};
    PointsView view_;
};

// The counts are smaller than the number of points that a thread or a block handles, or end in the
// middle of a block.
TEST_P(ManyPoints, ShowTheNearestPointAtEachPixel) {
    for (const std::size_t count : {1u, 3u, 700u, 60'001u}) {
        const ScatteredCloud cloud = scattered(count);
        const Picture picture = drawn(cloud, options());
        const std::vector<long> expected = nearest(cloud, options());
        std::size_t covered = 0, others = 0;
        for (std::size_t i = 0; i < expected.size(); ++i) {
            if (expected[i] < 0) continue;
            ++covered;
            const glm::u8vec4 color = cloud.colors[static_cast<std::size_t>(expected[i])];
            others += picture.rgba[4 * i] != color.x || picture.rgba[4 * i + 1] != color.y;
        }
        EXPECT_GE(covered, std::min(count / 10, std::size_t{10'000}));
        EXPECT_LE(others, covered / 500) << count;  // rounded to an adjacent pixel
    }
}

TEST_P(ManyPoints, DoNotDependOnTheOrder) {
    const ScatteredCloud cloud = scattered(50'000);
    const Picture picture = drawn(cloud, options());
    EXPECT_EQ(drawn(cloud, options()).rgba, picture.rgba);
    std::vector<std::size_t> order(cloud.places.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::ranges::shuffle(order, std::mt19937(1));
    ScatteredCloud shuffled;
    for (const std::size_t i : order) shuffled.add(cloud.places[i], cloud.colors[i]);
    EXPECT_EQ(drawn(shuffled, options()).rgba, picture.rgba);
}

// One picture has both kinds: near points are balls, and far points are pixels.
TEST_P(ManyPoints, MixSizesFreely) {
    PointsOptions balls = options();
    balls.radius = 0.02f;
    ScatteredCloud cloud;
    cloud.add({0, 0, -1}, {255, 0, 0, 255});  // 1.7 px
    for (int i = 0; i < 1999; ++i)
        cloud.add({0.03f * static_cast<float>(i - 1000), 0.5f, -20}, {0, 255, 0, 255});
    const Picture picture = drawn(cloud, balls);
    EXPECT_GT(test::rgb_at(picture, kWidth / 2, kHeight / 2)[0], 100);
    std::size_t green = 0;
    for (std::size_t i = 0; i < picture.rgba.size(); i += 4) green += picture.rgba[i + 1] == 255;
    EXPECT_EQ(green, std::size_t{kWidth});
}

TEST_P(ManyPoints, ReliefDarkensDepthEdges) {
    ScatteredCloud cloud;
    for (int y = 0; y < 400; ++y)
        for (int x = 0; x < 400; ++x) {
            const float u = 0.01f * static_cast<float>(x - 200),
                        v = 0.01f * static_cast<float>(y - 200);
            cloud.add({4 * u, 4 * v, -4}, glm::u8vec4(200));
            cloud.add({0.2f * u, 0.2f * v, -2}, glm::u8vec4(200));
        }
    PointsOptions flat = options(), relief = options();
    relief.relief = 1;
    const Picture before = drawn(cloud, flat), after = drawn(cloud, relief);
    const unsigned middle = kHeight / 2;
    // The last column of the near square is 0.398 from the center at depth 2.
    const auto edge = static_cast<unsigned>(0.5f * kWidth + 0.199f * flat.focal_px);
    EXPECT_EQ(test::rgb_at(before, edge + 1, middle)[0], 200);
    EXPECT_LT(test::rgb_at(after, edge + 1, middle)[0], 100);
    for (const unsigned x : {unsigned{kWidth} / 2, edge - 3, edge + 6})
        EXPECT_EQ(test::rgb_at(after, x, middle)[0], 200) << x;
}

TEST_P(ManyPoints, PointsBeyondPixelResolutionAreRefused) {
    canvas_.begin();
    const float place[3]{};
    const Points all{.places = {place, 0},
                     .type = vector_of_words("float3", ScalarType::f32, 3, 12),
                     .count = kMaxPoints + 1};
    expect_error(ErrorCode::unsupported,
                 "the maximum is 4294967295 points. Draw a subset of the points",
                 [&] { view_.draw(canvas_, all, {}, options()); });
    canvas_.end();
}

INSTANTIATE_TEST_SUITE_P(Backends, ManyPoints, test::each_backend(), test::name);

}  // namespace
}  // namespace glint::studio
