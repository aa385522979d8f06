#include <algorithm>
#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include <kernels/fixture.hpp>

namespace glint {
namespace {

struct Float3 {
    float x, y, z;
};
struct Float4 {
    float x, y, z, w;
};

class Noise : public test::KernelFile {
protected:
    Noise() : KernelFile("noise.cu") {}

    std::vector<Float4> at(const std::string& kernel, const std::vector<Float3>& places) {
        return map<Float4>(kernel, places, places.size());
    }
    /// Whether gradients are what differences of values over 2 * `step` say, within `tolerance`.
    void expect_gradients(const std::string& kernel, float step, double tolerance);
};

/// On a grid of 1/1024, so that small steps are exact.
std::vector<Float3> places(std::size_t count) {
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

TEST_P(Noise, SimplexStaysInItsRangeAndUsesIt) {
    const auto noise = at("simplex", places(100'000));
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

void Noise::expect_gradients(const std::string& kernel, float step, double tolerance) {
    const std::vector<Float3> here = places(3000);
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

TEST_P(Noise, SimplexGradientsAreTheSlopes) {
    // The third derivative stays below some thousands: times step^2 / 6.
    expect_gradients("simplex", 1.0f / 512, 3e-3);
    expect_gradients("fractal", 1.0f / 512, 1e-2);
}

TEST_P(Noise, WorleyDistancesGrowNoFasterThanSpace) {
    const std::vector<Float3> here = places(5000);
    const auto noise = at("worley", here), beside = at("worley", moved(here, 1, 0.0625f));
    std::size_t same_cell = 0;
    double nearest = 0;
    for (std::size_t i = 0; i < here.size(); ++i) {
        ASSERT_LE(noise[i].x, noise[i].y) << i;
        nearest += noise[i].x;
        if (noise[i].x > 0.9f) continue;  // beyond what the nearest cubes are sure to hold
        ASSERT_NEAR(noise[i].x, beside[i].x, 0.0625 + 1e-5) << i;
        if (noise[i].z == beside[i].z) {
            ++same_cell;
        } else if (noise[i].y < 0.9f) {  // a wall between cells is near
            ASSERT_LE(noise[i].y - noise[i].x, 0.125 + 1e-5) << i;
        }
    }
    EXPECT_GT(same_cell, here.size() * 8 / 10);
    // Points strewn at random, one in each unit of volume, would be 0.554 away on average.
    EXPECT_NEAR(nearest / static_cast<double>(here.size()), 0.53, 0.05);
}

INSTANTIATE_TEST_SUITE_P(Backends, Noise, test::each_backend(), test::name);

}  // namespace
}  // namespace glint
