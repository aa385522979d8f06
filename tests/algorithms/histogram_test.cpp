// SPDX-License-Identifier: MIT
#include <glint/algorithms/histogram.hpp>

#include <chrono>
#include <cmath>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <glint/algorithms/reduce.hpp>
#include <glint/array/functions.hpp>
#include <glint/array/operators.hpp>
#include <glint/array/sequence.hpp>
#include <glint/base/error.hpp>
#include <glint/driver/graph.hpp>

#include <algorithms/on_values.hpp>
#include <base/scratch.hpp>

namespace glint {
namespace {

class Histograms : public test::OnValues {};

using Counts = std::vector<std::int64_t>;

TEST_P(Histograms, UniformBinsMatchTheirEdges) {
    const auto x = on_device(std::vector<double>{0, 0.1, 0.3, 0.7, 1.0, 1.1, -0.1, NAN, 0.999});
    // In double, 3 * 0.1 is greater than 0.3, and 7 * 0.1 is greater than 0.7.
    EXPECT_EQ(histogram(x, 10, 0, 1).to_vector(), (Counts{1, 1, 1, 0, 0, 0, 1, 0, 0, 2}));
    // These values are bin edges. None of them may be counted in the bin below.
    const Array<double> multiples = 0.1 * cast<double>(arange<int>(stream_, 10));
    EXPECT_EQ(histogram(multiples, 10, 0, 1).to_vector(), Counts(10, 1));
}

TEST_P(Histograms, CountsManyElementsOfManyTypes) {
    for (const std::size_t bins : {1, 7, 1000, 20000}) {
        const auto x = some(100003, static_cast<unsigned>(bins) + 5);
        Counts expected(bins);
        for (const int each : x)
            if (static_cast<std::size_t>(each) < bins) ++expected[static_cast<std::size_t>(each)];
        const auto a = on_device(x);
        EXPECT_EQ(bincount(a, bins).to_vector(), expected) << bins;
        EXPECT_EQ(bincount(cast<std::uint16_t>(a), bins).to_vector(), expected) << bins;
        const auto end = static_cast<double>(bins);
        EXPECT_EQ(histogram(cast<float>(a) + 0.5f, bins, 0, end).to_vector(), expected) << bins;
    }
    EXPECT_EQ(bincount(Array<int>(stream_, 0), 2).to_vector(), Counts(2, 0));
    EXPECT_EQ(bincount(on_device(std::vector<int>{-1, 1, 1}), 2).to_vector(), (Counts{0, 2}));
}

TEST_P(Histograms, UsesGivenBinEdges) {
    const auto edges = on_device(std::vector<float>{-1, 0, 0.5f, 10});
    const auto x = on_device(std::vector<float>{-2, -1, -0.5f, 0, 0.25f, 0.5f, 9, 10, 11, NAN});
    EXPECT_EQ(histogram(x, edges).to_vector(), (Counts{2, 2, 3}));
    EXPECT_EQ(histogram(x, edges(slice(0, 4, 3))).to_vector(), Counts{7});
}

TEST_P(Histograms, SumsWeightsOfManyElements) {
    for (const std::size_t bins : {3, 1000, 5000, 20000}) {
        const auto x = some(100003, static_cast<unsigned>(bins) + 5);
        const auto w = some(x.size(), 1000);
        std::vector<double> expected(bins);
        for (std::size_t i = 0; i < x.size(); ++i)
            if (static_cast<std::size_t>(x[i]) < bins)
                expected[static_cast<std::size_t>(x[i])] += w[i] - 300;  // sums are exact
        const Counts whole(expected.begin(), expected.end());
        const auto a = on_device(x), b = on_device(w);
        EXPECT_EQ(bincount(a, bins, b - 300).to_vector(), whole) << bins;
        EXPECT_EQ(bincount(a, bins, cast<float>(b) - 300.0f).to_vector(), expected) << bins;
        const auto end = static_cast<double>(bins);
        EXPECT_EQ(histogram(cast<float>(a) + 0.5f, bins, 0, end, cast<double>(b) - 300).to_vector(),
                  expected)
            << bins;
        const Array<int> edges = 2 * arange<int>(stream_, bins + 1) - 1;
        EXPECT_EQ(histogram(2 * a, edges, b - 300).to_vector(), whole) << bins;
    }
}

TEST_P(Histograms, SumsWeightsOfFewElements) {
    const auto x = on_device(std::vector<double>{0, 0.1, 0.3, 1.0, 1.1, NAN});
    const auto w = on_device(std::vector<float>{1, 2.5f, -4, 8, 16, 32});
    const auto sums = histogram(x, 2, 0, 1, w);
    static_assert(std::is_same_v<decltype(sums), const Array<double>>);
    EXPECT_EQ(sums.to_vector(), (std::vector<double>{-0.5, 8}));
    EXPECT_EQ(histogram(x, on_device(std::vector<float>{0, 0.25f, 1, 2}), w).to_vector(),
              (std::vector<double>{3.5, -4, 24}));
    // 2^24 + 1 ones: more than a float sum can count.
    const Array<float> ones = full<float>(stream_, Shape((1u << 24) + 1), 1.0f);
    const Array<std::uint8_t> none = zeros<std::uint8_t>(stream_, ones.shape());
    EXPECT_EQ(bincount(none, 1, ones).to_vector(), std::vector<double>{(1 << 24) + 1});
    EXPECT_EQ(bincount(none(slice(0, 3)), 2, none(slice(0, 3)) == 0).to_vector(), (Counts{3, 0}));
    EXPECT_EQ(bincount(Array<int>(stream_, 0), 2, Array<float>(stream_, 0)).to_vector(),
              (std::vector<double>{0, 0}));
}

TEST_P(Histograms, RefusesWeightsOfAnotherShape) {
    const Array<int> x = full<int>(stream_, {2, 3}, 1), w = full<int>(stream_, {3}, 1);
    const auto refuses = [](const auto& call) {
        try {
            call();
            ADD_FAILURE();
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
            EXPECT_STREQ(
                error.what(),
                "cannot count elements of shape (2, 3) in bins: the weights have shape (3)");
        }
    };
    refuses([&] { bincount(x, 3, w); });
    refuses([&] { histogram(x, 3, 0, 1, w); });
    refuses([&] { histogram(x, w, w); });
}

TEST_P(Histograms, RefusesInvalidRanges) {
    const Array<float> x = full<float>(stream_, 3, 1.0f);
    try {
        histogram(x, 4, 1.0, 1.0);
        FAIL();
    } catch (const Error& error) {
        EXPECT_NE(std::string(error.what()).find("4 bins from 1 to 1"), std::string::npos)
            << error.what();
    }
    EXPECT_THROW(histogram(x, 4, 0.0, INFINITY), Error);
    EXPECT_THROW(histogram(x, x(slice(0, 1))), Error);
}

/// Time until both the host and the device have finished the work.
template <class Work>
std::chrono::duration<double> time_of(Stream& stream, const Work& work) {
    const auto start = std::chrono::steady_clock::now();
    work();
    stream.synchronize();
    return std::chrono::steady_clock::now() - start;
}

// The two works also allocate from the pool: a histogram, and a sum that several blocks share.
TEST_P(Histograms, WarmUpHasNoEffect) {
    const test::ScopedVariable off("GLINT_CACHE", "off");
    const Array<float> x = 0.5f * cast<float>(arange<int>(stream_, 60'001) % 16);
    auto counts = reshaped(on_device(Counts(8, -1)), {1, 8});
    Array<float> total = on_device(std::vector<float>{-1});
    const std::function<void()> works[] = {
        [&] { counts(0) = histogram(floor(x) + 0.25f, 8, 0, 8); },
        [&] { total(0) = sum(abs(x - 3.75f)); },
    };
    for (const auto& work : works) {
        const auto counts_before = counts.to_vector();
        const auto total_before = total.to_vector();
        const auto compiling = time_of(stream_, [&] { warm_up(stream_, work); });
        EXPECT_EQ(counts.to_vector(), counts_before);
        EXPECT_EQ(total.to_vector(), total_before);
        EXPECT_LT(2 * time_of(stream_, work), compiling);
    }
    EXPECT_EQ(counts.to_vector(), (Counts{7501, 7500, 7500, 7500, 7500, 7500, 7500, 7500}));
    EXPECT_EQ(total(0).item(), 120'003.75f);
}

INSTANTIATE_TEST_SUITE_P(Backends, Histograms, test::each_backend(), test::name);

}  // namespace
}  // namespace glint
