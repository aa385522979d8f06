// SPDX-License-Identifier: MIT
// Sobol points: the first published points, even coverage, and arrays compared with the device
// header compiled for the host.
#include <glint/algorithms/sobol.hpp>

#include <algorithm>
#include <cmath>
#include <set>

#include <gtest/gtest.h>

#include <glint/array/functions.hpp>
#include <glint/array/operators.hpp>
#include <glint/base/error.hpp>

#include <glint/sobol.cuh>
#include <support/backends.hpp>

namespace glint {
namespace {

TEST(SobolDirections, MatchJoeAndKuo) {
    // Each row is a dimension, followed by m_1 to m_5. The first rows were computed by hand; the
    // others were taken from the table of Joe and Kuo.
    const std::vector<std::vector<std::uint64_t>> rows{{1, 1, 1, 1, 1, 1},    {2, 1, 3, 5, 15, 17},
                                                       {3, 1, 3, 3, 9, 29},   {8, 1, 1, 5, 5, 17},
                                                       {10, 1, 1, 7, 11, 19}, {13, 1, 3, 5, 5, 31}};
    const auto directions = sobol_directions(1111, 32);
    for (const auto& row : rows)
        for (std::size_t i = 0; i < 5; ++i)
            EXPECT_EQ(directions[(row[0] - 1) * 32 + i] >> (31 - i), row[1 + i]) << row[0];
    // Within a dimension, each direction has one more significant bit than the previous one, and
    // its last significant bit is set. Therefore, all points differ.
    for (std::size_t i = 0; i < directions.size(); ++i)
        ASSERT_EQ(directions[i] & ((2ull << (31 - i % 32)) - 1), 1ull << (31 - i % 32)) << i;
    // The 64-bit directions start with the same bits.
    const auto wide = sobol_directions(1111, 64);
    for (std::size_t i = 0; i < directions.size(); ++i)
        ASSERT_EQ(wide[i / 32 * 64 + i % 32] >> 32, directions[i]);
}

TEST(SobolDirections, DimensionsDiffer) {
    for (const bool scrambled : {false, true}) {
        const auto directions =
            scrambled ? scrambled_sobol_directions(1111, 32, 5) : sobol_directions(1111, 32);
        std::set<std::vector<std::uint64_t>> different;
        for (std::size_t d = 0; d < 1111; ++d)
            different.insert(
                {directions.begin() + long(32 * d), directions.begin() + long(32 * d + 32)});
        EXPECT_EQ(different.size(), 1111u);
    }
}

class SobolPoints : public test::OnEachBackend {
protected:
    Device device_ = open();
    Stream stream_{device_};
};

TEST_P(SobolPoints, MatchThePublishedPoints) {
    // The first points in three dimensions, as printed by the authors' program.
    const std::vector<float> expected{0,     0,     0,     0.5,   0.5,   0.5,   0.75,  0.25,
                                      0.25,  0.25,  0.75,  0.75,  0.375, 0.375, 0.625, 0.875,
                                      0.875, 0.125, 0.625, 0.125, 0.875, 0.125, 0.625, 0.375};
    const auto found = Array(sobol<float>(stream_, 8, 3)).to_vector();
    const auto doubles = Array(sobol<double>(stream_, 8, 3)).to_vector();
    for (std::size_t i = 0; i < expected.size(); ++i) {
        EXPECT_EQ(found[i], expected[i] + 0x1p-24f) << i;
        EXPECT_EQ(doubles[i], double(expected[i]) + 0x1p-53) << i;
    }
}

TEST_P(SobolPoints, MatchTheDeviceHeader) {
    constexpr std::size_t kPoints = 500, kDimensions = 101;
    const SobolOptions options{.first = 123'456, .scrambled = true, .seed = 9};
    const auto found = Array(sobol<float>(stream_, kPoints, kDimensions, options)).to_vector();
    const auto wide = Array(sobol<double>(stream_, kPoints, kDimensions, options)).to_vector();
    const auto directions = scrambled_sobol_directions(kDimensions, 32, 9);
    const auto shifts = sobol_shifts(kDimensions, 32, 9);
    const auto wide_directions = scrambled_sobol_directions(kDimensions, 64, 9);
    const auto wide_shifts = sobol_shifts(kDimensions, 64, 9);
    for (std::size_t d = 0; d < kDimensions; ++d) {
        const std::vector<unsigned> narrow(directions.begin() + long(32 * d),
                                           directions.begin() + long(32 * d + 32));
        const std::vector<unsigned long long> words(wide_directions.begin() + long(64 * d),
                                                    wide_directions.begin() + long(64 * d + 64));
        Sobol32 sequence(narrow.data(), 123'456, static_cast<unsigned>(shifts[d]));
        Sobol64 wide_sequence(words.data(), 123'456, wide_shifts[d]);
        for (std::size_t i = 0; i < kPoints; ++i) {
            ASSERT_EQ(found[i * kDimensions + d], sequence.uniform()) << d << " " << i;
            ASSERT_EQ(wide[i * kDimensions + d], wide_sequence.uniform_double()) << d << " " << i;
        }
    }
}

TEST_P(SobolPoints, EachOfNIntervalsHasOneOfNPoints) {
    constexpr std::size_t kPoints = 1024, kDimensions = 1111;
    for (const bool scrambled : {false, true}) {
        const auto found = Array(sobol<float>(stream_, kPoints, kDimensions,
                                              {.first = 2 * kPoints, .scrambled = scrambled}))
                               .to_vector();
        for (std::size_t d = 0; d < kDimensions; ++d) {
            std::set<int> intervals;
            for (std::size_t i = 0; i < kPoints; ++i)
                intervals.insert(static_cast<int>(found[i * kDimensions + d] * kPoints));
            ASSERT_EQ(intervals.size(), kPoints) << d;
        }
    }
}

TEST_P(SobolPoints, IntegrateBetterThanRandomPoints) {
    // The mean of the product of 1 + (x - 1/2) / 2 over six dimensions is 1.
    constexpr std::size_t kPoints = 4096, kDimensions = 6;
    for (const SobolOptions options :
         {SobolOptions{}, {.scrambled = true, .seed = 1}, {.scrambled = true, .seed = 2}}) {
        const Array<double> points = sobol<double>(stream_, kPoints, kDimensions, options);
        const auto found = points.to_vector();
        double sum = 0;
        for (std::size_t i = 0; i < kPoints; ++i) {
            double product = 1;
            for (std::size_t d = 0; d < kDimensions; ++d)
                product *= 0.75 + 0.5 * found[i * kDimensions + d];
            sum += product;
        }
        // Random points would be off by 0.006.
        EXPECT_NEAR(sum / kPoints, 1, 5e-4);
    }
}

TEST_P(SobolPoints, AreGeneratedInsideExpressions) {
    const Array<double> normals = normcdfinv(sobol<double>(stream_, 4096, 2, {.scrambled = true}));
    double sum = 0, squares = 0;
    for (const double x : normals.to_vector()) {
        sum += x;
        squares += x * x;
    }
    EXPECT_NEAR(sum / 8192, 0, 2e-3);
    EXPECT_NEAR(squares / 8192, 1, 5e-3);
}

TEST_P(SobolPoints, DimensionsOutOfRangeAreRefused) {
    for (const std::size_t dimensions : {0u, 1112u}) {
        try {
            sobol<float>(stream_, 3, dimensions);
            ADD_FAILURE();
        } catch (const Error& error) {
            EXPECT_EQ(
                error.what(),
                "cannot create Sobol points: " + std::to_string(dimensions) +
                    " dimensions were requested, but only 1 to 1111 dimensions are supported");
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Backends, SobolPoints, test::each_backend(), test::name);

}  // namespace
}  // namespace glint
