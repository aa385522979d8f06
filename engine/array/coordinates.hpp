#pragma once

#include <tuple>

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

/// Of one dimension. Throws Error(invalid_argument) if there are others.
std::size_t only_extent(const Shape& shape);

/// Elements that tell how far along a dimension they are.
Layout along(const Shape& shape, std::ptrdiff_t axis);

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

}  // namespace glint
