// SPDX-License-Identifier: MIT
#pragma once

#include <concepts>
#include <cstddef>
#include <optional>
#include <span>
#include <variant>

#include <glint/array/shape.hpp>

namespace glint {

/// A range of one dimension, like Python's `first:last:step`. A missing bound extends the range to
/// that end of the dimension, negative bounds count from the end, and bounds beyond the end are
/// clipped. `slice()` selects everything, and slice(2, std::nullopt) is Python's `2:`.
struct Slice {
    std::optional<std::ptrdiff_t> first{};
    std::optional<std::ptrdiff_t> last{};  ///< exclusive
    std::ptrdiff_t step = 1;
};
inline Slice slice() { return {}; }
/// Deleted, because Python's slice with one argument sets the last bound. Compilers show the next
/// line.
template <std::integral Bound>
Slice slice(Bound) = delete;  // slice(i, std::nullopt) starts at i, slice(0, i) ends before i
inline Slice slice(std::optional<std::ptrdiff_t> first, std::optional<std::ptrdiff_t> last,
                   std::ptrdiff_t step = 1) {
    return {first, last, step};
}

/// In an index: adds a new dimension of extent 1.
struct NewAxis {};
inline constexpr NewAxis newaxis{};
/// In an index: selects all dimensions not covered by the other parts.
struct Ellipsis {};
inline constexpr Ellipsis ellipsis{};

/// One part of an index: an integer, which removes the dimension and counts from the end if
/// negative; a slice; a new axis; or an ellipsis.
using AxisIndex = std::variant<std::ptrdiff_t, Slice, NewAxis, Ellipsis>;

namespace detail {

/// The memory layout of an array: element (i, j) is at offset i * strides[0] + j * strides[1].
struct Layout {
    Shape shape;
    Strides strides;

    std::size_t size() const noexcept { return shape.size(); }
    std::size_t rank() const noexcept { return shape.rank(); }
    friend bool operator==(const Layout&, const Layout&) = default;
};

/// A part of an array: its layout, and the offset of its first element.
struct Part {
    Layout layout;
    std::ptrdiff_t offset = 0;
};

/// Contiguous layouts with the last dimension fastest (C order) or the first (Fortran order).
Layout row_major(const Shape& shape);
Layout column_major(const Shape& shape);
/// Returns a contiguous layout whose dimensions have the same memory order as those of `like`.
Layout dense_like(const Layout& like);

/// True if the elements are contiguous in C order. Always true for 0 or 1 elements.
bool is_row_major(const Layout& layout) noexcept;
bool is_column_major(const Layout& layout) noexcept;
/// The memory range of a layout, in elements. `size` counts the elements from the lowest to the
/// highest address, and is 0 for an empty layout. `before` counts the elements before the element
/// with index 0 in each dimension.
struct Reach {
    std::size_t before = 0;
    std::size_t size = 0;
};
Reach reach_of(const Layout& layout) noexcept;

// All functions below throw Error(invalid_argument), with the shape and the value, for arguments
// out of range.

Part part_of(const Layout& layout, std::span<const AxisIndex> index);
/// Permutes the dimensions: dimension i of the result is dimension `axes[i]`. An empty list
/// reverses them.
Layout transposed(const Layout& layout, std::span<const std::ptrdiff_t> axes);
Part reversed(const Layout& layout, std::ptrdiff_t axis);
/// Returns the elements whose index along `second` is their index along `first` plus `offset`, as a
/// new last dimension.
Part diagonal(const Layout& layout, std::ptrdiff_t offset, std::ptrdiff_t first,
              std::ptrdiff_t second);
/// Removes all dimensions of extent 1, or the given one, which must have extent 1.
Layout squeezed(const Layout& layout);
Layout squeezed(const Layout& layout, std::ptrdiff_t axis);
/// Changes the extents without a copy and preserves C order. Returns nothing if the strides require
/// a copy.
std::optional<Layout> reshaped(const Layout& layout, const Shape& shape);
/// Returns the extents as a shape. One extent may be -1, which is computed from `size`, the number
/// of elements.
Shape resolved(std::span<const std::ptrdiff_t> extents, std::size_t size);
/// Repeats dimensions of extent 1 without a copy, by setting their strides to 0.
Layout broadcast_to(const Layout& layout, const Shape& shape);

}  // namespace detail
}  // namespace glint
