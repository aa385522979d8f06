// SPDX-License-Identifier: MIT
#include <glint/algorithms/sort_segments.hpp>

#include <gtest/gtest.h>

#include <algorithms/sort_cases.hpp>
#include <base/scratch.hpp>
#include <support/backends.hpp>

namespace glint {
namespace {

using test::expect_error;
using test::numbers;
using test::order_of;

class SortSegments : public test::OnEachBackend {
protected:
    Device device_ = open();
    Stream stream_{device_};
};

/// Empty, short and long segments; some elements are before the first segment or after the last.
const std::vector<int> kOffsets{3, 3, 4, 7, 47, 47, 1047, 20000, 20033};

TEST_P(SortSegments, SortsEachSegmentSeparately) {
    const auto in = numbers<float>(20040);
    Array<float> x(stream_, in);
    sort_segments(x, Array<int>(stream_, kOffsets));
    auto expected = in;
    for (std::size_t i = 0; i + 1 < kOffsets.size(); ++i)
        std::sort(expected.begin() + kOffsets[i], expected.begin() + kOffsets[i + 1]);
    EXPECT_EQ(x.to_vector(), expected);
}

TEST_P(SortSegments, SortsValuesWithTheKeys) {
    const auto in = numbers<short>(20040);
    std::vector<std::int64_t> expected(in.size());
    std::iota(expected.begin(), expected.end(), 0);
    Array<short> keys(stream_, in);
    Array<std::int64_t> values(stream_, expected);
    sort_segments_by_key(keys, values, Array<int>(stream_, kOffsets), {.descending = true});
    for (std::size_t i = 0; i + 1 < kOffsets.size(); ++i)
        std::stable_sort(expected.begin() + kOffsets[i], expected.begin() + kOffsets[i + 1],
                         [&](std::int64_t a, std::int64_t b) {
                             return in[static_cast<std::size_t>(a)] >
                                    in[static_cast<std::size_t>(b)];
                         });
    EXPECT_EQ(values.to_vector(), expected);
}

TEST_P(SortSegments, RefusesOtherShapes) {
    Array<int> x(stream_, Shape{2, 3}), y(stream_, 6);
    const Array<int> offsets(stream_, std::vector<int>{0, 3});
    expect_error(ErrorCode::invalid_argument, "the array must be one-dimensional and contiguous",
                 [&] { sort_segments(x, offsets); });
    expect_error(ErrorCode::invalid_argument, "the array must be one-dimensional and contiguous",
                 [&] { sort_segments(y(slice(0, 6, 2)), offsets); });
    expect_error(ErrorCode::invalid_argument,
                 "offsets must have one dimension, with one more offset than segments",
                 [&] { sort_segments(y, x); });
}

INSTANTIATE_TEST_SUITE_P(Backends, SortSegments, test::each_backend(), test::name);

}  // namespace
}  // namespace glint
