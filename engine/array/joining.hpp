// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <initializer_list>
#include <ranges>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include <glint/array/array.hpp>
#include <glint/array/views.hpp>

/// New arrays from the elements of other arrays: concatenated, repeated, rolled, padded. Each
/// element is read once and written once. Operands may be expressions, which are computed without
/// temporary memory. Negative dimensions count from the end. All functions throw
/// Error(invalid_argument) for a dimension that does not exist and for shapes that do not match.
namespace glint {
namespace detail {

/// The shape of concatenated arrays, whose shapes may differ only along `axis`.
Shape joined_shape(std::span<const Shape> shapes, std::size_t axis);
/// The shape of several arrays, which must all have the same shape.
Shape equal_shape(std::span<const Shape> shapes);
/// Returns a shape with an additional dimension of `extent` before dimension `axis`.
Shape with_axis(const Shape& shape, std::size_t axis, std::size_t extent);

/// Returns the part with indices `first` to `last` (exclusive) along dimension `axis`, and with all
/// indices of the other dimensions.
Part range_of_axis(const Layout& layout, std::size_t axis, std::ptrdiff_t first,
                   std::ptrdiff_t last);
/// Returns the part with index `at` along dimension `axis`, without that dimension.
Part layer_of_axis(const Layout& layout, std::size_t axis, std::ptrdiff_t at);
/// Return layouts that repeat each element, or the whole array, along `axis`. These layouts have
/// more dimensions than the result, but the same elements in C order.
Layout with_each_repeated(const Layout& layout, std::size_t axis, std::size_t count);
Layout with_whole_repeated(const Layout& layout, std::size_t axis, std::size_t count);

template <class E>
const Stream& stream_of_first(const E& expression, OperandList& operands) {
    node_of(expression).collect(operands);
    return *operands.streams()[0];
}

template <class Result, class E>
void append_part(Result& result, std::size_t axis, std::ptrdiff_t& at, const E& part) {
    const auto size = static_cast<std::ptrdiff_t>(shape_of(part)[axis]);
    auto view = result.view();
    view.part(range_of_axis(view.layout(), axis, at, at + size)) = node_of(part);
    at += size;
}

template <class Result, class E>
void set_layer(Result& result, std::size_t axis, std::ptrdiff_t& at, const E& layer) {
    auto view = result.view();
    view.part(layer_of_axis(view.layout(), axis, at++)) = node_of(layer);
}

/// Copies the elements of a view, in C order, to an array of another shape.
template <class T>
Array<std::remove_const_t<T>> densely(const ArrayView<T>& view, const Shape& shape) {
    using Element = std::remove_const_t<T>;
    Array<Element> result(view.stream(), shape);
    result.view().with(row_major(view.shape())) = view.as_const();
    return result;
}

/// check_listed throws Error(invalid_argument), with `operation`, if the list is empty. shapes_of
/// returns the shapes of all arrays in a list.
void check_listed(std::size_t count, const char* operation);
template <class List>
std::vector<Shape> shapes_of(const List& list, const char* operation) {
    std::vector<Shape> shapes;
    for (const auto& each : list) shapes.push_back(shape_of(each));
    check_listed(shapes.size(), operation);
    return shapes;
}

}  // namespace detail

/// A list of arrays, views or expressions of one C++ type whose length is known only at run time: a
/// std::vector, a std::array, or a std::span.
template <class List>
concept ArrayList = !detail::ArrayOrExpression<List> && std::ranges::forward_range<const List> &&
                    detail::ArrayOrExpression<std::ranges::range_value_t<List>>;

/// Concatenates arrays or expressions of one type along `axis`, on the stream of the first array.
template <ArrayLike First, ArrayLike... Rest>
auto concatenated(std::ptrdiff_t axis, const First& first, const Rest&... rest) {
    using T = detail::ElementOf<First>;
    static_assert((std::is_same_v<T, detail::ElementOf<Rest>> && ...),
                  "all arrays must have the same element type. Use cast<T>(array)");
    const std::array shapes{shape_of(first), shape_of(rest)...};
    const std::size_t which = detail::axis_of(axis, shapes[0].rank());
    detail::OperandList operands;
    Array<T> result(detail::stream_of_first(first, operands), detail::joined_shape(shapes, which));
    std::ptrdiff_t at = 0;
    detail::append_part(result, which, at, first);
    (detail::append_part(result, which, at, rest), ...);
    return result;
}

/// Concatenates the arrays of a nonempty list along `axis`.
template <ArrayList List>
auto concatenated(std::ptrdiff_t axis, const List& list) {
    const std::vector<Shape> shapes = detail::shapes_of(list, "concatenate arrays");
    const std::size_t which = detail::axis_of(axis, shapes[0].rank());
    const auto& first = *std::ranges::begin(list);
    detail::OperandList operands;
    Array<detail::ElementOf<decltype(first)>> result(detail::stream_of_first(first, operands),
                                                     detail::joined_shape(shapes, which));
    std::ptrdiff_t at = 0;
    for (const auto& each : list) detail::append_part(result, which, at, each);
    return result;
}

/// Stacks arrays or expressions of one type and shape along a new dimension `axis`.
template <ArrayLike First, ArrayLike... Rest>
auto stacked(std::ptrdiff_t axis, const First& first, const Rest&... rest) {
    using T = detail::ElementOf<First>;
    static_assert((std::is_same_v<T, detail::ElementOf<Rest>> && ...),
                  "all arrays must have the same element type. Use cast<T>(array)");
    const Shape shape = detail::equal_shape(std::array{shape_of(first), shape_of(rest)...});
    const std::size_t which = detail::axis_of(axis, shape.rank() + 1);
    detail::OperandList operands;
    Array<T> result(detail::stream_of_first(first, operands),
                    detail::with_axis(shape, which, 1 + sizeof...(Rest)));
    std::ptrdiff_t at = 0;
    detail::set_layer(result, which, at, first);
    (detail::set_layer(result, which, at, rest), ...);
    return result;
}

/// Stacks the arrays of a nonempty list along a new dimension `axis`.
template <ArrayList List>
auto stacked(std::ptrdiff_t axis, const List& list) {
    const std::vector<Shape> shapes = detail::shapes_of(list, "stack arrays");
    const Shape shape = detail::equal_shape(shapes);
    const std::size_t which = detail::axis_of(axis, shape.rank() + 1);
    const auto& first = *std::ranges::begin(list);
    detail::OperandList operands;
    Array<detail::ElementOf<decltype(first)>> result(
        detail::stream_of_first(first, operands), detail::with_axis(shape, which, shapes.size()));
    std::ptrdiff_t at = 0;
    for (const auto& each : list) detail::set_layer(result, which, at, each);
    return result;
}

/// Repeats each element `count` times, next to each other, along `axis`.
template <Viewable A>
auto repeated(const A& array, std::size_t count, std::ptrdiff_t axis = 0) {
    const auto view = detail::view_of(array);
    const std::size_t which = detail::axis_of(axis, view.rank());
    Shape shape = view.shape();
    shape[which] = detail::extent_product(shape[which], count);
    return detail::densely(view.with(detail::with_each_repeated(view.layout(), which, count)),
                           shape);
}

/// Repeats the whole array `count` times along `axis`.
template <Viewable A>
auto tiled(const A& array, std::size_t count, std::ptrdiff_t axis = 0) {
    const auto view = detail::view_of(array);
    const std::size_t which = detail::axis_of(axis, view.rank());
    Shape shape = view.shape();
    shape[which] = detail::extent_product(shape[which], count);
    return detail::densely(view.with(detail::with_whole_repeated(view.layout(), which, count)),
                           shape);
}

/// Moves element i to i + `shift` along `axis`. Elements that move past one end reappear at the
/// other end.
template <Viewable A>
auto rolled(const A& array, std::ptrdiff_t shift, std::ptrdiff_t axis = 0) {
    const auto view = detail::view_of(array).as_const();
    Array<typename decltype(view)::Element> result(view.stream(), view.shape());
    const std::size_t which = detail::axis_of(axis, view.rank());
    const auto extent = static_cast<std::ptrdiff_t>(view.shape()[which]);
    if (extent == 0) return result;
    const std::ptrdiff_t cut = extent - ((shift % extent + extent) % extent);
    std::ptrdiff_t at = 0;
    const auto append = [&](std::ptrdiff_t first, std::ptrdiff_t last) {
        const auto part = view.part(detail::range_of_axis(view.layout(), which, first, last));
        detail::append_part(result, which, at, part);
    };
    append(cut, extent);
    append(0, cut);
    return result;
}

/// Number of elements to add at the start and at the end of one dimension.
struct Margin {
    std::size_t before = 0;
    std::size_t after = 0;
};

namespace detail {

Shape framed(const Shape& shape, std::span<const Margin> margins);
Part inside(const Layout& layout, std::span<const Margin> margins);

}  // namespace detail

/// Surrounds the array with elements equal to `value`. Requires one margin per dimension.
template <Viewable A>
auto padded(const A& array, std::initializer_list<Margin> margins,
            const typename A::Element& value = {}) {
    const std::span<const Margin> all(margins.begin(), margins.size());
    const auto view = detail::view_of(array).as_const();
    Array<typename A::Element> result(view.stream(), detail::framed(view.shape(), all));
    result = value;
    auto whole = result.view();
    whole.part(detail::inside(whole.layout(), all)) = view;
    return result;
}

}  // namespace glint
