// SPDX-License-Identifier: MIT
#include <glint/array/layout.hpp>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include <glint/array/coordinates.hpp>
#include <glint/array/detail/operand_list.hpp>
#include <glint/array/joining.hpp>
#include <glint/array/views.hpp>

#include <base/scratch.hpp>

namespace glint::detail {
namespace {

using test::expect_error;
using Places = std::vector<std::ptrdiff_t>;

constexpr std::ptrdiff_t kMin = std::numeric_limits<std::ptrdiff_t>::min();
constexpr std::ptrdiff_t kGreatest = std::numeric_limits<std::ptrdiff_t>::max();

/// Calls `each(index)` for all indices of a shape, in row-major order.
template <class Each>
void for_each_index(const Shape& shape, const Each& each) {
    Strides index;
    for (std::size_t axis = 0; axis < shape.rank(); ++axis) index.append(0);
    for (std::size_t count = 0; count < shape.size(); ++count) {
        each(index);
        for (std::size_t axis = shape.rank(); axis-- > 0;) {
            if (++index[axis] < static_cast<std::ptrdiff_t>(shape[axis])) break;
            index[axis] = 0;
        }
    }
}

std::ptrdiff_t place_of(const Layout& layout, const Strides& index) {
    std::ptrdiff_t place = 0;
    for (std::size_t axis = 0; axis < layout.rank(); ++axis)
        place += index[axis] * layout.strides[axis];
    return place;
}

/// Offsets of the elements, in row-major order.
Places places_of(const Layout& layout, std::ptrdiff_t offset = 0) {
    Places places;
    for_each_index(layout.shape, [&](const Strides& index) {
        places.push_back(offset + place_of(layout, index));
    });
    return places;
}

Layout random_layout(std::mt19937& random, std::size_t most_rank) {
    const auto draw = [&](int first, int last) {
        return std::uniform_int_distribution(first, last)(random);
    };
    Layout layout;
    for (auto rank = draw(0, static_cast<int>(most_rank)); rank > 0; --rank) {
        layout.shape.append(static_cast<std::size_t>(draw(draw(0, 9) == 0 ? 0 : 1, 4)));
        layout.strides.append(draw(-9, 9));
    }
    return layout;
}

std::string described(const Layout& layout) {
    return to_string(layout.shape) + " with strides " + to_string(layout.strides);
}

TEST(Layouts, RangeCoversFirstToLastElement) {
    std::mt19937 random(1);
    for (int round = 0; round < 2000; ++round) {
        const Layout layout = random_layout(random, 4);
        const Places places = places_of(layout);
        const Reach reach = reach_of(layout);
        const auto data = reinterpret_cast<const char*>(std::uintptr_t(1) << 20);
        const MemoryRange range = range_of(data, layout, 8);
        if (places.empty()) {
            EXPECT_EQ(reach.size, 0u) << described(layout);
            EXPECT_EQ(range.begin, range.end) << described(layout);
            continue;
        }
        const auto [least, most] = std::ranges::minmax(places);
        EXPECT_EQ(reach.before, static_cast<std::size_t>(-least)) << described(layout);
        EXPECT_EQ(reach.size, static_cast<std::size_t>(most - least + 1)) << described(layout);
        EXPECT_EQ(static_cast<std::ptrdiff_t>(range.begin), (1 << 20) + 8 * least);
        EXPECT_EQ(static_cast<std::ptrdiff_t>(range.end), (1 << 20) + 8 * (most + 1));
    }
}

TEST(MemoryRanges, OverlapIfTheyShareAByte) {
    const MemoryRange range{10, 20};
    EXPECT_TRUE(range.overlaps({19, 30}));
    EXPECT_FALSE(range.overlaps({20, 30}));
    EXPECT_TRUE(range.overlaps({0, 11}));
    EXPECT_FALSE(range.overlaps({0, 10}));
    EXPECT_TRUE(range.overlaps({12, 13}));
    EXPECT_TRUE(range.overlaps({0, 30}));
}

TEST(Layouts, AreContiguousInEitherOrder) {
    EXPECT_EQ(row_major({2, 3, 4}).strides, Strides({12, 4, 1}));
    EXPECT_EQ(column_major({2, 3, 4}).strides, Strides({1, 2, 6}));
    EXPECT_EQ(row_major({2, 0, 4}).strides, Strides({4, 4, 1}));
    EXPECT_EQ(dense_like({{2, 3, 4}, {-5, 100, 20}}).strides, Strides({1, 8, 2}));
    EXPECT_EQ(dense_like({{2, 3}, {7, 7}}).strides, Strides({3, 1}));

    EXPECT_TRUE(is_row_major({{2, 3}, {3, 1}}));
    EXPECT_FALSE(is_row_major({{2, 3}, {1, 2}}));
    EXPECT_FALSE(is_row_major({{2, 3}, {4, 1}}));
    EXPECT_FALSE(is_row_major({{3}, {-1}}));
    EXPECT_TRUE(is_row_major({{1, 3, 1}, {77, 1, -5}}));
    EXPECT_TRUE(is_row_major({{0, 3}, {50, 60}}));
    EXPECT_TRUE(is_column_major({{2, 3}, {1, 2}}));
    EXPECT_FALSE(is_column_major({{2, 3}, {3, 1}}));
    EXPECT_TRUE(is_column_major({{1, 3}, {9, 1}}));
}

/// Result of Python's range(extent)[first:last:step].
Places sliced_as_in_python(std::ptrdiff_t extent, const Slice& slice) {
    Places result;
    const auto clipped = [&](std::ptrdiff_t bound, std::ptrdiff_t low, std::ptrdiff_t high) {
        return std::clamp(bound < 0 ? bound + extent : bound, low, high);
    };
    if (slice.step > 0) {
        const auto last = clipped(slice.last.value_or(extent), 0, extent);
        for (auto i = clipped(slice.first.value_or(0), 0, extent); i < last; i += slice.step)
            result.push_back(i);
    } else {
        const auto last = slice.last ? clipped(*slice.last, -1, extent - 1) : -1;
        auto i = slice.first ? clipped(*slice.first, -1, extent - 1) : extent - 1;
        for (; i > last; i += slice.step) result.push_back(i);
    }
    return result;
}

TEST(Slices, MatchPythonSlices) {
    for (std::ptrdiff_t extent = 0; extent <= 5; ++extent) {
        const Layout layout{Shape(static_cast<std::size_t>(extent)), {3}};
        std::vector<std::optional<std::ptrdiff_t>> bounds{std::nullopt};
        for (std::ptrdiff_t bound = -7; bound <= 7; ++bound) bounds.emplace_back(bound);
        for (const auto& first : bounds)
            for (const auto& last : bounds)
                for (const std::ptrdiff_t step : {-7, -3, -2, -1, 1, 2, 3, 7}) {
                    const Slice slice{first, last, step};
                    Places expected = sliced_as_in_python(extent, slice);
                    for (auto& place : expected) place *= 3;
                    const Part part = part_of(layout, std::array<AxisIndex, 1>{slice});
                    ASSERT_EQ(places_of(part.layout, part.offset), expected)
                        << extent << " " << first.value_or(99) << " " << last.value_or(99) << " "
                        << step;
                }
    }
}

TEST(Slices, ClampBoundsAndSteps) {
    const Layout layout = row_major(10);
    const auto places = [&](const Slice& slice) {
        const Part part = part_of(layout, std::array<AxisIndex, 1>{slice});
        return places_of(part.layout, part.offset);
    };
    EXPECT_EQ(places({kMin, kGreatest, kGreatest}), Places{0});
    EXPECT_EQ(places({kGreatest, kMin, kMin}), Places{9});
    EXPECT_EQ(places({kMin, kMin, 1}), Places{});
    EXPECT_EQ(places({3, std::nullopt, kGreatest}), Places{3});
}

TEST(Slices, DropKeepAndAddDimensions) {
    const Layout layout{{2, 3, 4}, {100, 10, 1}};
    const auto part = [&](auto... parts) {
        return part_of(layout, std::array<AxisIndex, sizeof...(parts)>{AxisIndex(parts)...});
    };
    const auto at = [](std::ptrdiff_t i) { return AxisIndex(i); };
    EXPECT_EQ(part(at(1), at(-1), at(2)).offset, 122);
    EXPECT_EQ(part(at(1), at(-1), at(2)).layout.rank(), 0u);
    EXPECT_EQ(part(at(-2)).offset, 0);
    EXPECT_EQ(part(at(-2)).layout, (Layout{{3, 4}, {10, 1}}));
    EXPECT_EQ(part(ellipsis, at(3)).layout, (Layout{{2, 3}, {100, 10}}));
    EXPECT_EQ(part(ellipsis, at(3)).offset, 3);
    EXPECT_EQ(part(at(0), ellipsis, at(3)).layout, (Layout{{3}, {10}}));
    EXPECT_EQ(part(newaxis, ellipsis, newaxis).layout.shape, Shape({1, 2, 3, 4, 1}));
    EXPECT_EQ(part(slice(), newaxis, at(2)).layout, (Layout{{2, 1, 4}, {100, 0, 1}}));
    EXPECT_EQ(part().layout, layout);
}

TEST(Layouts, HaveDiagonals) {
    for (const Shape& shape : {Shape{3, 4}, Shape{4, 3}, Shape{3, 3}, Shape{1, 5}, Shape{0, 3}}) {
        const Layout layout{shape, {10, 1}};
        for (std::ptrdiff_t offset = -6; offset <= 6; ++offset) {
            Places expected;
            for_each_index(shape, [&](const Strides& index) {
                if (index[1] - index[0] == offset) expected.push_back(place_of(layout, index));
            });
            const Part part = diagonal(layout, offset, 0, 1);
            EXPECT_EQ(places_of(part.layout, part.offset), expected) << offset;
            const Part turned = diagonal(layout, -offset, 1, 0);
            EXPECT_EQ(places_of(turned.layout, turned.offset), expected) << offset;
        }
        EXPECT_EQ(diagonal(layout, kMin, 0, 1).layout.size(), 0u);
        EXPECT_EQ(diagonal(layout, kGreatest, 0, 1).layout.size(), 0u);
    }
    const Part inner = diagonal({{2, 3, 4}, {100, 10, 1}}, 1, 0, -1);
    EXPECT_EQ(inner.layout, (Layout{{3, 2}, {10, 101}}));
    EXPECT_EQ(inner.offset, 1);
    expect_error(ErrorCode::invalid_argument, "the two dimensions are the same",
                 [&] { diagonal(row_major({2, 3}), 0, 1, -1); });
}

TEST(Layouts, CanBeReversedAndTransposed) {
    const Layout layout{{2, 3, 4}, {100, 10, 1}};
    const Part back = reversed(layout, -2);
    EXPECT_EQ(back.layout, (Layout{{2, 3, 4}, {100, -10, 1}}));
    EXPECT_EQ(back.offset, 20);
    EXPECT_EQ(reversed(row_major({2, 0}), 1).offset, 0);
    EXPECT_EQ(transposed(layout, {}), (Layout{{4, 3, 2}, {1, 10, 100}}));
    EXPECT_EQ(transposed(layout, Places{2, 0, -2}), (Layout{{4, 2, 3}, {1, 100, 10}}));
    expect_error(ErrorCode::invalid_argument, "the new order has 2 dimensions",
                 [&] { transposed(layout, Places{0, 1}); });
    expect_error(ErrorCode::invalid_argument, "dimension 2 appears twice in (2, 0, -1)",
                 [&] { transposed(layout, Places{2, 0, -1}); });
    expect_error(ErrorCode::invalid_argument, "the array has 3 dimensions",
                 [&] { transposed(layout, Places{0, 1, 3}); });
}

TEST(Layouts, SqueezeDropsDimensionsOfOneElement) {
    const Layout layout{{1, 3, 1, 2}, {5, 10, 7, 1}};
    EXPECT_EQ(squeezed(layout), (Layout{{3, 2}, {10, 1}}));
    EXPECT_EQ(squeezed(layout, 0), (Layout{{3, 1, 2}, {10, 7, 1}}));
    EXPECT_EQ(squeezed(layout, -2), (Layout{{1, 3, 2}, {5, 10, 1}}));
    expect_error(ErrorCode::invalid_argument, "the dimension has 3 elements, but must have 1",
                 [&] { squeezed(Layout{{3, 2}, {2, 1}}, 0); });
}

/// The layout of `shape` in which elements have these offsets, if one exists.
std::optional<Layout> layout_at(const Shape& shape, const Places& places) {
    const Layout numbers = row_major(shape);
    Layout layout{shape, numbers.strides};
    for (std::size_t axis = 0; axis < shape.rank(); ++axis) {
        const auto next = static_cast<std::size_t>(numbers.strides[axis]);
        layout.strides[axis] = shape[axis] > 1 ? places[next] - places[0] : 0;
    }
    return places_of(layout, places[0]) == places ? std::optional(layout) : std::nullopt;
}

TEST(Layouts, ReshapeWithoutACopyWherePossible) {
    std::mt19937 random(7);
    const Shape shapes[] = {{24},   {2, 12},   {12, 2},      {4, 6},       {2, 3, 4},
                            {6, 4}, {4, 3, 2}, {2, 2, 2, 3}, {3, 2, 2, 2}, {1, 8, 1, 3}};
    for (const Shape& from : shapes) {
        std::vector<std::ptrdiff_t> order(from.rank());
        std::iota(order.begin(), order.end(), 0);
        for (int round = 0; round < 60; ++round) {
            std::ranges::shuffle(order, random);
            Layout layout = round == 0 ? row_major(from) : transposed(row_major(from), order);
            for (std::size_t axis = 0; axis < layout.rank(); ++axis)
                if (random() % 3 == 0) layout.strides[axis] *= random() % 2 == 0 ? -1 : 2;
            const Places places = places_of(layout);
            for (const Shape& to : shapes) {
                const auto expected = layout_at(to, places);
                const auto found = reshaped(layout, to);
                ASSERT_EQ(found.has_value(), expected.has_value())
                    << described(layout) << " to " << to_string(to);
                if (found) {
                    ASSERT_EQ(places_of(*found), places) << described(layout);
                }
            }
        }
    }
    EXPECT_EQ(reshaped(row_major({0, 3}), {5, 0})->shape, Shape({5, 0}));
}

TEST(Shapes, InferOneOpenExtent) {
    EXPECT_EQ(resolved(Places{2, -1, 2}, 12), Shape({2, 3, 2}));
    EXPECT_EQ(resolved(Places{-1}, 0), Shape({0}));
    EXPECT_EQ(resolved(Places{}, 1), Shape());
    EXPECT_EQ(resolved(Places{0, 7}, 0), Shape({0, 7}));
    const auto refuses = [](const char* reason, const Places& extents, std::size_t size) {
        expect_error(ErrorCode::invalid_argument, reason, [&] { resolved(extents, size); });
    };
    refuses("more than one extent is -1", {-1, -1}, 4);
    refuses("-2 is not a valid extent", {-2, 2}, 4);
    refuses("the product of the known extents, 3, does not divide 4", {3, -1}, 4);
    refuses("the product of the known extents, 0, does not divide 4", {0, -1}, 4);
    refuses("the new shape has 6 elements", {3, 2}, 4);
    refuses("the new shape has 1 element", {}, 4);
}

// Sizes slightly above 2^64, which wrap modulo 2^64 to the number of elements that exist.
TEST(Shapes, OverflowingElementCountsAreRefused) {
    constexpr std::ptrdiff_t kHuge = std::ptrdiff_t(1) << 62;
    constexpr auto kMany = std::size_t(kHuge);
    const char* const reason = "the array would be larger than the address space";
    const auto refuses = [&](const auto& action) {
        expect_error(ErrorCode::invalid_argument, reason, action);
    };
    refuses([&] { resolved(Places{4, kHuge + 2}, 8); });
    refuses([&] { resolved(Places{kHuge + 2, 4}, 8); });
    refuses([&] { resolved(Places{4, kHuge, -1}, 8); });
    refuses([&] { resolved(Places{8, kHuge, 0}, 0); });
    refuses([&] { broadcast_to(row_major({1, 1}), {4, kMany + 2}); });
    refuses([&] { broadcast_to(row_major(Shape()), {8, kMany, 0}); });
    refuses([&] { broadcast(std::array{Shape{4, 1}, Shape{1, kMany + 2}}); });
    refuses([&] { reinterpreted(Layout{{kMany, 1}, {0, 1}}, 8, 4); });
    refuses([&] { check_size({kMany, 2}, 1); });
    refuses([&] { check_size({kMany}, 2); });
    refuses([&] { check_size({0, kMany, 4}, 1); });
    EXPECT_NO_THROW(check_size({kMany - 1, 2}, 1));
    EXPECT_NO_THROW(check_size({std::size_t(kGreatest)}, 1));
    EXPECT_NO_THROW(check_size({}, 16));
    try {
        broadcast_to(row_major({1, 1}), {4, kMany + 2});
        ADD_FAILURE();
    } catch (const Error& error) {
        EXPECT_EQ(error.operation(), "create an array of shape (4, 4611686018427387906)");
    }
}

TEST(Shapes, NegativeExtentsAreRefused) {
    const int count = -3;
    try {
        check_size(Shape{2, static_cast<std::size_t>(count)}, 4);
        ADD_FAILURE();
    } catch (const Error& error) {
        EXPECT_EQ(error.operation(), "create an array of shape (2, -3)");
        EXPECT_EQ(error.reason(), "-3 is not a valid extent");
    }
}

TEST(Extents, SumsAndProductsSaturate) {
    constexpr std::size_t kMax = std::size_t(kGreatest), kAll = ~std::size_t(0);
    EXPECT_EQ(extent_sum(3, 4), 7u);
    EXPECT_EQ(extent_sum(kMax, 0), kMax);
    EXPECT_EQ(extent_sum(kMax - 1, 1), kMax);
    EXPECT_EQ(extent_sum(kMax, 1), kMax);
    EXPECT_EQ(extent_sum(kAll, 3), kMax);
    EXPECT_EQ(extent_product(3, 4), 12u);
    EXPECT_EQ(extent_product(0, kAll), 0u);
    EXPECT_EQ(extent_product(std::size_t(1) << 62, 2), kMax);
    EXPECT_EQ(extent_product(std::size_t(1) << 62, 4), kMax);
    EXPECT_EQ(extent_product(std::size_t(1) << 61, 2), std::size_t(1) << 62);
}

TEST(Shapes, BroadcastLikeNumPy) {
    const auto common = [](const std::vector<Shape>& shapes) { return broadcast(shapes); };
    EXPECT_EQ(common({{4, 1}, {5}}), Shape({4, 5}));
    EXPECT_EQ(common({{}, {2, 1, 3}, {4, 1}}), Shape({2, 4, 3}));
    EXPECT_EQ(common({{0, 1}, {1, 3}}), Shape({0, 3}));
    EXPECT_EQ(common({{1}, {0}}), Shape({0}));
    try {
        common({{4, 2}, {4, 3}});
        ADD_FAILURE();
    } catch (const Error& error) {
        EXPECT_EQ(error.operation(), "broadcast arrays of shapes (4, 2), (4, 3)");
        EXPECT_EQ(error.reason(), "extents 2 and 3 differ, and neither is 1");
    }
    const Layout layout{{3, 1}, {10, 5}};
    EXPECT_EQ(broadcast_to(layout, {2, 3, 4}), (Layout{{2, 3, 4}, {0, 10, 0}}));
    EXPECT_EQ(broadcast_to(layout, {3, 1}), (Layout{{3, 1}, {10, 0}}));
    EXPECT_EQ(broadcast_to(layout, {3, 0}), (Layout{{3, 0}, {10, 0}}));
    expect_error(ErrorCode::invalid_argument, "dimension 0 has 3 elements",
                 [&] { broadcast_to(layout, {7, 2, 4}); });
    expect_error(ErrorCode::invalid_argument, "the array has more dimensions than the new shape",
                 [&] { broadcast_to(Layout{{1, 3}, {3, 1}}, {3}); });
}

TEST(Layouts, ReinterpretAsElementsOfOtherSizes) {
    EXPECT_EQ(reinterpreted(Layout{{3, 4}, {8, 1}}, 4, 8), (Layout{{3, 2}, {4, 1}}));
    EXPECT_EQ(reinterpreted(Layout{{3, 4}, {8, 1}}, 8, 2), (Layout{{3, 16}, {32, 1}}));
    EXPECT_EQ(reinterpreted(Layout{{3, 4}, {1, 7}}, 8, 8), (Layout{{3, 4}, {1, 7}}));
    EXPECT_EQ(reinterpreted(Layout{{1, 4}, {5, 1}}, 4, 8).shape, Shape({1, 2}));
    EXPECT_EQ(reinterpreted(Layout{{3, 1}, {2, 9}}, 8, 4), (Layout{{3, 2}, {4, 1}}));
    const auto refuses = [](const Layout& layout, const std::string& reason) {
        expect_error(ErrorCode::invalid_argument, reason + " cannot be divided into such elements",
                     [&] { reinterpreted(layout, 4, 8); });
    };
    refuses({{}, {}}, "shape () with strides ()");
    refuses({{3, 3}, {4, 1}}, "shape (3, 3) with strides (4, 1)");
    refuses({{3, 4}, {5, 1}}, "shape (3, 4) with strides (5, 1)");
    refuses({{3, 4}, {4, 2}}, "shape (3, 4) with strides (4, 2)");
}

TEST(Dimensions, NegativeAxesCountFromTheEnd) {
    EXPECT_EQ(axis_of(0, 3), 0u);
    EXPECT_EQ(axis_of(2, 3), 2u);
    EXPECT_EQ(axis_of(-1, 3), 2u);
    EXPECT_EQ(axis_of(-3, 3), 0u);
    for (const std::ptrdiff_t axis : {-4, 3, 100})
        expect_error(ErrorCode::invalid_argument, "the array has 3 dimensions",
                     [&] { axis_of(axis, 3); });
    EXPECT_NO_THROW(Shape({1, 1, 1, 1, 1, 1, 1, 1}));
    expect_error(ErrorCode::invalid_argument, "the shape has 9 dimensions, but the maximum is 8",
                 [] { Shape({1, 1, 1, 1, 1, 1, 1, 1, 1}); });
    Shape full{1, 1, 1, 1, 1, 1, 1};
    full.append(5);
    EXPECT_EQ(full.size(), 5u);
    expect_error(ErrorCode::invalid_argument, "the shape has 9 dimensions, but the maximum is 8",
                 [&] { full.append(1); });
}

TEST(Layouts, SupportConcatenationRepetitionAndPadding) {
    EXPECT_EQ(joined_shape(std::array{Shape{2, 3}, Shape{5, 3}, Shape{0, 3}}, 0), Shape({7, 3}));
    expect_error(ErrorCode::invalid_argument, "the shapes differ in a dimension other than 1",
                 [] { joined_shape(std::array{Shape{2, 3}, Shape{3, 3}}, 1); });
    expect_error(ErrorCode::invalid_argument, "the shapes differ in a dimension other than 1",
                 [] { joined_shape(std::array{Shape{2, 3}, Shape{2, 3, 1}}, 1); });
    EXPECT_EQ(with_axis({2, 3}, 1, 9), Shape({2, 9, 3}));
    EXPECT_EQ(with_axis({2, 3}, 2, 9), Shape({2, 3, 9}));
    const Layout layout{{2, 3}, {10, 1}};
    EXPECT_EQ(with_each_repeated(layout, 0, 4), (Layout{{2, 4, 3}, {10, 0, 1}}));
    EXPECT_EQ(with_whole_repeated(layout, 0, 4), (Layout{{4, 2, 3}, {0, 10, 1}}));
    EXPECT_EQ(layer_of_axis(layout, 1, 2).layout, (Layout{{2}, {10}}));
    EXPECT_EQ(layer_of_axis(layout, 1, 2).offset, 2);
    const std::array<Margin, 2> margins{{{1, 2}, {0, 3}}};
    EXPECT_EQ(framed({2, 3}, margins), Shape({5, 6}));
    const Part inner = inside(row_major({5, 6}), margins);
    EXPECT_EQ(inner.layout, (Layout{{2, 3}, {6, 1}}));
    EXPECT_EQ(inner.offset, 6);
    expect_error(ErrorCode::invalid_argument,
                 "each dimension needs one margin, but the call has 1 margin",
                 [&] { framed({2, 3}, std::span(margins).first(1)); });
    constexpr std::size_t kMax = std::size_t(kGreatest);
    const std::array<Margin, 1> wide{{{~std::size_t(0) - 1, 1}}};
    EXPECT_EQ(framed({2}, wide), Shape(kMax));
    EXPECT_EQ(joined_shape(std::array{Shape(kMax), Shape(kMax), Shape(4)}, 0), Shape(kMax));
}

}  // namespace
}  // namespace glint::detail
