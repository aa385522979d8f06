// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <random>

#include <gtest/gtest.h>

#include <glint/base/float_vectors.hpp>
#include <kernels/fixture.hpp>

namespace glint {
namespace {

class Noise : public test::KernelFile {
protected:
    Noise() : KernelFile("noise.cu") {}

    std::vector<Float4> at(const std::string& kernel, const std::vector<Float3>& places) {
        return map<Float4>(kernel, places, places.size());
    }
    /// Compares gradients with differences of values over 2 * `step`, to within `tolerance`.
    void expect_gradients(const std::string& kernel, float step, double tolerance);
};

/// Points on a grid with spacing 1/1024, so that small steps are exact.
std::vector<Float3> dyadic_places(std::size_t count) {
    std::mt19937 random(22);
    const auto coordinate = [&] {
        return static_cast<float>(static_cast<int>(random() % 16384) - 8192) / 1024;
    };
    std::vector<Float3> values(count);
    for (Float3& p : values) p = {coordinate(), coordinate(), coordinate()};
    return values;
}

std::vector<Float3> moved(std::vector<Float3> places, int axis, float by) {
    for (Float3& p : places) (axis == 0 ? p.x : axis == 1 ? p.y : p.z) += by;
    return places;
}

TEST_P(Noise, SimplexUsesItsWholeRange) {
    const auto noise = at("simplex", dyadic_places(100'000));
    double sum = 0, least = 0, most = 0;
    for (const Float4& n : noise) {
        sum += n.w;
        least = std::min<double>(least, n.w);
        most = std::max<double>(most, n.w);
    }
    EXPECT_GE(least, -1);
    EXPECT_LE(most, 1);
    EXPECT_LT(least, -0.7);
    EXPECT_GT(most, 0.7);
    EXPECT_NEAR(sum / static_cast<double>(noise.size()), 0, 0.01);
}

using Key = std::array<std::uint32_t, 3>;
using Vector = std::array<double, 3>;

/// The pcg3d hash.
Key hashed(Key v) {
    const auto mix = [&] {
        v[0] += v[1] * v[2];
        v[1] += v[2] * v[0];
        v[2] += v[0] * v[1];
    };
    for (std::uint32_t& x : v) x = x * 1664525u + 1013904223u;
    mix();
    for (std::uint32_t& x : v) x ^= x >> 16;
    mix();
    return v;
}

Key hashed_corner(const std::array<int, 3>& corner, std::uint32_t seed) {
    return hashed({static_cast<std::uint32_t>(corner[0]), static_cast<std::uint32_t>(corner[1]),
                   static_cast<std::uint32_t>(corner[2]) + seed * 0x9e3779b9u});
}

/// Sums over the lattice corners closer than sqrt(1/2), which it searches in all nearby cubes.
double simplex_value(const Vector& at, std::uint32_t seed) {
    const double skew = (at[0] + at[1] + at[2]) / 3;
    double total = 0;
    for (int code = 0; code < 125; ++code) {
        std::array<int, 3> corner{code % 5 - 2, code / 5 % 5 - 2, code / 25 - 2};
        for (std::size_t k = 0; k < 3; ++k) corner[k] += static_cast<int>(std::floor(at[k] + skew));
        const double back = (corner[0] + corner[1] + corner[2]) / 6.0;
        const Key bits = hashed_corner(corner, seed);
        double square = 0, slope = 0, length = 0;
        for (std::size_t k = 0; k < 3; ++k) {
            const double from = at[k] - (corner[k] - back), way = bits[k] * 0x1p-31 - 1;
            square += from * from, slope += from * way, length += way * way;
        }
        if (square < 0.5) total += std::pow(0.5 - square, 4) * slope / std::sqrt(length);
    }
    return 107 * total;
}

TEST_P(Noise, SimplexIsTheSumOverTheCornersAround) {
    const std::vector<Float3> in = dyadic_places(3000);
    const auto simplex = at("simplex", in), fractal = at("fractal", in);
    for (std::size_t i = 0; i < in.size(); ++i) {
        const auto of_octave = [&](int octave) {
            const double scale = 1 << octave;
            return simplex_value({scale * in[i].x, scale * in[i].y, scale * in[i].z},
                                 3u + static_cast<unsigned>(octave));
        };
        // Coordinates up to 32 have an error of 4e-6; slopes are about 4.
        ASSERT_NEAR(simplex[i].w, of_octave(0), 5e-5) << i;
        ASSERT_NEAR(fractal[i].w, of_octave(0) + of_octave(1) / 2 + of_octave(2) / 4, 1e-4) << i;
    }
}

/// Reference for the kernel "worley", from the points in the 27 surrounding cubes.
Float3 worley_reference(const Vector& at, std::uint32_t seed) {
    std::vector<std::pair<double, Key>> points;
    for (int code = 0; code < 27; ++code) {
        std::array<int, 3> cube{code % 3 - 1, code / 3 % 3 - 1, code / 9 - 1};
        for (std::size_t k = 0; k < 3; ++k) cube[k] += static_cast<int>(std::floor(at[k]));
        const Key bits = hashed_corner(cube, seed);
        double square = 0;
        for (std::size_t k = 0; k < 3; ++k) {
            const double offset = cube[k] + (bits[k] >> 8) * 0x1p-24 - at[k];
            square += offset * offset;
        }
        points.emplace_back(std::sqrt(square), bits);
    }
    std::ranges::sort(points);
    const Key cell = points[0].second;
    return {static_cast<float>(points[0].first), static_cast<float>(points[1].first),
            static_cast<float>((cell[0] ^ cell[1]) >> 8)};
}

TEST_P(Noise, WorleyFindsTheTwoNearestPoints) {
    const std::vector<Float3> in = dyadic_places(5000);
    const auto noise = at("worley", in);
    for (std::size_t i = 0; i < in.size(); ++i) {
        const Float3 expected = worley_reference({in[i].x, in[i].y, in[i].z}, 3);
        ASSERT_NEAR(noise[i].x, expected.x, 1e-5) << i;
        ASSERT_NEAR(noise[i].y, expected.y, 1e-5) << i;
        if (expected.y - expected.x > 1e-5) {
            ASSERT_EQ(noise[i].z, expected.z) << i;
        }
    }
}

void Noise::expect_gradients(const std::string& kernel, float step, double tolerance) {
    const std::vector<Float3> here = dyadic_places(3000);
    const auto noise = at(kernel, here);
    for (int axis = 0; axis < 3; ++axis) {
        const auto before = at(kernel, moved(here, axis, -step));
        const auto after = at(kernel, moved(here, axis, step));
        for (std::size_t i = 0; i < here.size(); ++i) {
            const double slope = (double(after[i].w) - before[i].w) / (2 * step);
            const Float4& n = noise[i];
            ASSERT_NEAR(axis == 0   ? n.x
                        : axis == 1 ? n.y
                                    : n.z,
                        slope, tolerance)
                << kernel << " " << i << " along " << axis;
        }
    }
}

TEST_P(Noise, SimplexGradientsAreDerivatives) {
    // The error is step^2 / 6 times the third derivative, which is below a few thousand.
    expect_gradients("simplex", 1.0f / 512, 3e-3);
    expect_gradients("fractal", 1.0f / 512, 1e-2);
}

TEST_P(Noise, WorleyDistanceIsLipschitz) {
    const std::vector<Float3> here = dyadic_places(5000);
    const auto noise = at("worley", here), beside = at("worley", moved(here, 1, 0.0625f));
    std::size_t same_cell = 0;
    double nearest = 0;
    for (std::size_t i = 0; i < here.size(); ++i) {
        ASSERT_LE(noise[i].x, noise[i].y) << i;
        nearest += noise[i].x;
        if (noise[i].x > 0.9f) continue;  // the nearest point may not be in the 27 cubes
        ASSERT_NEAR(noise[i].x, beside[i].x, 0.0625 + 1e-5) << i;
        if (noise[i].z == beside[i].z) {
            ++same_cell;
        } else if (noise[i].y < 0.9f) {  // the point is close to a wall between cells
            ASSERT_LE(noise[i].y - noise[i].x, 0.125 + 1e-5) << i;
        }
    }
    EXPECT_GT(same_cell, here.size() * 8 / 10);
    // Uniformly random points, one per unit of volume, would have a mean distance of 0.554.
    EXPECT_NEAR(nearest / static_cast<double>(here.size()), 0.53, 0.05);
}

INSTANTIATE_TEST_SUITE_P(Backends, Noise, test::each_backend(), test::name);

}  // namespace
}  // namespace glint
