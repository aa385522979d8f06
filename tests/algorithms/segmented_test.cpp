// SPDX-License-Identifier: MIT
#include <glint/algorithms/segmented.hpp>

#include <cmath>
#include <limits>
#include <numeric>
#include <random>

#include <gtest/gtest.h>

#include <glint/algorithms/reduce.hpp>
#include <glint/algorithms/reduce_by_key.hpp>
#include <glint/array/sequence.hpp>
#include <glint/array/views.hpp>

#include <support/backends.hpp>

namespace glint {
namespace {

class Segmented : public test::OnEachBackend {
protected:
    Device device_ = open();
    Stream stream_{device_};
};

std::vector<float> numbers(std::size_t count) {
    std::mt19937 generator(5);
    std::uniform_real_distribution<float> uniform(-1.0f, 1.0f);
    std::vector<float> values(count);
    for (float& value : values) value = uniform(generator);
    return values;
}

/// Offsets of segments that cover `count` elements in total; their sizes come from
/// `next(generator)`.
template <class Next>
std::vector<int> offsets_of(std::size_t count, Next&& next) {
    std::mt19937 generator(6);
    std::vector<int> offsets{0};
    while (offsets.back() < static_cast<int>(count))
        offsets.push_back(std::min<int>(offsets.back() + next(generator), static_cast<int>(count)));
    return offsets;
}

template <class T>
std::vector<double> segment_sums(const std::vector<T>& values, const std::vector<int>& offsets) {
    std::vector<double> result;
    for (std::size_t i = 0; i + 1 < offsets.size(); ++i)
        result.push_back(
            std::accumulate(values.begin() + offsets[i], values.begin() + offsets[i + 1], 0.0));
    return result;
}

void expect_near(const std::vector<float>& found, const std::vector<double>& expected,
                 const std::string& what) {
    ASSERT_EQ(found.size(), expected.size()) << what;
    for (std::size_t i = 0; i < expected.size(); ++i)
        ASSERT_NEAR(found[i], expected[i], 2e-4) << what << " segment " << i;
}

TEST_P(Segmented, SumsSegmentsOfAllSizes) {
    constexpr std::size_t kSize = 200001;
    const auto values = numbers(kSize);
    const Array<float> x(stream_, values);
    using Generator = std::mt19937;
    const std::vector<std::pair<std::string, std::vector<int>>> cases{
        {"ones", offsets_of(kSize, [](Generator&) { return 1; })},
        {"few", offsets_of(kSize, [](Generator& next) { return int(next() % 4); })},
        {"tens", offsets_of(kSize, [](Generator& next) { return int(next() % 70); })},
        {"hundreds", offsets_of(kSize, [](Generator& next) { return 200 + int(next() % 300); })},
        {"as tiles", offsets_of(kSize, [](Generator&) { return 1024; })},
        {"thousands", offsets_of(kSize, [](Generator& next) { return int(next() % 9000); })},
        {"skewed", offsets_of(kSize, [](Generator& next) { return next() % 50 == 0 ? 20000 : 3; })},
        {"with none between",
         offsets_of(kSize, [](Generator& next) { return next() % 9 == 0 ? 1000 : 0; })},
        {"one", {0, int(kSize)}},
        {"part", {5, 5, 1000, 1024, 2048, 2048, 100000}}};
    for (const auto& [name, offsets] : cases) {
        const Array<float> s = segmented_sum(x, Array<int>(stream_, offsets));
        expect_near(s.to_vector(), segment_sums(values, offsets), name);
    }
}

TEST_P(Segmented, TakesExpressionsAndAnyOffsets) {
    const auto values = numbers(3000);
    const Array<float> x(stream_, {3, 1000}, values);
    const std::vector<std::int64_t> given{0, 10, 2000, 3000};
    const Array<std::int64_t> offsets(stream_, given);
    const std::vector<int> same(given.begin(), given.end());
    auto doubled = values;
    for (float& value : doubled) value *= 2.0f;
    expect_near(Array<float>(segmented_sum(2.0f * x, offsets)).to_vector(),
                segment_sums(doubled, same), "expression");
    expect_near(
        Array<float>(segmented_sum(x, arange<unsigned>(stream_, 0, 3001, 1000))).to_vector(),
        segment_sums(values, {0, 1000, 2000, 3000}), "sequence");
    const Array<float> turned = transposed(x);
    expect_near(Array<float>(segmented_sum(transposed(x), offsets)).to_vector(),
                segment_sums(turned.to_vector(), same), "transposition");
    const Array<float> reversed_offsets = segmented_sum(x, reversed(Array(reversed(offsets))));
    expect_near(reversed_offsets.to_vector(), segment_sums(values, same), "view");
}

TEST_P(Segmented, HasOtherReductions) {
    const std::vector<int> offsets{0, 3, 3, 6};
    const Array<int> x(stream_, std::vector<int>{4, -2, 7, 1, 1, 5}), o(stream_, offsets);
    constexpr int kMin = std::numeric_limits<int>::min(), kMax = std::numeric_limits<int>::max();
    EXPECT_EQ(Array<int>(segmented_min(x, o)).to_vector(), (std::vector{-2, kMax, 1}));
    EXPECT_EQ(Array<int>(segmented_max(x, o)).to_vector(), (std::vector{7, kMin, 5}));
    EXPECT_EQ(Array<int>(segmented_reduce(x, o, "a * b", 1)).to_vector(), (std::vector{-56, 1, 5}));
    EXPECT_EQ(Array<int>(segmented_reduce(
                             x, o, [](auto a, auto b) { return a ^ b; }, 0))
                  .to_vector(),
              (std::vector{4 ^ -2 ^ 7, 0, 5}));
    const auto means = Array<double>(segmented_mean(x, o)).to_vector();
    EXPECT_EQ(means[0], 3.0);
    EXPECT_TRUE(std::isnan(means[1]));
}

TEST_P(Segmented, SupportsNoElementsAndNoSegments) {
    const Array<float> none({stream_}, Shape{0});
    EXPECT_EQ(
        Array<float>(segmented_sum(none, Array<int>(stream_, std::vector{0, 0, 0}))).to_vector(),
        (std::vector<float>{0, 0}));
    EXPECT_EQ(Array<float>(segmented_sum(none, Array<int>(stream_, std::vector{0}))).size(), 0u);
    try {
        (void)segmented_sum(none, Array<int>({stream_}, Shape{0}));
        ADD_FAILURE();
    } catch (const Error& error) {
        EXPECT_STREQ(
            error.what(),
            "cannot reduce segments with offsets of shape (0): offsets must have one dimension, "
            "with one more offset than segments");
    }
}

TEST_P(Segmented, ReducesRunsOfEqualKeys) {
    for (const std::size_t size : {1, 255, 2048, 2049, 100003}) {
        std::mt19937 generator(9);
        std::vector<int> keys(size), expected_keys;
        std::vector<std::int64_t> expected;
        for (std::size_t i = 0; i < size; ++i) {
            keys[i] =
                i == 0 || generator() % 5 == 0 ? static_cast<int>(generator() % 3) : keys[i - 1];
            if (i == 0 || keys[i] != keys[i - 1]) {
                expected_keys.push_back(keys[i]);
                expected.push_back(0);
            }
            expected.back() += static_cast<std::int64_t>(i);
        }
        const Array<int> k(stream_, keys);
        const auto sums = sum_by_key(k, arange<int>(stream_, size));
        EXPECT_EQ(sums.keys.to_vector(), expected_keys) << size;
        EXPECT_EQ(sums.values.to_vector(), expected) << size;
    }
    const auto few =
        reduce_by_key(arange<int>(stream_, 10) / 4, 1 + arange<int>(stream_, 10), "a * b", 1);
    EXPECT_EQ(few.keys.to_vector(), (std::vector{0, 1, 2}));
    EXPECT_EQ(few.values.to_vector(), (std::vector{24, 1680, 90}));
    EXPECT_EQ(
        sum_by_key(Array<int>({stream_}, Shape{0}), Array<int>({stream_}, Shape{0})).values.size(),
        0u);
    EXPECT_THROW((void)sum_by_key(arange<int>(stream_, 3), arange<int>(stream_, 4)), Error);
}

INSTANTIATE_TEST_SUITE_P(Backends, Segmented, test::each_backend(), test::name);

}  // namespace
}  // namespace glint
