// SPDX-License-Identifier: MIT
// Numeric functions in kernels/glint, the device library.
#include <array>
#include <cmath>
#include <filesystem>
#include <random>

#include <gtest/gtest.h>

#include <glint/compiler/program.hpp>

#include <glint/driver/memory.hpp>
#include <support/backends.hpp>

namespace glint {
namespace {

using Key = std::array<std::uint32_t, 3>;

/// pcg3d, as published.
Key reference_hash(Key v) {
    for (std::uint32_t& word : v) word = word * 1664525u + 1013904223u;
    const auto mix = [&] {
        v[0] += v[1] * v[2];
        v[1] += v[2] * v[0];
        v[2] += v[0] * v[1];
    };
    mix();
    for (std::uint32_t& word : v) word ^= word >> 16;
    mix();
    return v;
}

class DeviceLibrary : public test::OnEachBackend {
protected:
    template <class Out, class In>
    std::vector<Out> map(const char* kernel, const std::vector<In>& in, std::size_t count,
                         std::size_t width) {
        const auto from = to_device(stream_, in);
        DeviceMemory<Out> to(device_, count * width);
        program_.kernel<void(unsigned, const In*, Out*)>(kernel).launch(stream_, threads(count),
                                                                        count, from, to);
        return to_vector(stream_, to);
    }

    /// Runs `kernel` at 3D positions; returns `width` floats per position.
    std::vector<float> sample(const char* kernel, const std::vector<float>& places,
                              std::size_t width) {
        const std::size_t count = places.size() / 3;
        const auto at = to_device(stream_, places);
        DeviceMemory<float> to(device_, count * width);
        program_.kernel<void(unsigned, unsigned, const float*, float*)>(kernel).launch(
            stream_, threads(count), count, 5, at, to);
        return to_vector(stream_, to);
    }

    std::vector<float> uniform(std::size_t count) {
        DeviceMemory<float> out(device_, 3 * count);
        program_.kernel<void(unsigned, float*)>("uniform").launch(stream_, threads(count), count,
                                                                  out);
        return to_vector(stream_, out);
    }

    Device device_ = open();
    Stream stream_{device_};
    Program program_{device_, std::filesystem::path(GLINT_TEST_DATA_DIR) / "library.cu"};
};

TEST_P(DeviceLibrary, HashMatchesThePaper) {
    std::mt19937 random(1);
    std::vector<std::uint32_t> keys(3 * 10'000), expected;
    for (std::uint32_t& key : keys) key = static_cast<std::uint32_t>(random());
    std::fill_n(keys.begin(), 3, 0u);
    std::fill_n(keys.begin() + 3, 3, 0xffffffffu);
    for (std::size_t i = 0; i < keys.size(); i += 3)
        for (const std::uint32_t word : reference_hash({keys[i], keys[i + 1], keys[i + 2]}))
            expected.push_back(word);
    EXPECT_EQ(map<std::uint32_t>("hash_keys", keys, keys.size() / 3, 3), expected);
}

TEST_P(DeviceLibrary, UnitFloatsAreBelowOne) {
    const std::vector<std::uint32_t> bits{0u, 255u, 256u, 0x80000000u, 0xffffffffu};
    EXPECT_EQ(map<float>("unit_floats", bits, bits.size(), 1),
              (std::vector<float>{0.0f, 0.0f, 0x1p-24f, 0.5f, 1.0f - 0x1p-24f}));
}

TEST_P(DeviceLibrary, UniformNumbersFillTheirRangeEvenly) {
    constexpr std::size_t kCount = 1 << 18;
    constexpr int kBins = 256;
    const std::vector<float> numbers = uniform(kCount);
    for (std::size_t axis = 0; axis < 3; ++axis) {
        std::array<double, kBins> bins{};
        for (std::size_t i = axis; i < numbers.size(); i += 3)
            ++bins.at(static_cast<std::size_t>(numbers[i] * kBins));
        double chi_square = 0;
        const double expected = static_cast<double>(kCount) / kBins;
        for (const double found : bins)
            chi_square += (found - expected) * (found - expected) / expected;
        // 255 degrees of freedom: mean 255, standard deviation 22.6, and a tolerance of five
        // standard deviations.
        EXPECT_NEAR(chi_square, 255, 113) << axis;
    }
}

/// Correlation of numbers[first], numbers[first + 3], ... with numbers[second], ...
double correlation(const std::vector<float>& numbers, std::size_t first, std::size_t second) {
    double sum = 0;
    std::size_t count = 0;
    for (; std::max(first, second) < numbers.size(); first += 3, second += 3, ++count)
        sum += (numbers[first] - 0.5) * (numbers[second] - 0.5);
    return 12 * sum / static_cast<double>(count);
}

TEST_P(DeviceLibrary, UniformNumbersAreIndependent) {
    constexpr std::size_t kCount = 1 << 18;
    const std::vector<float> numbers = uniform(kCount);
    // The tolerance is five standard deviations.
    const double tolerance = 5 / std::sqrt(static_cast<double>(kCount));
    for (std::size_t axis = 0; axis < 3; ++axis) {
        EXPECT_NEAR(correlation(numbers, axis, (axis + 1) % 3), 0, tolerance) << "axes " << axis;
        EXPECT_NEAR(correlation(numbers, axis, axis + 3), 0, tolerance) << "neighbours " << axis;
        EXPECT_NEAR(correlation(numbers, axis, axis), 1, tolerance) << "variance " << axis;
    }
}

constexpr float kStep = 1.0f / 256;

/// Positions at least 1/64 inside their lattice cell, on a grid of 1/1024. Moving such a position
/// by `kStep` to either side is exact and stays in the cell.
std::vector<float> places_inside_cells(std::size_t count) {
    std::mt19937 random(2);
    std::uniform_int_distribution<int> cell(-4, 3), fraction(16, 1008);
    std::vector<float> places(3 * count);
    for (float& x : places)
        x = static_cast<float>(cell(random)) + static_cast<float>(fraction(random)) / 1024;
    return places;
}

std::vector<float> moved(std::vector<float> places, std::size_t axis, float by) {
    for (std::size_t i = axis; i < places.size(); i += 3) places[i] += by;
    return places;
}

TEST_P(DeviceLibrary, NoiseUsesItsWholeRange) {
    const std::vector<float> noise = sample("noise", places_inside_cells(10'000), 8);
    float least = 1, most = 0;
    for (std::size_t i = 0; i < noise.size(); i += 4) {
        least = std::min(least, noise[i]);
        most = std::max(most, noise[i]);
    }
    EXPECT_GE(least, 0.0f);
    EXPECT_LT(most, 1.0f);
    EXPECT_LT(least, 0.1f);
    EXPECT_GT(most, 0.9f);
}

TEST_P(DeviceLibrary, NoiseOnTheLatticeIsTheHashAndLevel) {
    const std::vector<float> noise = sample("noise", {2, -3, 1, 0, 0, 0}, 8);
    const Key bits = reference_hash({2, static_cast<std::uint32_t>(-3), 1 + 5 * 0x9e3779b9u});
    EXPECT_EQ(noise[0], static_cast<float>(bits[0] >> 8) * 0x1p-24f);
    EXPECT_EQ(noise[4], static_cast<float>(bits[1] >> 8) * 0x1p-24f);
    for (const std::size_t slope : {1u, 2u, 3u, 5u, 6u, 7u}) EXPECT_EQ(noise[slope], 0.0f) << slope;
}

TEST_P(DeviceLibrary, NoiseIsContinuousAcrossCells) {
    constexpr float kEdge = 1e-4f;
    const std::vector<float> below =
        sample("noise", {1 - kEdge, 0.3f, 0.6f, 0.3f, -kEdge, 0.6f}, 8);
    const std::vector<float> above = sample("noise", {1 + kEdge, 0.3f, 0.6f, 0.3f, kEdge, 0.6f}, 8);
    // Between the two sides, values and gradients differ by at most 2 kEdge times their slopes,
    // which are below 2 and below 6.
    for (std::size_t i = 0; i < below.size(); ++i) EXPECT_NEAR(below[i], above[i], 1.2e-3) << i;
}

TEST_P(DeviceLibrary, NoiseGradientsAreDerivatives) {
    const std::vector<float> places = places_inside_cells(2000);
    const std::vector<float> here = sample("noise", places, 8);
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const auto before = sample("noise", moved(places, axis, -kStep), 8);
        const auto after = sample("noise", moved(places, axis, kStep), 8);
        for (std::size_t i = 0; i < here.size(); i += 4) {
            const double slope = (double(after[i]) - before[i]) / (2 * kStep);
            // The third derivative is at most 60, so the error is at most kStep^2 / 6 * 60 =
            // 1.5e-4. Rounding of values by 1e-7 adds 1e-7 / (2 kStep) = 1.3e-5.
            ASSERT_NEAR(here[i + 1 + axis], slope, 3e-4) << i << " along " << axis;
        }
    }
}

TEST_P(DeviceLibrary, CurlNoiseIsDivergenceFree) {
    const std::vector<float> places = places_inside_cells(5000);
    std::vector<double> divergence(places.size() / 3);
    double square_of_slopes = 0;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const auto before = sample("curl", moved(places, axis, -kStep), 3);
        const auto after = sample("curl", moved(places, axis, kStep), 3);
        for (std::size_t i = 0; i < divergence.size(); ++i) {
            const double slope = (double(after[3 * i + axis]) - before[3 * i + axis]) / (2 * kStep);
            divergence[i] += slope;
            square_of_slopes += slope * slope;
        }
    }
    double square = 0;
    for (const double d : divergence) square += d * d;
    // The slopes along the three axes are large, but their sum is 0. What remains is the error of
    // the finite differences: kStep^2 / 6 times the third derivative, which is a few hundred at
    // most.
    EXPECT_GT(square_of_slopes, 0.1 * static_cast<double>(divergence.size()));
    EXPECT_LT(std::sqrt(square / square_of_slopes), 1e-3);
}

INSTANTIATE_TEST_SUITE_P(Backends, DeviceLibrary, test::each_backend(), test::name);

}  // namespace
}  // namespace glint
