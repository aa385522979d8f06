// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <tuple>
#include <vector>

#include <glint/array/functions.hpp>
#include <glint/array/operators.hpp>
#include <glint/array/sequence.hpp>
#include <glint/array/views.hpp>

/// What depends on where elements stand, as expressions: no memory holds it.
namespace glint {
namespace detail {

struct OwnIndex {
    using Element = long long;

    void collect(OperandList&) const {}
    static std::string code(const std::string& index, SourceWriter&) { return index; }
};

/// The extent of a shape of one dimension. Throws Error(invalid_argument) if there are others.
std::size_t only_extent(const Shape& shape);

/// Elements that are how far along a dimension they lie.
Layout along(const Shape& shape, std::ptrdiff_t axis);

/// How many elements a step along dimension `axis` skips in C's order.
std::int64_t step_of(const Shape& shape, std::size_t axis);

}  // namespace detail

/// The index of each element along one dimension: integers, in the array's shape.
/// Throws Error(invalid_argument) if there is no such dimension.
template <class A>
auto index_along(const A& array, std::ptrdiff_t axis) {
    return detail::Sequence(array.stream(), detail::along(array.shape(), axis), detail::OwnIndex());
}

/// The upper triangle of the last two dimensions, from the diagonal (plus `offset`) on: zeros
/// below. Throws Error(invalid_argument) for fewer dimensions.
template <Viewable A>
auto triu(const A& array, std::ptrdiff_t offset = 0) {
    using T = typename A::Element;
    return where(index_along(array, -1) - index_along(array, -2) >= offset, array, T(0));
}
/// The lower triangle, to the diagonal (plus `offset`): zeros above.
template <Viewable A>
auto tril(const A& array, std::ptrdiff_t offset = 0) {
    using T = typename A::Element;
    return where(index_along(array, -1) - index_along(array, -2) <= offset, array, T(0));
}

/// A grid's coordinates from those along each of its dimensions: array k of the result has the
/// shape of the grid, and the values of array k along dimension k. All are views that repeat.
/// Throws Error(invalid_argument) if one has not exactly one dimension.
template <Viewable... Axes>
auto meshgrid(const Axes&... axes) {
    const Shape shape{detail::only_extent(axes.shape())...};
    std::ptrdiff_t axis = 0;
    const auto spread = [&](const auto& each) {
        std::array<std::ptrdiff_t, kMaxRank> extents;
        extents.fill(1);
        extents[axis++] = -1;
        const auto view = detail::view_of(each);
        const Shape alone = detail::resolved({extents.data(), shape.rank()}, view.size());
        return broadcast_to(view.with(*detail::reshaped(view.layout(), alone)), shape);
    };
    return std::tuple{spread(axes)...};  // braces evaluate in order
}

/// The indices along each dimension of the element that has number `index` in C's order, as the
/// places that argmin gives have.
/// Throws Error(invalid_argument) if an array of this shape has no such element.
std::vector<std::ptrdiff_t> unravel_index(std::ptrdiff_t index, const Shape& shape);

/// The indices of many elements that are given by their numbers in C's order: for each dimension an
/// expression of integers, of the shape of `indices`. Numbers that are not from 0 to
/// shape.size() - 1 are not looked for.
template <ArrayLike Indices>
auto unravel_index(const Indices& indices, const Shape& shape) {
    static_assert(std::is_integral_v<detail::ElementOf<Indices>>,
                  "element indices must be integers");
    const auto along = [&](std::size_t axis) {
        const auto lines = cast<std::int64_t>(indices) / detail::step_of(shape, axis);
        return lines % static_cast<std::int64_t>(shape[axis]);
    };
    std::vector<decltype(along(0))> coordinates;
    for (std::size_t axis = 0; axis < shape.rank(); ++axis) coordinates.push_back(along(axis));
    return coordinates;
}

}  // namespace glint
