// SPDX-License-Identifier: MIT
#include <glint/algorithms/ranks.hpp>

#include <vector>

#include <gtest/gtest.h>

#include <glint/array/operators.hpp>

#include <algorithms/sort_cases.hpp>
#include <base/scratch.hpp>
#include <support/backends.hpp>
#include <support/thorough.hpp>

namespace glint {
namespace {

using test::expect_error;
using test::numbers;
using test::order_of;
using test::taken;

class Ranks : public test::OnEachBackend {
protected:
    template <class T>
    void expect_top(const std::vector<T>& in, std::size_t k, bool smallest);
    template <class T>
    void expect_top(std::size_t count, std::size_t k, bool smallest) {
        expect_top(numbers<T>(count), k, smallest);
    }

    Device device_ = open();
    Stream stream_{device_};
};

template <class T>
void Ranks::expect_top(const std::vector<T>& in, std::size_t k, bool smallest) {
    auto order = order_of(in, !smallest);
    order.resize(k);
    const Array<T> x(stream_, in);
    const auto found = top_k(x, k, {.smallest = smallest});
    EXPECT_EQ(found.places.to_vector(), order) << k << " of " << in.size();
    EXPECT_TRUE(test::same_bits(found.values.to_vector(), taken(in, order)))
        << k << " of " << in.size();
}

TEST_P(Ranks, FindsTheLargestAndTheirIndices) {
    for (const std::size_t count : {1u, 33u, 1000u, 100000u})
        for (const std::size_t k : {std::size_t(1), count / 2, count})
            if (k > 0) expect_top<float>(count, k, false);
}

TEST_P(Ranks, FindsTheSmallestOfAnyType) {
    expect_top<int>(30000, 100, true);
    expect_top<unsigned char>(30000, 12000, true);
    expect_top<half>(3000, 7, true);
    expect_top<double>(3000, 1500, true);
}

// When few of many keys are requested, the CPU uses another algorithm, in which each thread
// processes at least 1024 times as many elements as are requested.
TEST_P(Ranks, FindsTheTopFewInAnyInputOrder) {
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const auto kinds = std::to_array<float (*)(std::size_t)>({
        [](std::size_t i) { return static_cast<float>(i); },
        [](std::size_t i) { return -static_cast<float>(i); },
        [](std::size_t) { return 2.0f; },
        [](std::size_t i) { return i % 3 == 0 ? -0.0f : 0.0f; },
        [](std::size_t i) { return static_cast<float>(i / 20'000 % 2); },
    });
    const std::vector<std::size_t> few{8192, 139'999}, all{8191, 8192, 8193, 139'999};
    for (const std::size_t count : test::rounds(few, all))
        for (const auto& kind : kinds) {
            std::vector<float> in(count);
            for (std::size_t i = 0; i < count; ++i) in[i] = kind(i);
            for (const std::size_t k : {1u, 2u, 8u, 68u, 69u})
                for (const bool smallest : {false, true}) expect_top(in, k, smallest);
            for (const std::size_t i : {std::size_t(5), count / 2, count - 1}) in[i] = nan;
            in[77] = -nan;
            expect_top(in, 3, false);
            expect_top(in, 7, false);
        }
}

TEST_P(Ranks, FindsFewOfEveryType) {
    expect_top<std::uint8_t>(100'001, 20, false);
    expect_top<std::int16_t>(100'001, 20, true);
    expect_top<std::int64_t>(100'001, 20, false);
    expect_top<half>(100'001, 20, true);
    expect_top<bfloat16>(100'001, 20, false);
    expect_top<double>(100'001, 20, true);
}

TEST_P(Ranks, TreatsEachRowSeparately) {
    const std::size_t rows = 5, columns = 9001;
    const auto in = numbers<int>(rows * columns);
    const Array<int> x(stream_, {rows, columns}, in);
    const auto found = top_k(x, 3);
    const auto across = top_k<std::int32_t>(transposed(x), 3, {.axis = 0});
    EXPECT_EQ(found.values.shape(), (Shape{rows, 3}));
    EXPECT_EQ(across.places.shape(), (Shape{3, rows}));
    const auto places = found.places.to_vector();
    const auto across_places = across.places.to_vector();
    for (std::size_t row = 0; row < rows; ++row) {
        const auto first = in.begin() + static_cast<std::ptrdiff_t>(row * columns);
        const std::vector<int> line(first, first + static_cast<std::ptrdiff_t>(columns));
        const auto order = order_of(line, true);
        for (std::size_t i = 0; i < 3; ++i) {
            EXPECT_EQ(places[row * 3 + i], order[i]) << row;
            EXPECT_EQ(across_places[i * rows + row], order[i]) << row;
        }
    }
}

TEST_P(Ranks, FindsTheTopFewOfEachRow) {
    for (const std::size_t rows : {3u, 40u}) {
        const std::size_t columns = 12'289, k = 5;
        const auto in = numbers<float>(rows * columns);
        const auto found = top_k<std::uint16_t>(Array<float>(stream_, {rows, columns}, in), k);
        const auto places = found.places.to_vector();
        const auto values = found.values.to_vector();
        for (std::size_t row = 0; row < rows; ++row) {
            const auto first = in.begin() + static_cast<std::ptrdiff_t>(row * columns);
            const std::vector<float> line(first, first + static_cast<std::ptrdiff_t>(columns));
            const auto order = order_of(line, true);
            for (std::size_t i = 0; i < k; ++i) {
                EXPECT_EQ(places[row * k + i], order[i]) << row;
                EXPECT_EQ(values[row * k + i], line[static_cast<std::size_t>(order[i])]) << row;
            }
        }
    }
}

TEST_P(Ranks, FindsAnyRank) {
    auto in = numbers<float>(20000);
    in[77] = std::numeric_limits<float>::quiet_NaN();
    const Array<float> x(stream_, in);
    const auto sorted = taken(in, order_of(in));
    for (const std::size_t rank : {0u, 1u, 9999u, 19998u})
        EXPECT_EQ(nth_smallest(x, rank).item(), sorted[rank]) << rank;
    EXPECT_TRUE(std::isnan(nth_smallest(x, 19999).item()));
    const Array<int> rows(stream_, {2, 3}, std::vector<int>{5, 1, 3, 4, 2, 6});
    EXPECT_EQ(nth_smallest(rows, 1).to_vector(), (std::vector<int>{3, 4}));
    EXPECT_EQ(nth_smallest(-rows, 0, 0).to_vector(), (std::vector<int>{-5, -2, -6}));
}

TEST_P(Ranks, InterpolatesQuantiles) {
    const Array<int> x(stream_, {2, 3}, std::vector<int>{50, 10, 30, 40, 20, 60});
    EXPECT_EQ(median(x), 35.0);
    EXPECT_EQ(median(2 * x), 70.0);
    EXPECT_EQ(median(x(0)), 30.0);
    EXPECT_EQ(quantile(x, 0), 10.0);
    EXPECT_EQ(quantile(x, 1), 60.0);
    EXPECT_DOUBLE_EQ(quantile(x, 0.3), 25.0);
    const double inf = std::numeric_limits<double>::infinity();
    EXPECT_EQ(median(Array<double>(stream_, std::vector<double>{inf, inf})), inf);
}

/// Quantile of some values, as defined by NumPy's "linear" method.
template <class T>
double quantile_of(std::vector<T> values, double fraction) {
    std::sort(values.begin(), values.end());
    const double place = fraction * static_cast<double>(values.size() - 1);
    const auto lower = static_cast<std::size_t>(place);
    const std::size_t upper = std::min(lower + 1, values.size() - 1);
    const auto low = static_cast<double>(values[lower]), high = static_cast<double>(values[upper]);
    const double between = place - static_cast<double>(lower);
    return low * (1 - between) + high * between;
}

TEST_P(Ranks, ComputesSeveralQuantilesTogether) {
    const std::vector<double> fractions{0.5, 0, 0.31, 1, 0.5, 0.999};
    for (const std::size_t count : {1u, 2u, 1000u, 40'001u}) {
        const auto in = numbers<float>(count);
        const Array<float> x(stream_, in);
        const auto found = quantile(x, fractions), few = quantile(x, {0.5, 0.5});
        for (std::size_t i = 0; i < fractions.size(); ++i) {
            EXPECT_DOUBLE_EQ(found[i], quantile_of(in, fractions[i])) << count << ", " << i;
            EXPECT_EQ(found[i], quantile(x, fractions[i])) << count << ", " << i;
        }
        EXPECT_EQ(few, (std::vector<double>(2, found[0])));
    }
}

// Short lines are sorted; long lines are searched without sorting. A line along several dimensions
// is treated as one long line.
TEST_P(Ranks, ComputesQuantilesAlongDimensions) {
    for (const std::size_t length : {7u, 9001u}) {
        const Shape shape{3, length, 2};
        const auto in = numbers<int>(shape.size());
        const Array<int> x(stream_, shape, in);
        const auto line = [&](auto&& belongs) {
            std::vector<int> values;
            for (std::size_t i = 0; i < in.size(); ++i)
                if (belongs(i / length / 2, i % 2)) values.push_back(in[i]);
            return values;
        };
        const Array<double> middle = median(x, axis(1));
        const Array<double> three = quantile(x, {0.25, 1, 0.6}, axis(-2), keepdims);
        ASSERT_EQ(middle.shape(), Shape({3, 2}));
        ASSERT_EQ(three.shape(), Shape({3, 3, 1, 2}));
        const auto middles = middle.to_vector(), threes = three.to_vector();
        for (std::size_t at = 0; at < 6; ++at) {
            const auto values = line([&](auto i, auto k) { return i == at / 2 && k == at % 2; });
            EXPECT_DOUBLE_EQ(middles[at], quantile_of(values, 0.5)) << length << ", " << at;
            EXPECT_DOUBLE_EQ(threes[at], quantile_of(values, 0.25)) << length << ", " << at;
            EXPECT_DOUBLE_EQ(threes[6 + at], quantile_of(values, 1)) << length << ", " << at;
            EXPECT_DOUBLE_EQ(threes[12 + at], quantile_of(values, 0.6)) << length << ", " << at;
        }
        const auto outer = quantile(x, 0.3, axes({0, 2}));
        EXPECT_EQ(outer.shape(), Shape(length));
        const auto first = quantile(x(slice(), 0), 0.3, all_axes);
        EXPECT_EQ(first.shape(), Shape());
        EXPECT_EQ(outer(0).item(), first.item());
        const auto last = quantile(-1.0f * cast<float>(x), 0.3, axes({0, 1})).to_vector();
        static_assert(std::is_same_v<decltype(last), const std::vector<float>>);
        auto odd = line([&](auto, auto k) { return k == 1; });
        EXPECT_FLOAT_EQ(last[1], static_cast<float>(-quantile_of(odd, 0.7)));
    }
}

TEST_P(Ranks, QuantilesOfInfinitiesAndOfNaNs) {
    const float inf = std::numeric_limits<float>::infinity();
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const Array<float> x(stream_, {3, 2}, std::vector<float>{inf, inf, 1, nan, 5, inf});
    const auto middle = median(x, axis(1)).to_vector();
    EXPECT_EQ(middle[0], inf);
    EXPECT_TRUE(std::isnan(middle[1]));
    EXPECT_EQ(middle[2], inf);
    EXPECT_EQ(median(x(2)), inf);
    EXPECT_EQ(median(-x(2)), -inf);
    EXPECT_EQ(quantile(x, 0, axis(1)).to_vector(), (std::vector<float>{inf, 1, 5}));
    const Array<float> none(stream_, Shape{0, 3});
    EXPECT_EQ(median(none, axis(1)).shape(), Shape(0));
    EXPECT_EQ(quantile(none, {0.1, 0.2, 0.3}, axis(1)).shape(), Shape({3, 0}));
}

TEST_P(Ranks, RefusesQuantilesOutOfRange) {
    const Array<int> x(stream_, {2, 3}, std::vector<int>{4, 5, 6, 1, 2, 3});
    const auto refuses = [](const std::string& reason, const auto& action) {
        expect_error(ErrorCode::invalid_argument, reason, action);
    };
    refuses("-0.5 is not between 0 and 1", [&] { quantile(x, {0.5, -0.5}); });
    refuses("nan is not between 0 and 1", [&] { quantile(x, {0.5, NAN}, axis(0)); });
    refuses("the list of fractions is empty", [&] { quantile(x, std::vector<double>()); });
    refuses("the array is empty", [&] { quantile(x(slice(0, 0)), 0.5, axis(0)); });
    refuses("the array has 2 dimensions", [&] { median(x, axis(2)); });
    refuses("the dimension appears twice", [&] { median(x, axes({1, -1})); });
}

TEST_P(Ranks, ReportsWhichRowsAreSorted) {
    std::vector<float> in(70000);
    std::iota(in.begin(), in.end(), -1000.0f);
    Array<float> x(stream_, in);
    EXPECT_TRUE(is_sorted(x));
    EXPECT_FALSE(is_sorted(x, {.descending = true}));
    EXPECT_TRUE(is_sorted(-x, {.descending = true}));
    x(69998) = std::numeric_limits<float>::quiet_NaN();
    EXPECT_FALSE(is_sorted(x));
    x(69998) = in[69999];
    EXPECT_TRUE(is_sorted(x)) << "equal ones are in order";
    const Array<int> rows(stream_, {2, 3}, std::vector<int>{4, 5, 6, 1, 2, 3});
    EXPECT_TRUE(is_sorted(rows));
    EXPECT_FALSE(is_sorted(rows, {.axis = 0}));
    EXPECT_TRUE(is_sorted(Array<int>(stream_, 0)));
}

TEST_P(Ranks, FindsOneUnsortedPairAnywhere) {
    constexpr std::size_t kSize = 3000;
    for (const std::size_t place : {std::size_t{0}, std::size_t{1}, kSize / 2, kSize - 2}) {
        std::vector<int> values(kSize);
        std::iota(values.begin(), values.end(), 0);
        std::swap(values[place], values[place + 1]);
        const Array<int> swapped(stream_, values);
        EXPECT_FALSE(is_sorted(swapped)) << place;
        EXPECT_FALSE(is_sorted(2 * swapped)) << place;
    }
}

TEST_P(Ranks, RefusesRanksOutOfRange) {
    const Array<int> x(stream_, {2, 3}, std::vector<int>{4, 5, 6, 1, 2, 3});
    for (const std::size_t k : {0u, 4u})
        expect_error(ErrorCode::invalid_argument, "there are only 3 elements to choose from",
                     [&] { top_k(x, k); });
    expect_error(ErrorCode::invalid_argument, "there are only 3 elements to choose from",
                 [&] { nth_smallest(x, 3); });
    expect_error(ErrorCode::invalid_argument, "the fraction must be between 0 and 1",
                 [&] { quantile(x, 1.5); });
    expect_error(ErrorCode::invalid_argument, "the array is empty",
                 [&] { median(Array<int>(stream_, 0)); });
}

INSTANTIATE_TEST_SUITE_P(Backends, Ranks, test::each_backend(), test::name);

}  // namespace
}  // namespace glint
