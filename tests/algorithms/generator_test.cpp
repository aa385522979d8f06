// SPDX-License-Identifier: MIT
// Successive draws: each draw returns new words, and the words that a generator draws equal those
// that its device header computes.
#include <glint/algorithms/generator.hpp>

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include <glint/base/error.hpp>

#include <glint/mrg32k3a.cuh>
#include <glint/random.cuh>
#include <glint/xorwow.cuh>
#include <support/backends.hpp>
#include <support/thorough.hpp>

namespace glint {
namespace {

constexpr std::uint64_t kGeneratorSeed = 42;

class Generators : public test::OnEachBackend {
protected:
    Device device_ = open();
    Stream stream_{device_};
};

TEST_P(Generators, RepeatedDrawsContinueTheSequence) {
    Generator rng(stream_, {.seed = kGeneratorSeed, .sequence = 3});
    const auto first = rng.uniform<float>({10, 3}).to_vector();
    EXPECT_EQ(rng.offset(), 32u);
    const auto second = rng.uniform<double>(5).to_vector();
    EXPECT_EQ(rng.offset(), 44u);
    rng.skip(5);
    const auto third = rng.bits<unsigned>(7).to_vector();
    Random here(kGeneratorSeed, 3);
    for (const float number : first) ASSERT_EQ(number, here.uniform());
    here.skip(2);
    for (const double number : second) ASSERT_EQ(number, here.uniform_double());
    here.skip(2 + 8);
    for (const unsigned number : third) ASSERT_EQ(number, here.bits());
    EXPECT_EQ(first, Array(random<float>(stream_, 30, {kGeneratorSeed, 3})).to_vector());
}

TEST_P(Generators, DistributionsMatchTheFunctions) {
    Generator rng(stream_, {.seed = kGeneratorSeed});
    const auto normals = rng.normal<float>(1000, 2, 3).to_vector();
    EXPECT_EQ(normals, Array(normal<float>(stream_, 1000, {2, 3, kGeneratorSeed})).to_vector());
    const auto events = rng.poisson(100, 20).to_vector();
    EXPECT_EQ(events, Array(poisson(stream_, 100, 20, {kGeneratorSeed, 0, 250})).to_vector());
    EXPECT_EQ(rng.offset(), 1400u);
    const auto times = rng.exponential<double>(100, 0.5).to_vector();
    EXPECT_EQ(times,
              Array(exponential<double>(stream_, 100, {0.5, kGeneratorSeed, 0, 700})).to_vector());
    const auto dice = rng.integers<int>(100, 1, 7).to_vector();
    EXPECT_EQ(dice,
              Array(integers<int>(stream_, 100, 1, 7, {kGeneratorSeed, 0, 1600})).to_vector());
    const auto coins = rng.bernoulli(100, 0.25).to_vector();
    EXPECT_EQ(coins, Array(bernoulli(stream_, 100, 0.25, {kGeneratorSeed, 0, 1700})).to_vector());
    const auto of_means = rng.poisson(full<float>(stream_, 10, 20)).to_vector();
    EXPECT_EQ(of_means, Array(poisson(stream_, 10, 20, {kGeneratorSeed, 0, 450})).to_vector());
    EXPECT_EQ(rng.offset(), 1840u);
    const auto successes = rng.binomial(100, 40, 0.6).to_vector();
    EXPECT_EQ(successes,
              Array(binomial(stream_, 100, 40, 0.6, {kGeneratorSeed, 0, 460})).to_vector());
    const auto gammas = rng.gamma<float>(100, 2.5, 3).to_vector();
    EXPECT_EQ(gammas,
              Array(gamma<float>(stream_, 100, 2.5, 3, {kGeneratorSeed, 0, 560})).to_vector());
    const auto betas = rng.beta<double>(100, 2.5, 3).to_vector();
    EXPECT_EQ(betas,
              Array(beta<double>(stream_, 100, 2.5, 3, {kGeneratorSeed, 0, 660})).to_vector());
}

/// The words of 2^15 sequences on the host, interleaved in groups of four.
template <class State>
std::vector<unsigned> words_here(std::size_t count, std::uint64_t sequence, std::uint64_t offset) {
    std::vector<unsigned> words(count);
    for (std::size_t s = 0; s < detail::kFillSequences && 4 * s < count; ++s) {
        State state(kGeneratorSeed, sequence * detail::kFillSequences + s, offset);
        for (std::size_t first = 4 * s; first < count; first += 4 * detail::kFillSequences)
            for (std::size_t i = first; i < first + 4; ++i) {
                const unsigned word = state.bits();
                if (i < count) words[i] = word;
            }
    }
    return words;
}

template <class State>
void expect_words(const Stream& stream, RandomKind kind) {
    for (const std::size_t size : {0u, 1u, 5u, 255u, 1001u}) {
        Generator rng(stream, {.seed = kGeneratorSeed, .sequence = 2, .kind = kind});
        ASSERT_EQ(rng.bits<unsigned>(size).to_vector(), words_here<State>(size, 2, 0)) << size;
        ASSERT_EQ(rng.bits<unsigned>(size).to_vector(),
                  words_here<State>(size, 2, size == 0 ? 0 : 4));
    }
    Generator rng(stream, {.seed = kGeneratorSeed, .kind = kind});
    rng.skip(1000);
    EXPECT_EQ(rng.bits<unsigned>(1001).to_vector(), words_here<State>(1001, 0, 1000));
    // Each sequence contributes several groups; the first words equal those of a smaller array.
    const auto many =
        Generator(stream, {.seed = kGeneratorSeed, .kind = kind}).bits<unsigned>(300'003);
    const auto found = many.to_vector(), few = words_here<State>(1000, 0, 0);
    EXPECT_TRUE(std::equal(few.begin(), few.end(), found.begin()));
    State second(kGeneratorSeed, 1);
    second.skip(4);
    for (std::size_t i = 0; i < 4; ++i)
        EXPECT_EQ(found[4 * detail::kFillSequences + 4 + i], second.bits());
}

TEST_P(Generators, XorwowArraysMatchItsSequences) {
    expect_words<Xorwow>(stream_, RandomKind::xorwow);
}
TEST_P(Generators, Mrg32k3aArraysMatchItsSequences) {
    expect_words<Mrg32k3a>(stream_, RandomKind::mrg32k3a);
}

struct Moments {
    double mean, variance;
};

template <class T>
Moments moments_of(const Array<T>& array) {
    const auto numbers = array.to_vector();
    double sum = 0, squares = 0;
    for (const auto number : numbers) sum += double(number);
    const double mean = sum / double(numbers.size());
    for (const auto number : numbers) squares += (double(number) - mean) * (double(number) - mean);
    return {mean, squares / double(numbers.size())};
}

TEST_P(Generators, StatefulGeneratorsHaveEveryDistribution) {
    constexpr std::size_t kCount = 100'000;
    const auto expect = [](Moments found, double mean, double variance, double kurtosis) {
        EXPECT_NEAR(found.mean, mean, 5 * std::sqrt(variance / kCount));
        EXPECT_NEAR(found.variance / variance, 1, 5 * std::sqrt((kurtosis - 1) / kCount));
    };
    Generator xorwow(stream_, {.seed = kGeneratorSeed, .kind = RandomKind::xorwow});
    expect(moments_of(xorwow.uniform<float>(kCount)), 0.5, 1.0 / 12, 1.8);
    expect(moments_of(xorwow.normal<double>(kCount)), 0, 1, 3);
    expect(moments_of(xorwow.integers<int>(kCount, 1, 7)), 3.5, 35.0 / 12, 1.731);
    Generator mrg32k3a(stream_, {.seed = kGeneratorSeed, .kind = RandomKind::mrg32k3a});
    expect(moments_of(mrg32k3a.uniform<double>(kCount)), 0.5, 1.0 / 12, 1.8);
    expect(moments_of(mrg32k3a.poisson(kCount, 4)), 4, 4, 3.25);
    if constexpr (!test::kThorough) return;
    expect(moments_of(xorwow.normal<float>(kCount, 2, 3)), 2, 9, 3);
    expect(moments_of(xorwow.exponential<float>(kCount, 2)), 0.5, 0.25, 9);
    expect(moments_of(xorwow.bernoulli(kCount, 0.3)), 0.3, 0.21, 1.77);
    expect(moments_of(mrg32k3a.binomial(kCount, 100, 0.25)), 25, 18.75, 2.99);
    expect(moments_of(xorwow.gamma<float>(kCount, 0.5)), 0.5, 0.5, 15);
    expect(moments_of(mrg32k3a.beta<float>(kCount, 0.5, 0.5)), 0.5, 0.125, 1.5);
}

TEST_P(Generators, UnsupportedRequestsAreRefused) {
    const auto complaint = [](auto draw) -> std::string {
        try {
            draw();
        } catch (const Error& error) {
            return error.what();
        }
        return "none";
    };
    Generator rng(stream_, {.kind = RandomKind::xorwow});
    EXPECT_EQ(complaint([&] { rng.poisson(full<float>(stream_, 3, 1)); }),
              "cannot draw Poisson numbers with an array of means: XORWOW and MRG32k3a support "
              "only a single mean. Use Philox");
    EXPECT_EQ(complaint([&] {
                  Generator(stream_, {.sequence = 1ull << 49, .kind = RandomKind::mrg32k3a});
              }),
              "cannot create a generator of random numbers: the sequence is 562949953421312, but "
              "must be below 2^49 for XORWOW and MRG32k3a");
    EXPECT_NE(complaint([&] { rng.skip(1ull << 57); }).find("Use another sequence"),
              std::string::npos);
    EXPECT_NE(complaint([&] { rng.normal<float>(3, 0, -1); }).find("deviation is -1"),
              std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(Backends, Generators, test::each_backend(), test::name);

}  // namespace
}  // namespace glint
