// SPDX-License-Identifier: MIT
#include <glint/algorithms/weighted_choice.hpp>

#include <cmath>
#include <map>

#include <gtest/gtest.h>

#include <support/backends.hpp>

#include "refusal.hpp"

namespace glint {
namespace {

class WeightedChoices : public test::OnEachBackend {
protected:
    Device device_ = open();
    Stream stream_{device_};
    Array<int> items_ = array_of<int>(stream_, {10, 11, 12, 13, 14});
    Array<float> weights_ = array_of<float>(stream_, {0, 1, 4, 0, 3});
};

/// Chi-squared test: expects the given probabilities, within five standard deviations.
template <class Key>
void expect_choices(const std::map<Key, double>& counts, const std::map<Key, double>& probabilities,
                    double total) {
    double chi_squared = 0;
    for (const auto& [key, probability] : probabilities) {
        const auto found = counts.find(key);
        const double count = found == counts.end() ? 0 : found->second;
        const double expected = total * probability;
        chi_squared += (count - expected) * (count - expected) / expected;
    }
    const double freedom = double(probabilities.size()) - 1;
    EXPECT_LT(chi_squared, freedom + 5 * std::sqrt(2 * freedom));
    for (const auto& [key, count] : counts) EXPECT_TRUE(probabilities.contains(key));
}

TEST_P(WeightedChoices, FrequenciesMatchTheWeights) {
    const auto chosen = choice(items_, 100'000, weights_, {.seed = 7}).to_vector();
    std::map<int, double> counts;
    for (const int each : chosen) ++counts[each];
    expect_choices(counts, {{11, 0.125}, {12, 0.5}, {14, 0.375}}, 100'000);
    EXPECT_NE(choice(items_, 100, weights_, {.seed = 6}).to_vector(),
              choice(items_, 100, weights_, {.seed = 5}).to_vector());
    // With equal weights, every index is equally likely.
    const Array<int> many = arange<int>(stream_, 100'000);
    const auto flat = choice(many, 100'000, full<double>(stream_, {100'000}, 1e-3)).to_vector();
    std::map<int, double> parts, equal;
    for (const int each : flat) ++parts[each / 1000];
    for (int i = 0; i < 100; ++i) equal[i] = 0.01;
    expect_choices(parts, equal, 100'000);
}

TEST_P(WeightedChoices, WithoutReplacementAreDrawnOneByOne) {
    constexpr int kSamples = 1500;
    std::map<std::pair<int, int>, double> counts, probabilities;
    for (unsigned i = 0; i < kSamples; ++i) {
        const auto pair =
            choice(items_, 2, weights_, {.replace = false, .seed = 9, .sequence = i}).to_vector();
        ++counts[{pair[0], pair[1]}];
    }
    const std::map<int, double> weights{{11, 1}, {12, 4}, {14, 3}};
    for (const auto& [first, a] : weights)
        for (const auto& [second, b] : weights)
            if (first != second) probabilities[{first, second}] = a / 8 * b / (8 - a);
    expect_choices(counts, probabilities, kSamples);
    auto all = choice(items_, 3, weights_, {.replace = false}).to_vector();
    std::ranges::sort(all);
    EXPECT_EQ(all, (std::vector{11, 12, 14}));
}

TEST_P(WeightedChoices, TakeRowsAndExpressions) {
    const Array<double> rows = reshaped(Array(arange<double>(stream_, 15)), {5, 3});
    const auto picked = choice(rows, 50, 2 * (arange<int>(stream_, 5) == 3), {.seed = 1});
    EXPECT_EQ(picked.shape(), Shape({50, 3}));
    const auto columns = choice(transposed(rows), 4, array_of<int>(stream_, {0, 0, 7}));
    for (int i = 0; i < 4; ++i) {
        EXPECT_EQ(picked(i).to_vector(), (std::vector<double>{9, 10, 11}));
        EXPECT_EQ(columns(i).to_vector(), (std::vector<double>{2, 5, 8, 11, 14}));
    }
    EXPECT_EQ(choice(items_, 0, weights_).shape(), Shape(0));
}

TEST_P(WeightedChoices, RefuseInvalidWeights) {
    EXPECT_EQ(test::refusal([&] { choice(items_, 2, array_of<float>(stream_, {1, 2})); }),
              "cannot choose from an array of shape (5): the weights have shape (2), not (5)");
    EXPECT_EQ(test::refusal([&] { choice(items_, 2, weights_ - 1.0f); }),
              "cannot choose 2 elements at random: a weight is negative, infinite or NaN");
    EXPECT_EQ(test::refusal([&] { choice(items_, 2, weights_ / 0.0f); }),
              "cannot choose 2 elements at random: a weight is negative, infinite or NaN");
    EXPECT_EQ(test::refusal([&] { choice(items_, 4, weights_, {.replace = false}); }),
              "cannot choose 4 elements at random: only 3 elements can be chosen");
    EXPECT_EQ(test::refusal([&] { choice(items_, 1, 0.0f * weights_); }),
              "cannot choose 1 element at random: only 0 elements can be chosen");
}

INSTANTIATE_TEST_SUITE_P(Backends, WeightedChoices, test::each_backend(), test::name);

}  // namespace
}  // namespace glint
