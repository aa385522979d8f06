// SPDX-License-Identifier: MIT
#pragma once

#include <concepts>
#include <cstddef>
#include <initializer_list>
#include <optional>
#include <span>
#include <type_traits>
#include <vector>

#include <glint/array/array.hpp>
#include <glint/base/error.hpp>

/// Views of the elements of an array or a view. They share its memory: nothing is copied, and
/// nothing waits. If the argument is an expression, it is computed first, and the result is a
/// view of its value. Negative dimensions count from the end.
namespace glint {
namespace detail {

template <class T>
ArrayView<T> view_of(Array<T>& array) {
    return array.view();
}
template <class T>
ArrayView<T> view_of(Array<T>&& array) {
    return array.view();
}
template <class T>
ArrayView<const T> view_of(const Array<T>& array) {
    return array.view();
}
template <class T>
ArrayView<T> view_of(const ArrayView<T>& view) {
    return view;
}

template <RefusedMemory Memory>
typename ViewInstead<Memory>::Type view_of(Memory&&) {
    refuse_memory<std::remove_cvref_t<Memory>>();
    __builtin_unreachable();  // reached only after a failed static_assert
}

/// A view of an array or a view, for writing.
template <class A>
auto writable_view_of(A&& array) {
    const auto view = view_of(std::forward<A>(array));
    using T = std::remove_pointer_t<decltype(view.data())>;
    static_assert(!std::is_const_v<T>,
                  "the elements of a constant array cannot be modified. Use a non-const array, or "
                  "a function that returns a new array, such as sorted(x)");
    using View = ArrayView<std::remove_const_t<T>>;
    if constexpr (std::is_const_v<T>)
        return View(view.storage(), nullptr, view.layout());  // after a failed static_assert
    else
        return view;
}

/// Returns the elements as a view. An expression is evaluated first.
template <ArrayLike A>
auto seen(A&& array) {
    if constexpr (requires { view_of(std::forward<A>(array)); })
        return view_of(std::forward<A>(array));
    else
        return evaluated(array).view().as_const();
}

[[noreturn]] void refuse_reshape(const Layout& layout, const Shape& shape);
[[noreturn]] void refuse_reinterpret(const Layout& layout, std::size_t from, std::size_t to);

/// Returns the layout of the same bytes as elements of another size. The last dimension becomes
/// longer or shorter.
Layout reinterpreted(const Layout& layout, std::size_t from_bytes, std::size_t to_bytes);

/// Returns the layout after moving the dimensions `from` to the positions `to`.
Layout moved_axes(const Layout& layout, std::span<const std::ptrdiff_t> from,
                  std::span<const std::ptrdiff_t> to);
Layout swapped_axes(const Layout& layout, std::ptrdiff_t first, std::ptrdiff_t second);

/// Splits a dimension into adjacent ranges: into `count` ranges of equal length, or at the given
/// indices.
std::vector<Part> split(const Layout& layout, std::size_t count, std::ptrdiff_t axis);
std::vector<Part> split(const Layout& layout, std::span<const std::ptrdiff_t> at,
                        std::ptrdiff_t axis);

template <ArrayLike A, class Where>
auto split_views(A&& array, const Where& where, std::ptrdiff_t axis) {
    const auto view = seen(std::forward<A>(array));
    std::vector<std::remove_const_t<decltype(view)>> parts;
    for (const Part& part : split(view.layout(), where, axis)) parts.push_back(view.part(part));
    return parts;
}

}  // namespace detail

/// An array or a view.
template <class A>
concept Viewable = requires(A&& array) { detail::view_of(std::forward<A>(array)); };

/// Permutes the dimensions; reverses them if `axes` is empty.
/// Throws Error(invalid_argument) unless `axes` lists each dimension once.
template <ArrayLike A>
auto transposed(A&& array, std::initializer_list<std::ptrdiff_t> axes = {}) {
    const auto view = detail::seen(std::forward<A>(array));
    return view.with(detail::transposed(view.layout(), {axes.begin(), axes.size()}));
}

/// Swaps two dimensions.
/// Throws Error(invalid_argument) if one of them does not exist.
template <ArrayLike A>
auto swapaxes(A&& array, std::ptrdiff_t first, std::ptrdiff_t second) {
    const auto view = detail::seen(std::forward<A>(array));
    return view.with(detail::swapped_axes(view.layout(), first, second));
}

/// Moves dimension `from` to position `to`, or several dimensions at once. The remaining dimensions
/// keep their order. Throws Error(invalid_argument) for dimensions that do not exist or are
/// repeated, and for lists of different lengths.
template <ArrayLike A>
auto moveaxis(A&& array, std::ptrdiff_t from, std::ptrdiff_t to) {
    const auto view = detail::seen(std::forward<A>(array));
    return view.with(detail::moved_axes(view.layout(), {&from, 1}, {&to, 1}));
}
template <ArrayLike A>
auto moveaxis(A&& array, std::initializer_list<std::ptrdiff_t> from,
              std::initializer_list<std::ptrdiff_t> to) {
    const auto view = detail::seen(std::forward<A>(array));
    return view.with(
        detail::moved_axes(view.layout(), {from.begin(), from.size()}, {to.begin(), to.size()}));
}

/// Splits a dimension into `count` views of equal length, returned in a std::vector.
/// Throws Error(invalid_argument) if the extent is not a multiple of `count`.
template <ArrayLike A>
auto split(A&& array, std::size_t count, std::ptrdiff_t axis = 0) {
    return detail::split_views(std::forward<A>(array), count, axis);
}
/// Splits a dimension at the given indices. For example, {2, 5} gives slice(0, 2), slice(2, 5) and
/// slice(5, std::nullopt). Slices are clipped as usual.
template <ArrayLike A>
auto split(A&& array, std::span<const std::ptrdiff_t> at, std::ptrdiff_t axis = 0) {
    return detail::split_views(std::forward<A>(array), at, axis);
}
template <ArrayLike A>
auto split(A&& array, std::initializer_list<std::ptrdiff_t> at, std::ptrdiff_t axis = 0) {
    return split(std::forward<A>(array), std::span(at.begin(), at.size()), axis);
}

/// Returns the elements, in C order, in another shape. One extent may be -1, which is computed from
/// the number of elements. Throws Error(invalid_argument) if the number of elements differs, and
/// Error(invalid_state) if the strides require a copy; use `reshaped(Array(view), ...)` then.
template <ArrayLike A>
auto reshaped(A&& array, std::initializer_list<std::ptrdiff_t> extents) {
    const auto view = detail::seen(std::forward<A>(array));
    const Shape shape = detail::resolved({extents.begin(), extents.size()}, view.size());
    const std::optional<detail::Layout> layout = detail::reshaped(view.layout(), shape);
    if (!layout) detail::refuse_reshape(view.layout(), shape);
    return view.with(*layout);
}

/// Flattens to one dimension. Throws like `reshaped`.
template <ArrayLike A>
auto raveled(A&& array) {
    return reshaped(std::forward<A>(array), {-1});
}

/// Reverses one dimension, or all dimensions.
template <ArrayLike A>
auto reversed(A&& array, std::ptrdiff_t axis) {
    const auto view = detail::seen(std::forward<A>(array));
    return view.part(detail::reversed(view.layout(), axis));
}
template <ArrayLike A>
auto reversed(A&& array) {
    auto view = detail::seen(std::forward<A>(array));
    detail::Part all{view.layout(), 0};
    for (std::size_t axis = 0; axis < view.rank(); ++axis) {
        const auto part = detail::reversed(all.layout, static_cast<std::ptrdiff_t>(axis));
        all = {part.layout, all.offset + part.offset};
    }
    return view.part(all);
}

/// Returns the diagonal (i, i + offset) of two dimensions as a new last dimension. Throws
/// Error(invalid_argument) unless both dimensions exist and differ.
template <ArrayLike A>
auto diagonal(A&& array, std::ptrdiff_t offset = 0, std::ptrdiff_t first = 0,
              std::ptrdiff_t second = 1) {
    const auto view = detail::seen(std::forward<A>(array));
    return view.part(detail::diagonal(view.layout(), offset, first, second));
}

/// Removes all dimensions of extent 1, or only dimension `axis`. Throws Error(invalid_argument) if
/// the extent of that dimension is not 1.
template <ArrayLike A>
auto squeezed(A&& array) {
    const auto view = detail::seen(std::forward<A>(array));
    return view.with(detail::squeezed(view.layout()));
}
template <ArrayLike A>
auto squeezed(A&& array, std::ptrdiff_t axis) {
    const auto view = detail::seen(std::forward<A>(array));
    return view.with(detail::squeezed(view.layout(), axis));
}

/// Repeats the elements along new dimensions and dimensions of extent 1, by NumPy's rule. Do not
/// assign to repeated elements. Throws Error(invalid_argument) if the shapes do not broadcast.
template <ArrayLike A>
auto broadcast_to(A&& array, const Shape& shape) {
    const auto view = detail::seen(std::forward<A>(array)).as_const();
    return view.with(detail::broadcast_to(view.layout(), shape));
}

/// Reinterprets the bytes of the elements as type U. If the sizes differ, the last dimension, which
/// must be contiguous, becomes longer or shorter. Throws Error(invalid_argument) if the size of
/// that dimension in bytes is not a multiple of the size of U. The caller must ensure the alignment
/// of U.
template <class U, ArrayLike A>
auto reinterpreted(A&& array) {
    const auto view = detail::seen(std::forward<A>(array));
    using T = std::remove_pointer_t<decltype(view.data())>;
    using To = std::conditional_t<std::is_const_v<T>, const U, U>;
    return ArrayView<To>(view.storage(), reinterpret_cast<To*>(view.data()),
                         detail::reinterpreted(view.layout(), sizeof(T), sizeof(U)));
}

/// The real and imaginary parts of complex elements, as views.
template <ArrayLike A>
auto real_view(A&& array) {
    auto view = detail::seen(std::forward<A>(array));
    using Real = typename detail::RealOf<typename decltype(view)::Element>::Type;
    return reinterpreted<Real>(view(ellipsis, newaxis))(ellipsis, 0);
}
template <ArrayLike A>
auto imag_view(A&& array) {
    auto view = detail::seen(std::forward<A>(array));
    using Real = typename detail::RealOf<typename decltype(view)::Element>::Type;
    return reinterpreted<Real>(view(ellipsis, newaxis))(ellipsis, 1);
}

}  // namespace glint
