// SPDX-License-Identifier: MIT
#include <glint/algorithms/search.hpp>

#include <algorithm>
#include <cmath>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <glint/array/operators.hpp>
#include <glint/array/sequence.hpp>
#include <glint/base/error.hpp>

#include <algorithms/on_values.hpp>

namespace glint {
namespace {

class Search : public test::OnValues {};

using Counts = std::vector<std::int64_t>;

TEST_P(Search, FindsPositionsAmongSortedElements) {
    for (const std::size_t size : {0, 1, 2, 33, 1000}) {
        auto sorted = some(size, 300);
        std::sort(sorted.begin(), sorted.end());
        const auto values = some(5000, 310);
        const auto a = on_device(sorted), v = on_device(values);
        const auto left = searchsorted(a, v - 5).to_vector();
        const auto right = searchsorted(a, v - 5, Side::right).to_vector();
        for (std::size_t i = 0; i < values.size(); ++i) {
            const auto [low, high] = std::equal_range(sorted.begin(), sorted.end(), values[i] - 5);
            ASSERT_EQ(left[i], low - sorted.begin()) << size;
            ASSERT_EQ(right[i], high - sorted.begin()) << size;
        }
    }
}

TEST_P(Search, ComparesInTheCommonType) {
    const auto sorted = on_device(std::vector<int>{1, 2, 3});
    const auto values = on_device(std::vector<float>{2.5f, 2.0f, NAN, -INFINITY});
    EXPECT_EQ(searchsorted(sorted, values).to_vector(), (Counts{2, 1, 3, 0}));
    const Array<int> table = reshaped(Array(arange<int>(stream_, 6)), {2, 3});
    EXPECT_THROW(searchsorted(table, values), Error);
    // The non-contiguous view 0, 2, 4.
    const Array<int> six = arange<int>(stream_, 6);
    EXPECT_EQ(searchsorted(six(slice(0, 6, 2)), sorted).to_vector(), (Counts{1, 1, 2}));
}

TEST_P(Search, Interpolates) {
    const auto places = on_device(std::vector<double>{0, 1, 3});
    const auto values = on_device(std::vector<double>{10, 20, 0});
    const auto x = on_device(std::vector<double>{-1, 0, 0.5, 1, 2, 3, 4, NAN});
    const auto y = interpolate(x, places, values).to_vector();
    EXPECT_EQ(std::vector<double>(y.begin(), y.end() - 1),
              (std::vector<double>{10, 10, 15, 20, 10, 0, 0}));
    EXPECT_TRUE(std::isnan(y.back()));
    try {
        interpolate(x, places, values(slice(0, 2)));
        FAIL();
    } catch (const Error& error) {
        EXPECT_NE(std::string(error.what()).find("3 positions and 2 values"), std::string::npos)
            << error.what();
    }
}

TEST_P(Search, ComputesDifferences) {
    const Array<int> x(stream_, {2, 3}, std::vector<int>{1, 4, 9, 16, 25, 36});
    EXPECT_EQ(Array(difference(x)).to_vector(), (std::vector<int>{3, 5, 9, 11}));
    EXPECT_EQ(Array(difference(x, 0)).to_vector(), (std::vector<int>{15, 21, 27}));
    EXPECT_THROW(difference(x, 2), Error);
    EXPECT_THROW(difference(Array<int>(stream_, 0)), Error);
}

INSTANTIATE_TEST_SUITE_P(Backends, Search, test::each_backend(), test::name);

}  // namespace
}  // namespace glint
