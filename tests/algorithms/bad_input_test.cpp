// SPDX-License-Identifier: MIT
// Algorithms given shapes that do not fit, NaN and infinity, and out-of-range indices.
#include <glint/algorithms/histogram.hpp>
#include <glint/algorithms/merge.hpp>
#include <glint/algorithms/ranks.hpp>
#include <glint/algorithms/reduce.hpp>
#include <glint/algorithms/reduce_by_key.hpp>
#include <glint/algorithms/scan.hpp>
#include <glint/algorithms/search.hpp>
#include <glint/algorithms/segmented.hpp>
#include <glint/algorithms/select.hpp>
#include <glint/algorithms/sort.hpp>
#include <glint/array/gather.hpp>
#include <glint/array/joining.hpp>
#include <glint/array/scatter.hpp>

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include <base/scratch.hpp>
#include <support/backends.hpp>

namespace glint {
namespace {

using test::expect_error;
using Long = std::int64_t;

constexpr float kNone = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();

class BadInput : public test::OnEachBackend {
protected:
    template <class Action>
    static void refuses(const std::string& reason, const Action& action) {
        expect_error(ErrorCode::invalid_argument, reason, action);
    }

    Device device_ = open();
    Stream stream_{device_};
    Array<float> three_ = array_of<float>(stream_, {3, 1, 2});
    const Array<float> four_ = array_of<float>(stream_, {4, 3, 2, 1});
    const Array<float> table_ = full<float>(stream_, {3, 4}, 1.0f);
};

TEST_P(BadInput, ShapesThatDoNotBroadcastAreRefused) {
    const std::string reason = "extents 3 and 4 differ, and neither is 1";
    refuses(reason, [&] { Array<float> x = three_ + four_; });
    refuses(reason, [&] { Array<float> x = where(three_ > 1, four_, 0); });
    refuses(reason, [&] { (void)sum(three_ * four_).item(); });
    refuses(reason, [&] { (void)dot(three_, four_).item(); });
    refuses(reason, [&] { cumulative_sum(three_ - four_); });
    refuses(reason, [&] { sorted(three_ - four_); });
    refuses(reason, [&] { select(three_, four_ > 2); });
    refuses(reason, [&] { gathered(table_, cast<int>(three_), cast<int>(four_)); });
    refuses("extents 4 and 3 differ, and neither is 1", [&] { three_ = table_ + three_; });
    refuses(reason, [&] { put(three_, cast<int>(four_), three_); });
    refuses(reason, [&] { three_.view() = four_.view(); });
    refuses("the destination has shape (3)", [&] { three_ += transposed(table_); });
    refuses("the destination has shape (4)", [&] { table_.copy()(0) = table_.view(); });
    EXPECT_EQ(three_.to_vector(), (std::vector<float>{3, 1, 2}));
}

TEST_P(BadInput, ElementCountsThatOverflowAreRefused) {
    const auto many = arange<int>(stream_, std::size_t(1) << 40);
    const Array<int> one(stream_, Shape{1});
    const auto wide = broadcast_to(one, {std::size_t(1) << 40, 1});
    refuses("the array would be larger than the address space",
            [&] { (void)sum(many + wide).item(); });
    refuses("the array would be larger than the address space",
            [&] { Array<int> x = many * wide; });
}

TEST_P(BadInput, KeyAndValueCountsMustMatch) {
    refuses("3 keys cannot match 4 elements", [&] { sum_by_key(three_, four_); });
    refuses("the values have shape (4)", [&] { sort_by_key(three_, four_.copy()); });
    refuses("3 keys cannot match 4 values", [&] { merged_by_key(three_, four_, three_, three_); });
    refuses(
        "the numbers of positions and values must be equal and positive, not 3 positions and 4 "
        "values",
        [&] { interpolate(four_, three_, four_); });
    refuses("offsets must have one dimension, with one more offset than segments",
            [&] { segmented_sum(three_, cast<int>(table_)); });
    refuses("the edges have shape (1), but must be one-dimensional with at least two elements",
            [&] { histogram(three_, four_(slice(0, 1))); });
    refuses("the shapes differ", [&] { stacked(0, three_, four_); });
}

TEST_P(BadInput, MissingDimensionsAreRefused) {
    refuses("the array has 1 dimension", [&] { (void)Array<float>(sum(three_, axis(1))); });
    refuses("the array has 2 dimensions", [&] { (void)Array<float>(max(table_, axis(-3))); });
    refuses("the dimension appears twice", [&] { (void)Array<float>(sum(table_, axes({0, -2}))); });
    refuses("the array has 2 dimensions", [&] { cumulative_sum(table_, {.axis = 2}); });
    refuses("the array has 2 dimensions", [&] { sorted(table_, {.axis = 2}); });
    refuses("the array has 2 dimensions", [&] { argsort(table_, {.axis = -3}); });
    refuses("the array has 2 dimensions", [&] { top_k(table_, 1, {.axis = 2}); });
    refuses("the array has 2 dimensions", [&] { concatenated(2, table_, table_); });
    refuses("the array has 1 dimension", [&] { difference(three_, 1); });
    refuses("the two dimensions are the same", [&] { diagonal(table_, 0, 1, -1); });
}

TEST_P(BadInput, OutOfRangeIndicesOnTheDeviceAreClamped) {
    const Array<Long> far = array_of<Long>(stream_, {-1, 3, Long(1) << 40, -(Long(1) << 40)});
    EXPECT_EQ(Array(gathered(three_, far)).to_vector(), (std::vector<float>{2, 2, 2, 3}));
    put<OutOfRange::drop>(three_, far, 9);
    EXPECT_EQ(three_.to_vector(), (std::vector<float>{3, 1, 2}));
    EXPECT_EQ(bincount(far, 4).to_vector(), (std::vector<Long>{0, 0, 0, 1}));
    refuses("index 3 is out of range for dimension 0", [&] { three_(3); });
    refuses("index -4 is out of range for dimension 0", [&] { three_(-4) = 1.0f; });
    EXPECT_EQ(three_(slice(-100, 100)).size(), 3u);
    EXPECT_TRUE(three_(slice(2, 1)).empty());
}

TEST_P(BadInput, SlicesOfAnyBoundsAndStepsClip) {
    constexpr auto kMax = std::numeric_limits<std::ptrdiff_t>::max();
    constexpr auto kMin = std::numeric_limits<std::ptrdiff_t>::min();
    const auto all = std::nullopt;
    EXPECT_EQ(three_(slice(kMin, kMax)).to_vector(), (std::vector<float>{3, 1, 2}));
    EXPECT_EQ(three_(slice(kMax, kMin)).size(), 0u);
    EXPECT_EQ(three_(slice(kMax, kMin, -1)).to_vector(), (std::vector<float>{2, 1, 3}));
    EXPECT_EQ(three_(slice(all, all, kMax)).to_vector(), (std::vector<float>{3}));
    EXPECT_EQ(three_(slice(all, all, -kMax)).to_vector(), (std::vector<float>{2}));
    EXPECT_EQ(three_(slice(all, all, kMin)).to_vector(), (std::vector<float>{2}));
}

TEST_P(BadInput, NaNsHaveADefinedPosition) {
    const Array<float> x = array_of<float>(stream_, {2, kNone, -kInfinity, 1, -kNone, kInfinity});
    const auto up = sorted(x).to_vector(), down = sorted(x, {.descending = true}).to_vector();
    for (std::size_t i = 0; i < 6; ++i) {
        EXPECT_EQ(std::isnan(up[i]), i >= 4) << i;
        EXPECT_EQ(std::isnan(down[i]), i < 2) << i;
    }
    EXPECT_EQ(up[0], -kInfinity);
    EXPECT_EQ(up[3], kInfinity);
    EXPECT_EQ(down[2], kInfinity);
    EXPECT_EQ(argsort(x).to_vector(), (std::vector<Long>{2, 3, 0, 5, 1, 4}));
    const auto top = top_k(x, 3);
    EXPECT_EQ(top.places.to_vector(), (std::vector<Long>{1, 4, 5}));
    EXPECT_EQ(nth_smallest(x, 0).item(), -kInfinity);
    EXPECT_TRUE(std::isnan(nth_smallest(x, 5).item()));
    EXPECT_TRUE(is_sorted(sorted(x)));
    EXPECT_EQ(unique(array_of<float>(stream_, {kNone, kNone, 1, 1})).count(), 3u);
    EXPECT_EQ(searchsorted(sorted(x), x).to_vector(), (std::vector<Long>{2, 4, 0, 1, 4, 3}));
    EXPECT_EQ(histogram(x, 2, 0, 4).to_vector(), (std::vector<Long>{1, 1}));
    EXPECT_EQ(Array(clamp(x, 0, 1)).to_vector()[2], 0.0f);
    EXPECT_TRUE(std::isnan(Array(clamp(x, 0, 1)).to_vector()[1]));
    const auto least = cumulative_minimum(x).to_vector();
    EXPECT_EQ(least[0], 2.0f);
    EXPECT_TRUE(std::isnan(least[1]) && std::isnan(least[5]));
}

TEST_P(BadInput, InvalidRangesAreRefused) {
    refuses("the bins are not valid (2 bins from 1 to 1)", [&] { histogram(three_, 2, 1, 1); });
    refuses("the bins are not valid (0 bins from 0 to 1)", [&] { histogram(three_, 0, 0, 1); });
    refuses("the bins are not valid (2 bins from nan to 1)", [&] { histogram(three_, 2, NAN, 1); });
    refuses("the fraction must be between 0 and 1", [&] { quantile(three_, 1.5); });
    refuses("the fraction must be between 0 and 1", [&] { quantile(three_, NAN); });
    refuses("there are only 3 elements to choose from", [&] { top_k(three_, 4); });
    refuses("there are only 3 elements to choose from", [&] { top_k(three_, 0); });
    refuses("there are only 3 elements to choose from", [&] { nth_smallest(three_, 3); });
}

// Types without a common type do not compile, which concepts and traits can check.
TEST_P(BadInput, InconvertibleTypesDoNotCompile) {
    using Floats = decltype(three_ + 1.0f);
    static_assert(std::is_constructible_v<Array<float>, const Floats&>);
    static_assert(!std::is_constructible_v<Array<int>, const Floats&>);
    static_assert(!std::is_constructible_v<Array<double>, const Floats&>);
    static_assert(!std::is_constructible_v<Array<float>, const Array<int>&>);
    static_assert(!detail::Operands<Array<float>, std::string>);
    static_assert(!detail::Operands<std::string, Array<float>>);
    const Array<int> whole = cast<int>(three_ * 1.9f);
    EXPECT_EQ(whole.to_vector(), (std::vector<int>{5, 1, 3}));
}

INSTANTIATE_TEST_SUITE_P(Backends, BadInput, test::each_backend(), test::name);

}  // namespace
}  // namespace glint
