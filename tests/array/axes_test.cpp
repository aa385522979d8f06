// SPDX-License-Identifier: MIT
// Reordering and splitting dimensions, joining arrays, and indexing line by line.
#include <glint/array/coordinates.hpp>
#include <glint/array/gather.hpp>
#include <glint/array/joining.hpp>
#include <glint/array/views.hpp>

#include <numeric>

#include <gtest/gtest.h>

#include <base/scratch.hpp>
#include <support/backends.hpp>

namespace glint {
namespace {

using test::expect_error;
using Values = std::vector<int>;
using Long = std::int64_t;

class Axes : public test::OnEachBackend {
protected:
    Array<int> counted(const Shape& shape) {
        Values values(shape.size());
        std::iota(values.begin(), values.end(), 0);
        return Array<int>(stream_, shape, values);
    }
    template <class Action>
    static void refuses(const std::string& operation, const std::string& reason,
                        const Action& action) {
        try {
            action();
            ADD_FAILURE() << operation;
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
            EXPECT_EQ(error.operation(), operation);
            EXPECT_EQ(error.reason(), reason);
        }
    }

    Device device_ = open();
    Stream stream_{device_};
};

TEST_P(Axes, AreSwapped) {
    Array<int> x = counted({2, 3, 4});
    const auto turned = swapaxes(x, 0, -1);
    EXPECT_EQ(turned.shape(), Shape({4, 3, 2}));
    EXPECT_EQ(turned.strides(), (Strides{1, 4, 12}));
    EXPECT_EQ(turned(3, 1, 1).item(), 19);
    swapaxes(x, 1, 2)(0, 3, 2) = -1;
    EXPECT_EQ(x(0, 2, 3).item(), -1);
    EXPECT_EQ(swapaxes(x, 1, 1).strides(), (Strides{12, 4, 1}));
    refuses("find dimension 3 of an array", "the array has 3 dimensions",
            [&] { swapaxes(x, 0, 3); });
}

TEST_P(Axes, AreMovedAndTheOthersStayInOrder) {
    const Array<int> x = counted({2, 3, 4, 5});
    EXPECT_EQ(moveaxis(x, 0, -1).shape(), Shape({3, 4, 5, 2}));
    EXPECT_EQ(moveaxis(x, -1, 0).shape(), Shape({5, 2, 3, 4}));
    EXPECT_EQ(moveaxis(x, 1, 2).strides(), (Strides{60, 5, 20, 1}));
    EXPECT_EQ(moveaxis(x, {0, 1}, {-1, -2}).shape(), Shape({4, 5, 3, 2}));
    EXPECT_EQ(moveaxis(x, {3, 0}, {0, 2}).shape(), Shape({5, 3, 2, 4}));
    EXPECT_EQ(moveaxis(x, {3, 0}, {0, 2})(4, 1, 1, 2).item(), 60 + 20 + 10 + 4);
    EXPECT_EQ(moveaxis(2 * x(0), 0, 1)(1, 2, 0).item(), 2 * (2 * 20 + 5));
    const std::string moving = "move dimensions of an array of shape (2, 3, 4, 5)";
    refuses(moving, "1 position cannot match 2 dimensions", [&] { moveaxis(x, {0, 1}, {2}); });
    refuses(moving, "dimension 3 appears twice in (3, -1)", [&] { moveaxis(x, {3, -1}, {0, 1}); });
    refuses(moving, "dimension 1 appears twice in (1, 1)", [&] { moveaxis(x, {0, 2}, {1, 1}); });
    refuses("find dimension -5 of an array", "the array has 4 dimensions",
            [&] { moveaxis(x, -5, 0); });
}

TEST_P(Axes, AreSplitInEqualParts) {
    Array<int> x = counted({6, 2});
    const auto parts = split(x, 3);
    ASSERT_EQ(parts.size(), 3u);
    EXPECT_EQ(parts[2].shape(), Shape({2, 2}));
    EXPECT_EQ(parts[1].to_vector(), (Values{4, 5, 6, 7}));
    parts[0] = -1;  // parts are views
    EXPECT_EQ(x(1, 1).item(), -1);
    const auto columns = split(std::as_const(x), 2, 1);
    EXPECT_EQ(columns[1].to_vector(), (Values{-1, -1, 5, 7, 9, 11}));
    refuses("split dimension 0 of an array of shape (6, 2)",
            "the extent 6 cannot be divided into 4 equal parts", [&] { split(x, 4); });
    refuses("split dimension 1 of an array of shape (6, 2)",
            "the extent 2 cannot be divided into 0 equal parts", [&] { split(x, 0, -1); });
    refuses("find dimension 2 of an array", "the array has 2 dimensions", [&] { split(x, 1, 2); });
}

TEST_P(Axes, AreSplitAtIndices) {
    const Array<int> x = counted({2, 7});
    const auto parts = split(x, {2, 5}, 1);
    ASSERT_EQ(parts.size(), 3u);
    EXPECT_EQ(parts[0].to_vector(), (Values{0, 1, 7, 8}));
    EXPECT_EQ(parts[1].to_vector(), (Values{2, 3, 4, 9, 10, 11}));
    EXPECT_EQ(parts[2].to_vector(), (Values{5, 6, 12, 13}));
    // Indices are clipped as in slices: negative, beyond the end, and decreasing.
    const std::vector<std::ptrdiff_t> places{-3, 2, 100};
    const auto odd = split(x(0), places);
    ASSERT_EQ(odd.size(), 4u);
    EXPECT_EQ(odd[0].to_vector(), (Values{0, 1, 2, 3}));
    EXPECT_EQ(odd[1].to_vector(), Values{});
    EXPECT_EQ(odd[2].to_vector(), (Values{2, 3, 4, 5, 6}));
    EXPECT_EQ(odd[3].to_vector(), Values{});
    EXPECT_EQ(split(x, {1})[1].to_vector(), (Values{7, 8, 9, 10, 11, 12, 13}));
}

TEST_P(Axes, ConcatenateFromLists) {
    std::vector<Array<int>> list;
    for (const std::size_t rows : {1u, 3u, 2u}) list.push_back(counted({rows, 2}));
    const auto joined = concatenated(0, list);
    EXPECT_EQ(joined.shape(), Shape({6, 2}));
    EXPECT_EQ(joined.to_vector(), (Values{0, 1, 0, 1, 2, 3, 4, 5, 0, 1, 2, 3}));
    const Array<int> x = counted({2, 6});
    EXPECT_EQ(concatenated(-1, split(x, 3, 1)).to_vector(), x.to_vector());
    EXPECT_EQ(stacked(1, split(x, 3, 1)).shape(), Shape({2, 3, 2}));
    EXPECT_EQ(stacked(0, std::vector{x(0) * 2, x(1) * 3})(1, 5).item(), 33);
    EXPECT_EQ(concatenated(0, std::span(list).first(1)).to_vector(), (Values{0, 1}));
    list.pop_back();
    refuses("stack arrays of shapes (1, 2), (3, 2)", "the shapes differ",
            [&] { stacked(0, list); });
    refuses("concatenate arrays of shapes (1, 2), (3, 2)",
            "the shapes differ in a dimension other than 1", [&] { concatenated(1, list); });
    list.clear();
    refuses("concatenate arrays", "the list is empty", [&] { concatenated(0, list); });
    refuses("stack arrays", "the list is empty", [&] { stacked(0, list); });
}

TEST_P(Axes, TakeAlongAxisMatchesNumPy) {
    const Array<int> x = 10 * counted({2, 3});
    const Array<int> along_rows(stream_, {2, 2}, Values{2, 0, -1, 1});
    EXPECT_EQ(Array(take_along_axis(x, along_rows)).to_vector(), (Values{20, 0, 50, 40}));
    const Array<Long> along_columns(stream_, {1, 3}, std::vector<Long>{1, 0, 1});
    EXPECT_EQ(Array(take_along_axis(x, along_columns, 0)).to_vector(), (Values{30, 10, 50}));
    // The other dimensions broadcast. Here, the array is a view, and the indices are an expression.
    const auto twice = take_along_axis(swapaxes(x, 0, 1), 1 - along_columns(slice(), slice(0, 2)));
    EXPECT_EQ(Array(twice).shape(), Shape({3, 2}));
    EXPECT_EQ(Array(twice).to_vector(), (Values{0, 30, 10, 40, 20, 50}));
    EXPECT_EQ(Array(take_along_axis(x(1), std::vector{2, -3})).to_vector(), (Values{50, 30}));
    EXPECT_EQ(Array(take_along_axis<OutOfRange::wrap>(x, 3 + along_rows)).to_vector(),
              (Values{20, 0, 50, 40}));
}

TEST_P(Axes, RefuseIndicesOfAnotherShape) {
    const Array<int> x = counted({2, 3});
    refuses("index an array of shape (2, 3) with indices of shape (3)",
            "the indices must have as many dimensions as the array",
            [&] { take_along_axis(x, counted({3})); });
    refuses("index an array of shape (3)", "index 3 is out of range for dimension 0",
            [&] { take_along_axis(x(0), std::vector{3}); });
    refuses("find dimension 2 of an array", "the array has 2 dimensions",
            [&] { take_along_axis(x, counted({2, 3}), 2); });
    refuses("index an array of shape (2, 0) with indices of shape (2, 3)",
            "dimension 1 has no elements",
            [&] { take_along_axis(x(slice(), slice(0, 0)), counted({2, 3})); });
    expect_error(ErrorCode::invalid_argument, "extents 2 and 3 differ, and neither is 1",
                 [&] { Array<int> y = take_along_axis(x, counted({3, 3}), 1); });
}

TEST_P(Axes, UnravelIndexMatchesNumPy) {
    EXPECT_EQ(unravel_index(23, {2, 3, 4}), (std::vector<std::ptrdiff_t>{1, 2, 3}));
    EXPECT_EQ(unravel_index(5, {2, 3, 4}), (std::vector<std::ptrdiff_t>{0, 1, 1}));
    refuses("find element 24 of an array of shape (2, 3, 4)", "the array has 24 elements",
            [] { unravel_index(24, {2, 3, 4}); });
    refuses("find element -1 of an array of shape (3)", "the array has 3 elements",
            [] { unravel_index(-1, {3}); });
    const Array<std::uint8_t> numbers(stream_, {2, 2}, std::vector<std::uint8_t>{0, 255, 7, 100});
    const auto indices = unravel_index(numbers, {2, 500});
    ASSERT_EQ(indices.size(), 2u);
    EXPECT_EQ(Array(indices[0]).to_vector(), (std::vector<Long>{0, 0, 0, 0}));
    EXPECT_EQ(Array(indices[1]).to_vector(), (std::vector<Long>{0, 255, 7, 100}));
    const auto three = unravel_index(arange<int>(stream_, 24), {2, 3, 4});
    EXPECT_EQ(Array(12 * three[0] + 4 * three[1] + three[2]).to_vector(),
              Array(arange<Long>(stream_, 24)).to_vector());
    EXPECT_EQ(Array(three[1])(19).item(), 1);
}

INSTANTIATE_TEST_SUITE_P(Backends, Axes, test::each_backend(), test::name);

}  // namespace
}  // namespace glint
