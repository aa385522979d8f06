// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <tuple>
#include <vector>

#include <glint/array/functions.hpp>
#include <glint/array/operators.hpp>
#include <glint/array/sequence.hpp>
#include <glint/array/views.hpp>

/// Expressions that depend on the positions of elements: index arrays, triangles, mesh grids. These
/// expressions use no memory.
namespace glint {
namespace detail {

struct OwnIndex {
    using Element = long long;

    void collect(OperandList&) const {}
    static std::string code(const std::string& index, SourceWriter&) { return index; }
};

/// Returns the extent of a one-dimensional shape. Throws Error(invalid_argument) for other ranks.
std::size_t only_extent(const Shape& shape);

/// Returns a layout in which each element's offset is its index along dimension `axis`.
Layout along(const Shape& shape, std::ptrdiff_t axis);

/// Returns the number of elements, in C order, from one index to the next along dimension `axis`.
std::int64_t step_of(const Shape& shape, std::size_t axis);

}  // namespace detail

/// Returns an integer expression of the array's shape. The value of each element is its own index
/// along dimension `axis`. Throws Error(invalid_argument) if the dimension does not exist.
template <class A>
auto index_along(const A& array, std::ptrdiff_t axis) {
    return detail::Sequence(array.stream(), detail::along(array.shape(), axis), detail::OwnIndex());
}

/// Returns the upper triangle of the last two dimensions, including the diagonal shifted by
/// `offset`. The elements below that diagonal are 0. Throws Error(invalid_argument) for fewer than
/// two dimensions.
template <Viewable A>
auto triu(const A& array, std::ptrdiff_t offset = 0) {
    using T = typename A::Element;
    return where(index_along(array, -1) - index_along(array, -2) >= offset, array, T(0));
}
/// Returns the lower triangle, including the diagonal shifted by `offset`. The elements above that
/// diagonal are 0.
template <Viewable A>
auto tril(const A& array, std::ptrdiff_t offset = 0) {
    using T = typename A::Element;
    return where(index_along(array, -1) - index_along(array, -2) <= offset, array, T(0));
}

/// The coordinates of all points of a grid, from the coordinates along each dimension. Result k has
/// the shape of the grid. Along dimension k, its values are those of array k. All results are
/// broadcast views. Throws Error(invalid_argument) unless each array has exactly one dimension.
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
    return std::tuple{spread(axes)...};  // braced initializers are evaluated in order
}

/// Converts a flat index in C order, such as the result of argmin, to one index per dimension.
/// Throws Error(invalid_argument) if `index` is out of range for the shape.
std::vector<std::ptrdiff_t> unravel_index(std::ptrdiff_t index, const Shape& shape);

/// Converts flat indices in C order. Returns an integer expression for each dimension, with the
/// shape of `indices`. The indices must be from 0 to shape.size() - 1, which is not checked.
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
