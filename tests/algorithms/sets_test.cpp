// SPDX-License-Identifier: MIT
// Arrays as sets of values, and the indices of nonzero elements.
#include <glint/algorithms/sets.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>

#include <gtest/gtest.h>

#include <glint/array/gather.hpp>
#include <glint/array/views.hpp>
#include <glint/base/error.hpp>

#include <algorithms/on_values.hpp>

namespace glint {
namespace {

using Long = std::int64_t;
using Longs = std::vector<Long>;

constexpr float kNotANumber = std::numeric_limits<float>::quiet_NaN();

class Sets : public test::OnValues {
protected:
    template <class T>
    void expect_all_of(const std::vector<T>& values);
};

template <class T>
void Sets::expect_all_of(const std::vector<T>& values) {
    std::map<T, Longs> places;
    for (std::size_t i = 0; i < values.size(); ++i)
        places[values[i]].push_back(static_cast<Long>(i));
    std::vector<T> expected;
    Longs firsts, counts, inverse(values.size());
    for (const auto& [value, where] : places) {
        for (const Long place : where)
            inverse[static_cast<std::size_t>(place)] = static_cast<Long>(expected.size());
        expected.push_back(value);
        firsts.push_back(where.front());
        counts.push_back(static_cast<Long>(where.size()));
    }
    const Array<T> x = on_device(values);
    const auto all = unique_all(x);
    EXPECT_EQ(all.values.to_vector(), expected);
    EXPECT_EQ(all.indices.to_vector(), firsts);
    EXPECT_EQ(all.inverse_indices.to_vector(), inverse);
    EXPECT_EQ(all.counts.to_vector(), counts);
    EXPECT_EQ(Array(gathered(all.values, all.inverse_indices)).to_vector(), values);
    EXPECT_EQ(unique_values(x).elements().to_vector(), expected);
    const auto counted = unique_counts(x);
    EXPECT_EQ(counted.values.to_vector(), expected);
    EXPECT_EQ(counted.counts.to_vector(), counts);
}

TEST_P(Sets, UniqueAllReturnsAllProperties) {
    for (const std::size_t count : {1u, 2u, 33u, 5000u}) expect_all_of(some<int>(count, 50));
    expect_all_of(some<int>(100'000, 40'000));
    expect_all_of(some<float>(3000, 1000));
}

TEST_P(Sets, UseAllElementsOfAnyShape) {
    const Array<int> x = array_of<int>(stream_, {{3, 1, 3}, {2, 1, -4}});
    const auto found = unique_inverse(transposed(2 * x));
    EXPECT_EQ(found.values.to_vector(), (std::vector<int>{-8, 2, 4, 6}));
    EXPECT_EQ(found.inverse_indices.shape(), Shape({3, 2}));
    EXPECT_EQ(found.inverse_indices.to_vector(), (Longs{3, 2, 1, 1, 3, 0}));
    EXPECT_EQ(unique_values(x(slice(), slice(0, 2))).elements().to_vector(),
              (std::vector<int>{1, 2, 3}));
    const auto one = unique_all(x(0, 0));
    EXPECT_EQ(one.values.to_vector(), std::vector<int>{3});
    EXPECT_EQ(one.inverse_indices.shape(), Shape());
    EXPECT_EQ(one.inverse_indices.item(), 0);
}

TEST_P(Sets, NaNsDifferAndZerosAreEqual) {
    const Array<float> x = on_device(std::vector<float>{kNotANumber, 0, 2, -0.0f, kNotANumber});
    const auto all = unique_all(x);
    ASSERT_EQ(all.values.size(), 4u);
    EXPECT_EQ(all.values(slice(0, 2)).to_vector(), (std::vector<float>{0, 2}));
    EXPECT_EQ(all.counts.to_vector(), (Longs{2, 1, 1, 1}));
    EXPECT_EQ(all.indices.to_vector(), (Longs{1, 2, 0, 4}));
    EXPECT_EQ(all.inverse_indices.to_vector(), (Longs{2, 0, 1, 0, 3}));
}

TEST_P(Sets, MayConsistOfSlices) {
    constexpr std::size_t kRows = 3000, kColumns = 3;
    const auto values = some<int>(kRows * kColumns, 7);
    std::map<std::vector<int>, Longs> places;
    for (std::size_t row = 0; row < kRows; ++row) {
        const auto first = values.begin() + static_cast<std::ptrdiff_t>(row * kColumns);
        places[{first, first + kColumns}].push_back(static_cast<Long>(row));
    }
    Longs firsts, counts, inverse(kRows);
    std::vector<int> expected;
    for (const auto& [part, where] : places) {
        for (const Long place : where)
            inverse[static_cast<std::size_t>(place)] = static_cast<Long>(firsts.size());
        expected.insert(expected.end(), part.begin(), part.end());
        firsts.push_back(where.front());
        counts.push_back(static_cast<Long>(where.size()));
    }
    const Array<int> x(stream_, {kRows, kColumns}, values);
    const auto rows = unique_all(x, 0), columns = unique_all(transposed(x), -1);
    EXPECT_EQ(rows.values.shape(), Shape({places.size(), kColumns}));
    EXPECT_EQ(rows.values.to_vector(), expected);
    EXPECT_EQ(rows.indices.to_vector(), firsts);
    EXPECT_EQ(rows.inverse_indices.to_vector(), inverse);
    EXPECT_EQ(rows.counts.to_vector(), counts);
    EXPECT_EQ(columns.values.shape(), Shape({kColumns, places.size()}));
    EXPECT_EQ(transposed(columns.values).to_vector(), expected);
    EXPECT_EQ(columns.counts.to_vector(), counts);
}

TEST_P(Sets, SlicesMayBeNestedOrEmpty) {
    const Array<float> x =
        reshaped(on_device(std::vector<float>{1, 0, 2, 0, 1, 5, 2, 5}), {2, 2, 2});
    const auto middle = unique_all(reshaped(on_device(std::vector<float>{3, 4, 1, 2, 3, 4,  //
                                                                         5, 6, 7, 8, 5, 6}),
                                            {2, 3, 2}) *
                                       2.0f,
                                   1);
    EXPECT_EQ(middle.values.shape(), Shape({2, 2, 2}));
    EXPECT_EQ(middle.values.to_vector(), (std::vector<float>{2, 4, 6, 8, 14, 16, 10, 12}));
    EXPECT_EQ(middle.inverse_indices.to_vector(), (Longs{1, 0, 1}));
    EXPECT_EQ(middle.counts.to_vector(), (Longs{1, 2}));
    EXPECT_EQ(unique_all(x, 0).indices.to_vector(), (Longs{0, 1}));
    EXPECT_EQ(unique_all(Array<int>(stream_, Shape{0, 3}), 0).values.shape(), Shape({0, 3}));
    const auto none = unique_all(Array<int>(stream_, Shape{4, 0}), 0);
    EXPECT_EQ(none.values.shape(), Shape({1, 0}));
    EXPECT_EQ(none.counts.to_vector(), Longs{4});
    try {
        unique_all(x, 3);
        ADD_FAILURE();
    } catch (const Error& error) {
        EXPECT_STREQ(error.what(),
                     "cannot find dimension 3 of an array: the array has 3 dimensions");
    }
}

TEST_P(Sets, TestMembership) {
    const auto x = some<int>(10'000, 3000);
    const auto among = some<int>(500, 3000);
    const std::set<int> values(among.begin(), among.end());
    std::vector<bool> expected;
    for (const int each : x) expected.push_back(values.contains(each));
    const Array<int> a = on_device(x), b = on_device(among);
    EXPECT_EQ(Array(isin(a, b)).to_vector(), expected);
    EXPECT_EQ(Array(isin(cast<double>(a), cast<std::uint16_t>(b))).to_vector(), expected);
    expected.flip();
    EXPECT_EQ(Array(!isin(a, reshaped(b, {20, 25}))).to_vector(), expected);
    // 1.5 equals none of the integers.
    EXPECT_EQ(Array(isin(on_device(std::vector<float>{1, 1.5f, kNotANumber, 3}),
                         on_device(std::vector<int>{3, 2, 1})))
                  .to_vector(),
              (std::vector<bool>{true, false, false, true}));
    const Array<float> none = on_device(std::vector<float>{kNotANumber, 1});
    EXPECT_EQ(Array(isin(none, none)).to_vector(), (std::vector<bool>{false, true}));
}

TEST_P(Sets, SupportIntersectionUnionAndDifference) {
    for (const std::size_t count : {1u, 10u, 20'000u}) {
        const auto x = some<int>(count, 3 * static_cast<unsigned>(count));
        const auto y = some<int>(count / 2 + 1, 3 * static_cast<unsigned>(count));
        const std::set<int> p(x.begin(), x.end()), q(y.begin(), y.end());
        std::vector<int> both, either, first;
        std::ranges::set_intersection(p, q, std::back_inserter(both));
        std::ranges::set_union(p, q, std::back_inserter(either));
        std::ranges::set_difference(p, q, std::back_inserter(first));
        const Array<int> a = on_device(x), b = on_device(y);
        EXPECT_EQ(intersect1d(a, b).elements().to_vector(), both);
        EXPECT_EQ(union1d(a, b).elements().to_vector(), either);
        EXPECT_EQ(setdiff1d(a, b).elements().to_vector(), first);
        EXPECT_EQ(intersect1d(1 + a, b + 1).count(), both.size());
    }
    const Array<float> x = on_device(std::vector<float>{kNotANumber, 1, 2});
    EXPECT_EQ(intersect1d(x, x).elements().to_vector(), (std::vector<float>{1, 2}));
    EXPECT_EQ(union1d(x, x).count(), 4u) << "each no number is another";
    EXPECT_TRUE(std::isnan(setdiff1d(x, x).elements().item()));
}

TEST_P(Sets, MayBeEmpty) {
    const Array<int> none(stream_, 0), few = on_device(std::vector<int>{2, 1, 2});
    const auto all = unique_all(Array<int>(stream_, Shape{3, 0}));
    EXPECT_TRUE(all.values.empty() && all.indices.empty() && all.counts.empty());
    EXPECT_EQ(all.inverse_indices.shape(), Shape({3, 0}));
    EXPECT_EQ(unique_values(none).count(), 0u);
    EXPECT_TRUE(unique_counts(none).counts.empty());
    EXPECT_EQ(Array(isin(few, none)).to_vector(), (std::vector<bool>(3, false)));
    EXPECT_TRUE(Array(isin(none, few)).empty());
    EXPECT_EQ(intersect1d(few, none).count(), 0u);
    EXPECT_EQ(intersect1d(none, few).count(), 0u);
    EXPECT_EQ(setdiff1d(few, none).elements().to_vector(), (std::vector<int>{1, 2}));
    EXPECT_EQ(union1d(none, few).elements().to_vector(), (std::vector<int>{1, 2}));
}

TEST_P(Sets, NonzeroReturnsIndices) {
    const Array<int> x = array_of<int>(stream_, {{0, 5, 0}, {7, 0, -1}});
    EXPECT_EQ(argwhere(x).shape(), Shape({3, 2}));
    EXPECT_EQ(argwhere(x).to_vector(), (Longs{0, 1, 1, 0, 1, 2}));
    EXPECT_EQ(argwhere(transposed(x) > 6).to_vector(), (Longs{0, 1}));
    EXPECT_EQ(argwhere(x > 100).shape(), Shape({0, 2}));
    EXPECT_EQ(argwhere(x(1, 2)).shape(), Shape({1, 0}));
    EXPECT_EQ(argwhere(x(1)).to_vector(), (Longs{0, 2}));
    const auto values = some<int>(4 * 50 * 60, 3);
    Longs expected;
    for (std::size_t i = 0; i < values.size(); ++i)
        if (values[i] != 0)
            for (const std::size_t index : {i / 3000, i / 60 % 50, i % 60})
                expected.push_back(static_cast<Long>(index));
    EXPECT_EQ(argwhere(reshaped(on_device(values), {4, 50, 60})).to_vector(), expected);
}

INSTANTIATE_TEST_SUITE_P(Backends, Sets, test::each_backend(), test::name);

}  // namespace
}  // namespace glint
