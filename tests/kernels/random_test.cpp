// SPDX-License-Identifier: MIT
// Words and numbers of glint/random.cuh, compared with published values and with the same header
// compiled for the host.
#include <limits>
#include <set>

#include <gtest/gtest.h>

#include <glint/random.cuh>
#include <kernels/fixture.hpp>

namespace glint {
namespace {

constexpr std::size_t kDrawingThreads = 1000, kDraws = 16;
constexpr unsigned long long kSeed = 0x123456789abcdefull;

class RandomNumbers : public test::KernelFile {
protected:
    RandomNumbers() : KernelFile("random.cu") {}

    template <class T>
    std::vector<T> draw(const std::string& name, double a = 0, double b = 1) {
        return map<T>(name, std::vector{a, b}, kDrawingThreads, kDraws);
    }
};

/// Draws on the host the same numbers as kernels draw.
template <class T, class F>
std::vector<T> drawn_here(F draw) {
    std::vector<T> numbers;
    for (std::size_t i = 0; i < kDrawingThreads; ++i) {
        Random random(kSeed, i);
        for (std::size_t k = 0; k < kDraws; ++k) numbers.push_back(draw(random));
    }
    return numbers;
}

TEST_P(RandomNumbers, WordsMatchThePublishedSequence) {
    // Known answers published with the authors' library, Random123.
    const std::vector<unsigned> in{0,           0,           0,           0,           0,
                                   0,           0xffffffffu, 0xffffffffu, 0xffffffffu, 0xffffffffu,
                                   0xffffffffu, 0xffffffffu, 0x243f6a88u, 0x85a308d3u, 0x13198a2eu,
                                   0x03707344u, 0xa4093822u, 0x299f31d0u};
    const std::vector<unsigned> expected{0x6627e8d5u, 0xe169c58du, 0xbc57ac4cu, 0x9b00dbd8u,
                                         0x408f276du, 0x41c83b0eu, 0xa20bc7c6u, 0x6d5451fdu,
                                         0xd16cfe09u, 0x94fdccebu, 0x5001e420u, 0x24126ea1u};
    EXPECT_EQ(map<unsigned>("philox", in, 3, 4), expected);
}

TEST_P(RandomNumbers, WordsMatchCurand) {
    // The words of curand_init(kSeed, 7, 5) for Philox, from the headers of CUDA 13.0.
    const auto found = map<unsigned>("places", std::vector{5ull}, 4, 3);
    EXPECT_EQ((std::vector{found[0], found[3], found[6], found[9]}),
              (std::vector{0x1ee17293u, 0x3ec6e16du, 0xc5949040u, 0x69dc405du}));
}

TEST_P(RandomNumbers, WordsAndUniformNumbersMatchTheHostBitForBit) {
    EXPECT_EQ(draw<unsigned>("bits"), drawn_here<unsigned>([](Random& r) { return r.bits(); }));
    EXPECT_EQ(draw<unsigned long long>("bits64"),
              drawn_here<unsigned long long>([](Random& r) { return r.bits64(); }));
    EXPECT_EQ(draw<float>("uniform"), drawn_here<float>([](Random& r) { return r.uniform(); }));
    EXPECT_EQ(draw<double>("uniform_double"),
              drawn_here<double>([](Random& r) { return r.uniform_double(); }));
    EXPECT_EQ(draw<float>("uniform_range", -3, 0.1),
              drawn_here<float>([](Random& r) { return r.uniform(-3, 0.1f); }));
    EXPECT_EQ(draw<double>("uniform_range_double", -3, 0.1),
              drawn_here<double>([](Random& r) { return r.uniform_double(-3, 0.1); }));
    EXPECT_EQ(draw<unsigned>("below", 3e9),
              drawn_here<unsigned>([](Random& r) { return r.below(3'000'000'000u); }));
    EXPECT_EQ(draw<int>("integer", -2147483648.0, 2147483647),
              drawn_here<int>([](Random& r) { return static_cast<int>(r.bits() ^ 0x80000000u); }));
}

template <class T>
void expect_numbers_near(const std::vector<T>& found, const std::vector<T>& expected, double ulps) {
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t i = 0; i < found.size(); ++i)
        ASSERT_NEAR(
            found[i], expected[i],
            ulps * std::numeric_limits<T>::epsilon() * std::max(T(1), std::abs(expected[i])))
            << i;
}

TEST_P(RandomNumbers, OtherDistributionsMatchTheHostClosely) {
    // The tolerance is a few units in the last place of the logarithm, root, and sine, times the
    // standard deviation.
    expect_numbers_near(draw<float>("normal", 1, 2),
                        drawn_here<float>([](Random& r) { return r.normal(1, 2); }), 32);
    expect_numbers_near(draw<double>("normal_double", 1, 2),
                        drawn_here<double>([](Random& r) { return r.normal_double(1, 2); }), 32);
    expect_numbers_near(draw<float>("log_normal", 0, 0.5),
                        drawn_here<float>([](Random& r) { return r.log_normal(0, 0.5f); }), 32);
    expect_numbers_near(draw<double>("log_normal_double", 0, 0.5),
                        drawn_here<double>([](Random& r) { return r.log_normal_double(0, 0.5); }),
                        32);
    expect_numbers_near(draw<float>("exponential", 4),
                        drawn_here<float>([](Random& r) { return r.exponential(4); }), 8);
    expect_numbers_near(draw<double>("exponential_double", 4),
                        drawn_here<double>([](Random& r) { return r.exponential_double(4); }), 8);
}

TEST_P(RandomNumbers, PoissonNumbersMatchTheHost) {
    for (const double mean : {0.0, 0.3, 9.9, 10.0, 50.0, 1e4, 1e8}) {
        const auto expected = drawn_here<unsigned>([=](Random& r) { return r.poisson(mean); });
        const auto found = draw<unsigned>("poisson", mean);
        // If a comparison depends on the last digit of a logarithm, all later numbers of that
        // thread differ.
        std::size_t different = 0;
        for (std::size_t i = 0; i < found.size(); ++i) different += found[i] != expected[i];
        EXPECT_LE(different, kDraws) << mean;
    }
}

TEST_P(RandomNumbers, RejectionSamplingMatchesTheHost) {
    // If a comparison depends on the last digit of a function, all later numbers of that thread
    // differ.
    const auto expect = [](const auto& found, const auto& expected, const std::string& what) {
        std::size_t different = 0;
        for (std::size_t i = 0; i < found.size(); ++i)
            different += !(std::abs(double(found[i]) - double(expected[i])) <=
                           1e-13 * std::abs(double(expected[i])));
        EXPECT_LE(different, kDraws) << what;
    };
    for (const auto& [n, p] :
         {std::pair{0.0, 0.5}, {30.0, 0.3}, {30.0, 0.9}, {1e4, 0.4}, {1e9, 0.7}})
        expect(draw<unsigned>("binomial", n, p),
               drawn_here<unsigned>([n, p](Random& r) { return r.binomial(unsigned(n), p); }),
               "binomial " + std::to_string(n));
    for (const auto& [a, b] : {std::pair{0.2, 2.0}, {1.0, 1.0}, {40.0, 0.5}}) {
        expect(draw<double>("gamma_number", a, b),
               drawn_here<double>([a, b](Random& r) { return r.gamma(a, b); }),
               "gamma " + std::to_string(a));
        expect(draw<double>("beta_number", a, b),
               drawn_here<double>([a, b](Random& r) { return r.beta(a, b); }),
               "beta " + std::to_string(a));
    }
    expect(draw<double>("beta_number", 0.5, 0.7),
           drawn_here<double>([](Random& r) { return r.beta(0.5, 0.7); }), "beta");
}

TEST_P(RandomNumbers, SequencesCanStartAtAnyOffset) {
    for (const unsigned long long start : {0ull, 3ull, 0xfffffffdull, (1ull << 34) - 7}) {
        Random sequence(kSeed, 7, start);
        std::vector<unsigned> words(102);
        for (unsigned& word : words) word = sequence.bits();
        const auto found = map<unsigned>("places", std::vector{start}, 100, 3);
        for (std::size_t i = 0; i < 100; ++i) {
            EXPECT_EQ(found[3 * i], words[i]) << start << " + " << i;
            EXPECT_EQ(found[3 * i + 1], words[i + 1]) << start << " + " << i;
            EXPECT_EQ(found[3 * i + 2], i + 2);
        }
    }
}

TEST_P(RandomNumbers, RangeEndpointsMatchTheDocumentation) {
    EXPECT_EQ(to_uniform(0), 0x1p-33f);
    EXPECT_EQ(to_uniform(0xffffffffu), 1.0f);
    EXPECT_EQ(to_uniform_double(0, 0), 0x1p-54);
    EXPECT_EQ(to_uniform_double(0xffffffffu, 0xffffffffu), 1.0);
    const auto dice = draw<int>("integer", -1, 4);
    EXPECT_EQ(std::set<int>(dice.begin(), dice.end()), (std::set<int>{-1, 0, 1, 2, 3, 4}));
    const auto alone = draw<unsigned>("below", 1);
    EXPECT_EQ(std::set<unsigned>(alone.begin(), alone.end()), std::set<unsigned>{0});
    for (const unsigned sure : draw<unsigned>("chance", 1)) ASSERT_EQ(sure, 1u);
    for (const unsigned never : draw<unsigned>("chance", 0)) ASSERT_EQ(never, 0u);
}

INSTANTIATE_TEST_SUITE_P(Backends, RandomNumbers, test::each_backend(), test::name);

}  // namespace
}  // namespace glint
