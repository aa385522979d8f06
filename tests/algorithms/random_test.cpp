// SPDX-License-Identifier: MIT
// Arrays of random numbers, compared with the same words drawn one by one on the host. Arrays that
// differ only in offset, shape or kernel are also compared with each other.
#include <glint/algorithms/random.hpp>

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include <glint/array/views.hpp>
#include <glint/base/error.hpp>

#include <glint/random.cuh>
#include <support/backends.hpp>

#include "refusal.hpp"

namespace glint {
namespace {

constexpr std::uint64_t kArraySeed = 0x123456789abcdef;

class RandomArrays : public test::OnEachBackend {
protected:
    Device device_ = open();
    Stream stream_{device_};
};

/// Numbers drawn on the host, starting at word `first` of a sequence.
template <class T, class F>
std::vector<T> drawn_here(std::size_t count, F draw, std::uint64_t sequence = 0,
                          std::uint64_t first = 0) {
    Random random(kArraySeed, sequence, first);
    std::vector<T> numbers(count);
    for (std::size_t i = 0; i < count; ++i) numbers[i] = static_cast<T>(draw(random));
    return numbers;
}

const auto uniform_here = [](Random& random) { return random.uniform(); };

TEST_P(RandomArrays, MatchThePhiloxSequence) {
    for (const std::size_t size : {0u, 1u, 3u, 4u, 5u, 31u, 33u, 255u, 257u, 1000u, 100'003u}) {
        const Array<unsigned> bits = random<unsigned>(stream_, size, {.seed = kArraySeed});
        ASSERT_EQ(bits.to_vector(), drawn_here<unsigned>(size, [](Random& r) { return r.bits(); }))
            << size;
    }
    const Array<std::uint64_t> wide = random<std::uint64_t>(stream_, 1001, {kArraySeed, 9});
    EXPECT_EQ(wide.to_vector(),
              drawn_here<std::uint64_t>(1001, [](Random& r) { return r.bits64(); }, 9));
    const Array<std::uint8_t> bytes = random<std::uint8_t>(stream_, 1001, {kArraySeed});
    EXPECT_EQ(bytes.to_vector(),
              drawn_here<std::uint8_t>(1001, [](Random& r) { return r.bits() >> 24; }));
    const Array<bool> coins = random<bool>(stream_, 1001, {kArraySeed});
    EXPECT_EQ(coins.to_vector(), drawn_here<bool>(1001, [](Random& r) { return r.bits() >> 31; }));
}

TEST_P(RandomArrays, UniformNumbersMatchTheHostBitForBit) {
    const Array<float> floats = random<float>(stream_, 10'001, {kArraySeed, 3});
    EXPECT_EQ(floats.to_vector(), drawn_here<float>(10'001, uniform_here, 3));
    const Array<double> doubles = random<double>(stream_, 10'001, {kArraySeed, 3});
    EXPECT_EQ(doubles.to_vector(),
              drawn_here<double>(10'001, [](Random& r) { return r.uniform_double(); }, 3));
    const auto halves = Array(random<half>(stream_, 1001, {kArraySeed})).to_vector();
    const auto here = drawn_here<float>(1001, uniform_here);
    for (std::size_t i = 0; i < here.size(); ++i) ASSERT_EQ(halves[i], static_cast<half>(here[i]));
}

TEST_P(RandomArrays, StartAtAnyOffset) {
    for (const std::uint64_t offset : {1ull, 2ull, 3ull, 4ull, 4095ull, (1ull << 40) + 7}) {
        const Array<float> moved = random<float>(stream_, 1003, {kArraySeed, 1, offset});
        ASSERT_EQ(moved.to_vector(), drawn_here<float>(1003, uniform_here, 1, offset)) << offset;
        const Array<double> wide = random<double>(stream_, 1003, {kArraySeed, 1, offset});
        ASSERT_EQ(
            wide.to_vector(),
            drawn_here<double>(1003, [](Random& r) { return r.uniform_double(); }, 1, 2 * offset));
    }
}

TEST_P(RandomArrays, DependOnlyOnTheIndex) {
    const auto expected = drawn_here<float>(35 * 21, uniform_here);
    const auto matrix = random<float>(stream_, {35, 21}, {kArraySeed});
    EXPECT_EQ(Array(matrix).to_vector(), expected);
    // Writes into every second column of a larger array, transposed and then also reversed.
    Array<float> large(stream_, Shape{21, 70});
    auto part = transposed(large(slice(), slice(0, 70, 2)));
    part = matrix;
    EXPECT_EQ(part.to_vector(), expected);
    auto back = reversed(part);
    back = matrix;
    EXPECT_EQ(back.to_vector(), expected);
    // These kernels use different pack sizes: for doubles, for bytes, and for broadcast rows.
    const auto doubles = Array(cast<double>(matrix)).to_vector();
    const auto bytes = Array(cast<std::uint8_t>(matrix * 255.0f)).to_vector();
    const auto column = random<float>(stream_, {35, 1}, {kArraySeed});
    const auto rows = Array(column + zeros<float>(stream_, {35, 21})).to_vector();
    for (std::size_t i = 0; i < expected.size(); ++i) {
        ASSERT_EQ(doubles[i], double(expected[i]));
        ASSERT_EQ(bytes[i], static_cast<std::uint8_t>(expected[i] * 255.0f));
        ASSERT_EQ(rows[i], expected[i / 21]);
    }
}

TEST_P(RandomArrays, AreGeneratedInsideExpressions) {
    const Array<float> x = linspace<float>(stream_, 0, 1, 1000);
    const auto noise = random<float>(stream_, 1000, {kArraySeed, 1});
    const Array<float> y = 2.0f * x + noise * noise - random<float>(stream_, 1000, {kArraySeed, 2});
    const auto in = x.to_vector(), out = y.to_vector();
    const auto a = drawn_here<float>(1000, uniform_here, 1),
               b = drawn_here<float>(1000, uniform_here, 2);
    for (std::size_t i = 0; i < in.size(); ++i)
        ASSERT_NEAR(out[i], 2.0f * in[i] + a[i] * a[i] - b[i], 1e-6) << i;
}

TEST_P(RandomArrays, CombineWithOperandsOfAnyLayout) {
    const auto here = drawn_here<float>(48 * 65, uniform_here);
    const Array<float> x = reshaped(Array(arange<float>(stream_, 48 * 65)), {65, 48});
    const auto numbers = random<float>(stream_, {48, 65}, {kArraySeed});
    const auto turned = Array(transposed(x) + numbers).to_vector();
    const auto back = Array(reversed(transposed(x)) + numbers).to_vector();
    const auto mirrored = Array(reversed(reshaped(x, {48, 65}), 1) + numbers).to_vector();
    for (std::size_t i = 0; i < here.size(); ++i) {
        const std::size_t row = i / 65, column = i % 65;
        ASSERT_EQ(turned[i], float(column * 48 + row) + here[i]) << i;
        ASSERT_EQ(back[i], float((64 - column) * 48 + 47 - row) + here[i]) << i;
        ASSERT_EQ(mirrored[i], float(row * 65 + 64 - column) + here[i]) << i;
    }
}

TEST_P(RandomArrays, NormalNumbersUseBoxMuller) {
    const Array<float> floats =
        normal<float>(stream_, 20'000, {.mean = 1, .deviation = 2, .seed = kArraySeed});
    const Array<double> doubles =
        normal<double>(stream_, 20'000, {.seed = kArraySeed, .sequence = 5});
    const auto f = floats.to_vector();
    const auto d = doubles.to_vector();
    Random random(kArraySeed), random_double(kArraySeed, 5);
    for (std::size_t i = 0; i < f.size(); i += 2) {
        const auto pair = random.normal_pair();
        const auto wide = random_double.normal_pair_double();
        ASSERT_NEAR(f[i], 1 + 2 * pair.first, 1e-5) << i;
        ASSERT_NEAR(f[i + 1], 1 + 2 * pair.second, 1e-5) << i;
        ASSERT_NEAR(d[i], wide.first, 1e-14) << i;
        ASSERT_NEAR(d[i + 1], wide.second, 1e-14) << i;
    }
}

TEST_P(RandomArrays, OtherDistributionsUseTheSameSequence) {
    const auto here = drawn_here<float>(1000, uniform_here);
    const auto times =
        Array(exponential<float>(stream_, 1000, {.rate = 4, .seed = kArraySeed})).to_vector();
    const auto coins = Array(bernoulli(stream_, 1000, 0.3, {kArraySeed})).to_vector();
    const auto normals = Array(normal<float>(stream_, 1000, {0.5, 0.25, kArraySeed})).to_vector();
    const auto log_normals =
        Array(log_normal<float>(stream_, 1000, {0.5, 0.25, kArraySeed})).to_vector();
    const auto halves = Array(normal<half>(stream_, 1000, {0.5, 0.25, kArraySeed})).to_vector();
    for (std::size_t i = 0; i < here.size(); ++i) {
        ASSERT_NEAR(times[i], -std::log(here[i]) / 4, 1e-6 * times[i] + 1e-7) << i;
        ASSERT_EQ(coins[i], here[i] <= 0.3f) << i;
        ASSERT_NEAR(log_normals[i], std::exp(normals[i]), 2e-6 * log_normals[i]) << i;
        ASSERT_EQ(halves[i], static_cast<half>(normals[i])) << i;
    }
    for (const bool sure : Array(bernoulli(stream_, 1000, 1, {kArraySeed})).to_vector())
        ASSERT_TRUE(sure);
    for (const bool no : Array(bernoulli(stream_, 1000, 0, {kArraySeed})).to_vector())
        ASSERT_FALSE(no);
}

TEST_P(RandomArrays, IntegersCoverTheirWholeRange) {
    const auto dice = Array(integers<int>(stream_, 10'000, -1, 5, {kArraySeed})).to_vector();
    EXPECT_EQ(*std::min_element(dice.begin(), dice.end()), -1);
    EXPECT_EQ(*std::max_element(dice.begin(), dice.end()), 4);
    const auto here = drawn_here<unsigned>(10'000, [](Random& r) { return r.bits(); });
    for (std::size_t i = 0; i < here.size(); ++i)
        ASSERT_EQ(dice[i], -1 + static_cast<int>(std::uint64_t(here[i]) * 6 >> 32));
    constexpr auto kLow = std::numeric_limits<std::int64_t>::min();
    constexpr auto kHigh = std::numeric_limits<std::int64_t>::max();
    const auto wide =
        Array(integers<std::int64_t>(stream_, 1000, kLow, kHigh, {kArraySeed})).to_vector();
    EXPECT_GT(std::count_if(wide.begin(), wide.end(), [](auto i) { return i < 0; }), 400);
    EXPECT_GT(std::count_if(wide.begin(), wide.end(), [](auto i) { return i > 0; }), 400);
    for (const auto only :
         Array(integers<std::int8_t>(stream_, 100, -7, -6, {kArraySeed})).to_vector())
        ASSERT_EQ(only, -7);
}

TEST_P(RandomArrays, RejectedIntegersAreDrawnAgain) {
    // A quarter of the words is rejected. Even so, each number depends only on its own block of
    // words, not on rejections in other blocks.
    constexpr std::uint32_t kBound = 3u << 30;
    const auto all =
        Array(integers<std::uint32_t>(stream_, 4096, 0, kBound, {kArraySeed})).to_vector();
    const auto moved =
        Array(integers<std::uint32_t>(stream_, 4000, 0, kBound, {kArraySeed, 0, 96})).to_vector();
    EXPECT_TRUE(std::equal(moved.begin(), moved.end(), all.begin() + 96));
    const auto here = drawn_here<unsigned>(4096, [](Random& r) { return r.bits(); });
    std::size_t redrawn = 0;
    for (std::size_t i = 0; i < all.size(); ++i) {
        ASSERT_LT(all[i], kBound);
        redrawn += all[i] != std::uint64_t(here[i]) * kBound >> 32;
    }
    EXPECT_NEAR(double(redrawn), 1024, 5 * std::sqrt(4096 * 0.25 * 0.75));
}

TEST_P(RandomArrays, PoissonTakesOneMeanOrAnArray) {
    const Array<unsigned> same = poisson(stream_, 1000, 30, {kArraySeed});
    const Array<unsigned> each = poisson(full<float>(stream_, 1000, 30), {kArraySeed});
    EXPECT_EQ(same.to_vector(), each.to_vector());
    const std::vector<double> means{0, -1, std::nan(""), 1e12, 5, 100};
    const auto found =
        Array(poisson<double>(Array<double>(stream_, means), {kArraySeed})).to_vector();
    EXPECT_EQ((std::vector{found[0], found[1], found[2]}), (std::vector<double>{0, 0, 0}));
    EXPECT_NEAR(found[3], 1e9, 5 * std::sqrt(1e9));
    EXPECT_NEAR(found[4], 5, 15);
    EXPECT_NEAR(found[5], 100, 50);
}

TEST_P(RandomArrays, BadParametersAreRefused) {
    const auto has = [](const std::string& text, const char* part) {
        EXPECT_NE(text.find(part), text.npos) << text;
    };
    const double no_number = std::nan("");
    has(test::refusal([&] { poisson(stream_, 3, -1); }), "the mean number of events is -1");
    has(test::refusal([&] { poisson(stream_, 3, no_number); }), "the mean number of events is nan");
    has(test::refusal([&] { integers<int>(stream_, 3, 5, 5); }), "the range [5, 5) is empty");
    has(test::refusal([&] { integers<unsigned>(stream_, 3, 7, 6); }), "the range [7, 6) is empty");
    has(test::refusal([&] { bernoulli(stream_, 3, 1.5); }), "the probability is 1.5");
    has(test::refusal([&] { bernoulli(stream_, 3, no_number); }), "the probability is nan");
    has(test::refusal([&] { normal<float>(stream_, 3, {.deviation = -2}); }),
        "the standard deviation is -2");
    has(test::refusal([&] { normal<float>(stream_, 3, {.mean = no_number}); }), "the mean is nan");
    has(test::refusal([&] { exponential<float>(stream_, 3, {.rate = 0}); }), "the rate is 0");
    has(test::refusal([&] { binomial(stream_, 3, 2'000'000'000, 0.5); }),
        "the number of trials is 2000000000, but must be at most 10^9");
    has(test::refusal([&] { binomial(stream_, 3, 7, -0.5); }), "the probability is -0.5");
    has(test::refusal([&] { gamma<float>(stream_, 3, 0); }), "the k is 0");
    has(test::refusal([&] { gamma<float>(stream_, 3, 1, -2); }), "the scale is -2");
    has(test::refusal([&] { beta<float>(stream_, 3, 1, no_number); }), "the b is nan");
    has(test::refusal([&] { random<float>(stream_, 3, {.offset = 1ull << 56}); }), "below 2^56");
}

INSTANTIATE_TEST_SUITE_P(Backends, RandomArrays, test::each_backend(), test::name);

}  // namespace
}  // namespace glint
