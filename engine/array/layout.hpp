// SPDX-License-Identifier: MIT
#pragma once

#include <concepts>
#include <cstddef>
#include <optional>
#include <span>
#include <variant>

#include <glint/array/shape.hpp>

namespace glint {

/// A range of one dimension, as Python's `first:last:step`: bounds that are not given reach to the
/// end, negative ones count from it, and those beyond it mean it. `slice()` is all of it, and
/// slice(2, std::nullopt) is Python's `2:`.
struct Slice {
    std::optional<std::ptrdiff_t> first{};
    std::optional<std::ptrdiff_t> last{};  ///< the first that is not in it
    std::ptrdiff_t step = 1;
};
inline Slice slice() { return {}; }
/// Refused, as Python's has one bound that is the last, and compilers show this line.
template <std::integral Bound>
Slice slice(Bound) = delete;  // slice(i, std::nullopt) is from i on, slice(0, i) what is before i
inline Slice slice(std::optional<std::ptrdiff_t> first, std::optional<std::ptrdiff_t> last,
                   std::ptrdiff_t step = 1) {
    return {first, last, step};
}

/// In an index: a new dimension of one element.
struct NewAxis {};
inline constexpr NewAxis newaxis{};
/// In an index: all of the dimensions that the other parts leave.
struct Ellipsis {};
inline constexpr Ellipsis ellipsis{};

/// One part of an index: an element's number (from the end if negative), which drops the dimension,
/// or one of the others.
using AxisIndex = std::variant<std::ptrdiff_t, Slice, NewAxis, Ellipsis>;

namespace detail {

/// Where the elements of an array lie: element (i, j) is at i * strides[0] + j * strides[1].
struct Layout {
    Shape shape;
    Strides strides;

    std::size_t size() const noexcept { return shape.size(); }
    std::size_t rank() const noexcept { return shape.rank(); }
    friend bool operator==(const Layout&, const Layout&) = default;
};

/// A part of an array: its layout, and how many elements in it starts.
struct Part {
    Layout layout;
    std::ptrdiff_t offset = 0;
};

/// Side by side, the last dimension fastest (C's order), or the first (Fortran's).
Layout row_major(const Shape& shape);
Layout column_major(const Shape& shape);
/// Side by side in the order in which the elements of `like` lie.
Layout dense_like(const Layout& like);

/// Whether elements are contiguous in C's order. Layouts of at most one element are.
bool is_row_major(const Layout& layout) noexcept;
bool is_column_major(const Layout& layout) noexcept;
/// The elements between the first one and the last one in memory, both counted; 0 if there are
/// none. `before` is how many of them lie before the element with index 0.
struct Reach {
    std::size_t before = 0;
    std::size_t size = 0;
};
Reach reach_of(const Layout& layout) noexcept;

// All throw Error(invalid_argument), with shape and value, for what the layout does not have.

Part part_of(const Layout& layout, std::span<const AxisIndex> index);
/// Dimension i of the result is `axes[i]` of the layout; none at all reverses them.
Layout transposed(const Layout& layout, std::span<const std::ptrdiff_t> axes);
Part reversed(const Layout& layout, std::ptrdiff_t axis);
/// The elements of `first` and `second` with equal indices, as a last dimension.
Part diagonal(const Layout& layout, std::ptrdiff_t offset, std::ptrdiff_t first,
              std::ptrdiff_t second);
/// Without the dimensions of one element; or without this one, which must be so.
Layout squeezed(const Layout& layout);
Layout squeezed(const Layout& layout, std::ptrdiff_t axis);
/// Other extents for the same elements in C's order, without a copy; nothing where that needs one.
std::optional<Layout> reshaped(const Layout& layout, const Shape& shape);
/// Extents that may have one -1, which stands for what is left of `size` elements.
Shape resolved(std::span<const std::ptrdiff_t> extents, std::size_t size);
/// Repeats extents of 1, without a copy: their strides are 0.
Layout broadcast_to(const Layout& layout, const Shape& shape);

}  // namespace detail
}  // namespace glint
