// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <random>

#include <gtest/gtest.h>

#include <glint/base/float_vectors.hpp>
#include <kernels/fixture.hpp>

namespace glint {
namespace {

constexpr double kPi = std::numbers::pi;
double norm_of(double x, double y, double z = 0) { return std::hypot(x, y, z); }
double distance(Float3 a, Float3 b) { return norm_of(a.x - b.x, a.y - b.y, a.z - b.z); }

class Spaces : public test::KernelFile {
protected:
    Spaces() : KernelFile("spaces.cu") {}
};

/// Interleaves coordinates bit by bit.
std::uint64_t interleaved(const std::vector<std::uint32_t>& coordinates, unsigned bits) {
    std::uint64_t code = 0;
    for (unsigned bit = 0; bit < bits; ++bit)
        for (std::size_t axis = 0; axis < coordinates.size(); ++axis)
            code |= std::uint64_t{coordinates[axis] >> bit & 1}
                    << (bit * coordinates.size() + axis);
    return code;
}

TEST_P(Spaces, MortonCodesInterleaveBits) {
    constexpr std::size_t kCount = 500;
    std::mt19937 random(19);
    std::vector<std::uint32_t> in(3 * kCount);
    for (std::uint32_t& x : in) x = static_cast<std::uint32_t>(random());
    std::fill_n(in.begin(), 3, 0xffffffffu);
    const auto found = map<unsigned long long>("morton", in, kCount, 11);
    for (std::size_t i = 0; i < kCount; ++i) {
        const std::uint32_t x = in[3 * i], y = in[3 * i + 1], z = in[3 * i + 2];
        const unsigned long long* const own = &found[11 * i];
        ASSERT_EQ(own[0], interleaved({x, y}, 32)) << i;
        ASSERT_EQ(own[1], interleaved({x, y, z}, 21)) << i;
        ASSERT_EQ(own[2], interleaved({x, y, z}, 10)) << i;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            if (axis < 2) {
                ASSERT_EQ(own[3 + axis], in[3 * i + axis]) << i;
            }
            ASSERT_EQ(own[5 + axis], in[3 * i + axis] & 0x1fffff) << i;
            ASSERT_EQ(own[8 + axis], in[3 * i + axis] & 1023) << i;
        }
    }
}

std::vector<Float3> colors() {
    std::mt19937 random(20);
    std::uniform_real_distribution<float> uniform(0, 1);
    std::vector<Float3> values{{0, 0, 0}, {1, 1, 1}, {1, 0, 0},
                               {0, 1, 0}, {0, 0, 1}, {0.5f, 0.5f, 0.5f}};
    while (values.size() < 1000)
        values.push_back({uniform(random), uniform(random), uniform(random)});
    return values;
}

TEST_P(Spaces, ColorsRoundTrip) {
    const std::vector<Float3> in = colors();
    const auto found = map<Float3>("colours", in, in.size(), 8);
    for (std::size_t i = 0; i < in.size(); ++i) {
        const Float3* const own = &found[8 * i];
        ASSERT_LT(distance(own[1], in[i]), 1e-5) << i;
        ASSERT_LT(distance(own[3], in[i]), 1e-5) << i;
        ASSERT_LT(distance(own[5], in[i]), 1e-4) << i;  // the coefficients have seven digits
        ASSERT_LT(distance(own[6], in[i]), std::sqrt(3) / 510 + 1e-6) << i;
        ASSERT_EQ(own[7].y, 255.0f) << "clamped " << i;
        ASSERT_NEAR(own[7].x, 0.2126 * in[i].x + 0.7152 * in[i].y + 0.0722 * in[i].z, 1e-6) << i;
    }
}

TEST_P(Spaces, ColorsMatchTheirColorSpaces) {
    const std::vector<Float3> in{
        {1, 1, 1}, {1, 0, 0}, {0, 0, 1}, {0.5f, 0.5f, 0.5f}, {0.02f, 0, 0.5f}};
    const auto found = map<Float3>("colours", in, in.size(), 8);
    EXPECT_NEAR(found[3 * 8].x, 0.214041, 1e-6);      // linear value of middle gray
    EXPECT_NEAR(found[4 * 8].x, 0.02 / 12.92, 1e-7);  // linear segment of sRGB
    EXPECT_EQ(found[8 + 2], (Float3{0, 1, 1}));       // red
    EXPECT_NEAR(found[16 + 2].x, 2.0 / 3, 1e-6);      // hue of blue
    EXPECT_EQ(found[24 + 2], (Float3{0, 0, 0.5f}));   // gray
    EXPECT_LT(distance(found[4], {1, 0, 0}), 1e-5);   // white in Oklab
    EXPECT_LT(distance(found[8 + 4], {0.627955f, 0.224863f, 0.125846f}), 1e-5);  // red in Oklab
}

std::vector<Float3> uniform_places() {
    std::mt19937 random(21);
    std::uniform_real_distribution<float> uniform(-2, 2);
    std::vector<Float3> values;
    while (values.size() < 2000)
        values.push_back({uniform(random), uniform(random), uniform(random)});
    return values;
}

/// Signed distance to a box from -half to half, with as many axes as `at`.
double box(std::vector<double> at, const std::vector<double>& half) {
    double outside = 0, inside = -1e9;
    for (std::size_t k = 0; k < at.size(); ++k) {
        const double q = std::abs(at[k]) - half[k];
        outside += std::max(q, 0.0) * std::max(q, 0.0);
        inside = std::max(inside, q);
    }
    return std::sqrt(outside) + std::min(inside, 0.0);
}

/// Distance to the segment from 0 to (1, 1, 0).
double to_segment(Float3 p) {
    const double t = std::clamp((double(p.x) + p.y) / 2, 0.0, 1.0);
    return norm_of(p.x - t, p.y - t, p.z);
}

/// Number of results per point.
constexpr std::size_t kDistances = 17;

/// The minimum, minus a parabola where the two values are close to each other.
double smooth_minimum(double a, double b, double width) {
    const double beside = std::max(width - std::abs(a - b), 0.0);
    return std::min(a, b) - beside * beside / (4 * width);
}

TEST_P(Spaces, DistancesMatchTheShapes) {
    const std::vector<Float3> in = uniform_places();
    const auto found = map<float>("distances", in, in.size(), kDistances);
    for (std::size_t i = 0; i < in.size(); ++i) {
        const auto [x, y, z] = in[i];
        const double radial = norm_of(x, z), sphere = norm_of(x, y, z) - 1;
        const double boxed = box({x, y, z}, {0.5, 1, 1.5});
        const double expected[] = {sphere,
                                   boxed,
                                   norm_of(radial - 1, y) - 0.25,
                                   to_segment(in[i]) - 0.5,
                                   box({radial, y}, {1, 0.5}),
                                   0.6 * y + 0.8 * z - 0.5};
        for (std::size_t k = 0; k < 6; ++k)
            ASSERT_NEAR(found[kDistances * i + k], expected[k], 1e-6) << k;
        ASSERT_NEAR(found[kDistances * i + 7], std::min(sphere, boxed), 1e-6) << i;
        ASSERT_NEAR(found[kDistances * i + 8], std::max(sphere, -boxed), 1e-6) << i;
        ASSERT_NEAR(found[kDistances * i + 9], std::abs(sphere) - 0.25, 1e-6) << i;
        ASSERT_NEAR(found[kDistances * i + 13], std::max(sphere, boxed), 1e-6) << i;
        ASSERT_NEAR(found[kDistances * i + 16], boxed - 0.25, 1e-6) << i;
    }
}

TEST_P(Spaces, SmoothUnionsFillTheEdgeOnly) {
    const std::vector<Float3> in = uniform_places();
    const auto found = map<float>("distances", in, in.size(), kDistances);
    std::size_t filled = 0;
    for (std::size_t i = 0; i < in.size(); ++i) {
        const float a = found[kDistances * i], b = found[kDistances * i + 1],
                    smooth = found[kDistances * i + 6];
        ASSERT_LE(smooth, std::min(a, b)) << i;
        ASSERT_GE(smooth, std::min(a, b) - 0.125f - 1e-6f) << i;
        if (std::abs(a - b) > 0.5f) {
            ASSERT_EQ(smooth, std::min(a, b)) << i;
        }
        if (smooth < std::min(a, b)) ++filled;
    }
    EXPECT_GT(filled, in.size() / 20);
}

TEST_P(Spaces, SmoothEdgesAreParabolas) {
    const std::vector<Float3> in = uniform_places();
    const auto found = map<float>("distances", in, in.size(), kDistances);
    for (std::size_t i = 0; i < in.size(); ++i) {
        const float* const own = &found[kDistances * i];
        const double a = own[0], b = own[1];
        ASSERT_NEAR(own[6], smooth_minimum(a, b, 0.5), 1e-6) << i;
        ASSERT_NEAR(own[14], -smooth_minimum(-a, -b, 0.5), 1e-6) << i;
        ASSERT_NEAR(own[15], -smooth_minimum(-a, b, 0.5), 1e-6) << i;
    }
}

TEST_P(Spaces, NormalsPointOutward) {
    const std::vector<Float3> in = uniform_places();
    const auto found = map<float>("distances", in, in.size(), kDistances);
    for (std::size_t i = 0; i < in.size(); ++i) {
        const auto [x, y, z] = in[i];
        const double radial = norm_of(x, z), tube = norm_of(radial - 1, y);
        if (radial < 0.05 || tube < 0.05) continue;  // the distance is not smooth near here
        const double expected[] = {(radial - 1) * x / radial / tube, y / tube,
                                   (radial - 1) * z / radial / tube};
        // The tolerance is the step times the curvature, plus rounding errors of 2e-7 over 4e-3.
        const double tolerance = 1e-3 / std::min(radial, tube) + 1e-4;
        for (std::size_t k = 0; k < 3; ++k)
            ASSERT_NEAR(found[kDistances * i + 10 + k], expected[k], tolerance) << i;
    }
}

TEST_P(Spaces, CameraRaysHitTheirPoints) {
    std::mt19937 random(22);
    std::uniform_real_distribution<float> uniform(-3, 3);
    std::vector<Float3> in{{1, 2, 3}, {1, 4, 3}};
    while (in.size() < 500)
        in.push_back({1 + uniform(random), 2 + uniform(random), 3 + uniform(random)});
    const auto found = map<Float3>("seen", in, in.size(), 3);
    // The camera's target is in the center, at depth 10. A point above the target has a higher y,
    // and is closer to the camera, which is above the target, too.
    EXPECT_LT(distance(found[0], {199.5f, 149.5f, 10}), 1e-3);
    EXPECT_NEAR(found[3].x, 199.5, 1e-3);
    EXPECT_NEAR(
        found[3].y,
        149.5 + 150 / std::tan(kPi / 8) * 2 * std::cos(kPi / 9) / (10 - 2 * std::sin(kPi / 9)),
        1e-2);
    EXPECT_NEAR(found[3].z, 10 - 2 * std::sin(kPi / 9), 1e-4);
    for (std::size_t i = 0; i < in.size(); ++i) {
        ASSERT_LT(distance(found[3 * i + 1], in[i]), 1e-4) << i;
        ASSERT_LT(std::abs(distance(found[3 * i + 2], {1, 2, 3}) - 10), 1e-5);
    }
    EXPECT_NEAR(found[2].x, 1 + 10 * std::cos(kPi / 9) * 0.5, 1e-5);
    EXPECT_NEAR(found[2].y, 2 + 10 * std::sin(kPi / 9), 1e-5);
}

INSTANTIATE_TEST_SUITE_P(Backends, Spaces, test::each_backend(), test::name);

}  // namespace
}  // namespace glint
