// SPDX-License-Identifier: MIT
#include <glint/algorithms/shuffle.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include <gtest/gtest.h>

#include <glint/array/views.hpp>
#include <glint/base/error.hpp>

#include <glint/permutation.cuh>
#include <support/backends.hpp>
#include <support/thorough.hpp>

#include "refusal.hpp"

namespace glint {
namespace {

class Shuffles : public test::OnEachBackend {
protected:
    Device device_ = open();
    Stream stream_{device_};
};

std::vector<long long> sorted_of(std::vector<long long> numbers) {
    std::sort(numbers.begin(), numbers.end());
    return numbers;
}

TEST_P(Shuffles, PermutationsHaveEachNumberOnce) {
    for (const std::size_t size :
         {0u, 1u, 2u, 3u, 4u, 5u, 31u, 32u, 33u, 255u, 256u, 257u, 1000u, 100'003u}) {
        const auto found = Array(permutation(stream_, size, {.seed = 7})).to_vector();
        ASSERT_EQ(found.size(), size);
        const auto in_order = sorted_of(found);
        for (std::size_t i = 0; i < size; ++i) ASSERT_EQ(in_order[i], static_cast<long long>(i));
        if (size == 0) continue;
        const Permutation here(size, 7);
        for (std::size_t i = 0; i < size; ++i)
            ASSERT_EQ(found[i], static_cast<long long>(here(i))) << size;
    }
    const auto narrow = Array(permutation<int>(stream_, 50, {.seed = 7})).to_vector();
    const auto wide = Array(permutation(stream_, 50, {.seed = 7})).to_vector();
    EXPECT_TRUE(std::equal(narrow.begin(), narrow.end(), wide.begin()));
    EXPECT_NE(Array(permutation(stream_, 50, {.seed = 8})).to_vector(), wide);
    EXPECT_NE(Array(permutation(stream_, 50, {.seed = 7, .sequence = 1})).to_vector(), wide);
}

/// Chi-squared test: expects that all outcomes are equally likely, within five standard deviations.
void expect_equal(const std::vector<double>& counts, const std::string& what) {
    const double each = std::accumulate(counts.begin(), counts.end(), 0.0) / double(counts.size());
    double chi_squared = 0;
    for (const double count : counts) chi_squared += (count - each) * (count - each) / each;
    const double freedom = double(counts.size()) - 1;
    EXPECT_LT(chi_squared, freedom + 5 * std::sqrt(2 * freedom)) << what;
}

TEST(Permutations, SmallPermutationsAreEquallyLikely) {
    constexpr unsigned kSeeds = test::rounds(10'000u, 50'000u);
    for (const unsigned size : {2u, 3u, 4u, 5u, 6u}) {
        std::map<std::vector<unsigned>, double> found;
        for (unsigned seed = 0; seed < kSeeds; ++seed) {
            const Permutation permutation(size, seed);
            std::vector<unsigned> order;
            for (unsigned i = 0; i < size; ++i)
                order.push_back(static_cast<unsigned>(permutation(i)));
            ++found[order];
        }
        std::vector<double> counts;
        for (const auto& [order, count] : found) counts.push_back(count);
        EXPECT_EQ(double(counts.size()), std::tgamma(size + 1));
        expect_equal(counts, "permutations of " + std::to_string(size));
    }
}

TEST(Permutations, EachNumberReachesEachPosition) {
    for (const unsigned size : {8u, 16u, 23u, 64u}) {
        std::vector<double> counts(size * size), pairs(size * size);
        double odd = 0;
        constexpr unsigned kSeeds = 20'000;
        for (unsigned seed = 0; seed < kSeeds; ++seed) {
            const Permutation permutation(size, seed);
            std::vector<unsigned> order(size);
            for (unsigned i = 0; i < size; ++i) {
                order[i] = static_cast<unsigned>(permutation(i));
                ++counts[i * size + order[i]];
            }
            ++pairs[order[0] * size + order[1]];
            unsigned swaps = 0;
            for (unsigned i = 0; i < size; ++i)
                for (unsigned k = i + 1; k < size; ++k) swaps += order[i] > order[k];
            odd += swaps % 2;
        }
        expect_equal(counts, "places of " + std::to_string(size));
        EXPECT_NEAR(odd / kSeeds, 0.5, 5 * std::sqrt(0.25 / kSeeds)) << size;
        std::vector<double> different;
        for (unsigned i = 0; i < size * size; ++i)
            if (i / size != i % size) different.push_back(pairs[i]);
        expect_equal(different, "pairs of " + std::to_string(size));
    }
}

TEST_P(Shuffles, ArraysFollowThePermutation) {
    Array<float> x = linspace<float>(stream_, 0, 999, 1000);
    shuffle(x, {.seed = 7});
    const auto found = x.to_vector();
    const Permutation order(1000, 7);
    for (std::size_t i = 0; i < found.size(); ++i) ASSERT_EQ(found[i], float(order(i)));
    Array<int> none(stream_, std::size_t{0});
    shuffle(none);
    EXPECT_TRUE(none.empty());
}

TEST_P(Shuffles, RowsStayTogether) {
    Array<int> a = reshaped(Array(arange<int>(stream_, 60)), {5, 3, 4});
    shuffle(a, {.seed = 3});
    const Permutation rows(5, 3), columns(4, 3);
    auto found = a.to_vector();
    for (std::size_t i = 0; i < 60; ++i) ASSERT_EQ(found[i], int(rows(i / 12) * 12 + i % 12));
    // Shuffles the last dimension of a view, that is, the columns of one layer.
    Array<int> b = reshaped(Array(arange<int>(stream_, 24)), {2, 3, 4});
    shuffle(transposed(b(1)), {.seed = 3});
    found = b.to_vector();
    for (std::size_t i = 0; i < 12; ++i) ASSERT_EQ(found[i], int(i));
    for (std::size_t i = 12; i < 24; ++i) ASSERT_EQ(found[i], int(i / 4 * 4 + columns(i % 4)));
}

TEST_P(Shuffles, ChoicesAreOfTheElements) {
    const Array<double> x = linspace<double>(stream_, 0, 9, 10) * 10.0;
    const auto all = choice(x, 10, {.replace = false, .seed = 5}).to_vector();
    std::vector<long long> each(all.begin(), all.end());
    EXPECT_EQ(sorted_of(each), (std::vector<long long>{0, 10, 20, 30, 40, 50, 60, 70, 80, 90}));
    const auto few = choice(x, 4, {.replace = false, .seed = 5}).to_vector();
    EXPECT_TRUE(std::equal(few.begin(), few.end(), all.begin()));
    std::vector<double> counts(10);
    for (const double drawn : choice(x, 20'000, {.seed = 6}).to_vector())
        ++counts.at(static_cast<std::size_t>(drawn / 10));
    expect_equal(counts, "choices");
    const Array<int> table = reshaped(Array(arange<int>(stream_, 20)), {4, 5});
    const Array<int> columns = choice(transposed(table), 100, {.seed = 1});
    EXPECT_EQ(columns.shape(), Shape({100, 4}));
    const auto found = columns.to_vector();
    for (std::size_t i = 0; i < found.size(); ++i)
        ASSERT_EQ(found[i], found[i / 4 * 4] + 5 * int(i % 4)) << i;
    EXPECT_TRUE(choice(x, 0, {.replace = false}).empty());
}

TEST_P(Shuffles, BadRequestsAreRefused) {
    const Array<int> x = arange<int>(stream_, 3);
    const Array<int> none(stream_, std::size_t{0});
    Array<int> single(stream_, Shape());
    EXPECT_EQ(test::refusal([&] { choice(x, 4, {.replace = false}); }),
              "cannot choose 4 elements at random: only 3 elements can be chosen");
    EXPECT_EQ(test::refusal([&] { choice(none, 1); }),
              "cannot choose 1 element at random: only 0 elements can be chosen");
    EXPECT_NE(test::refusal([&] { shuffle(single); }).find("no dimension"), std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(Backends, Shuffles, test::each_backend(), test::name);

}  // namespace
}  // namespace glint
