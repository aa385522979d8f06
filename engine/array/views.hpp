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

/// Other ways to see the elements of an array or a view. None copies anything, and none waits: what
/// they give are views of the same memory. An expression has no memory: it is computed when one of
/// these is called, and they give views of its value. Dimensions count from the end if negative.
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
    __builtin_unreachable();  // it does not compile
}

/// The elements of an array or a view that are to be set.
template <class A>
auto writable_view_of(A&& array) {
    const auto view = view_of(std::forward<A>(array));
    using T = std::remove_pointer_t<decltype(view.data())>;
    static_assert(!std::is_const_v<T>,
                  "the elements of a constant array cannot be modified: use a non-const array, or "
                  "a function that returns a new array, such as sorted(x)");
    using View = ArrayView<std::remove_const_t<T>>;
    if constexpr (std::is_const_v<T>)
        return View(view.storage(), nullptr, view.layout());  // it does not compile
    else
        return view;
}

/// The elements that can be seen: of an expression its value.
template <ArrayLike A>
auto seen(A&& array) {
    if constexpr (requires { view_of(std::forward<A>(array)); })
        return view_of(std::forward<A>(array));
    else
        return evaluated(array).view().as_const();
}

[[noreturn]] void refuse_reshape(const Layout& layout, const Shape& shape);
[[noreturn]] void refuse_reinterpret(const Layout& layout, std::size_t from, std::size_t to);

/// The layout of the elements seen as ones of another size: the last dimension becomes longer or
/// shorter.
Layout reinterpreted(const Layout& layout, std::size_t from_bytes, std::size_t to_bytes);

/// The order of dimensions that brings those in `from` to the places in `to`.
Layout moved_axes(const Layout& layout, std::span<const std::ptrdiff_t> from,
                  std::span<const std::ptrdiff_t> to);
Layout swapped_axes(const Layout& layout, std::ptrdiff_t first, std::ptrdiff_t second);

/// Neighbouring ranges of one dimension: equally long ones, or from each index to the next.
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

/// What can be viewed: arrays and views.
template <class A>
concept Viewable = requires(A&& array) { detail::view_of(std::forward<A>(array)); };

/// With the dimensions in another order; reversed if none is given.
/// Throws Error(invalid_argument) unless `axes` names each once.
template <ArrayLike A>
auto transposed(A&& array, std::initializer_list<std::ptrdiff_t> axes = {}) {
    const auto view = detail::seen(std::forward<A>(array));
    return view.with(detail::transposed(view.layout(), {axes.begin(), axes.size()}));
}

/// With two dimensions in each other's place.
/// Throws Error(invalid_argument) if one of them is not there.
template <ArrayLike A>
auto swapaxes(A&& array, std::ptrdiff_t first, std::ptrdiff_t second) {
    const auto view = detail::seen(std::forward<A>(array));
    return view.with(detail::swapped_axes(view.layout(), first, second));
}

/// With dimension `from` as number `to`, or each of several so; the others stay in their order.
/// Throws Error(invalid_argument) for dimensions that are not there or named twice, and for lists
/// that are not equally long.
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

/// Views of `count` equally long parts along a dimension, in a std::vector. Throws
/// Error(invalid_argument) if it cannot be divided so.
template <ArrayLike A>
auto split(A&& array, std::size_t count, std::ptrdiff_t axis = 0) {
    return detail::split_views(std::forward<A>(array), count, axis);
}
/// Views of the parts before, between and behind some indices along a dimension: {2, 5} gives those
/// of slice(0, 2), slice(2, 5) and slice(5, std::nullopt), which clip as slices do.
template <ArrayLike A>
auto split(A&& array, std::span<const std::ptrdiff_t> at, std::ptrdiff_t axis = 0) {
    return detail::split_views(std::forward<A>(array), at, axis);
}
template <ArrayLike A>
auto split(A&& array, std::initializer_list<std::ptrdiff_t> at, std::ptrdiff_t axis = 0) {
    return split(std::forward<A>(array), std::span(at.begin(), at.size()), axis);
}

/// The elements in C's order in another shape, of which one extent may be -1: what is left. Throws
/// Error(invalid_argument) for another number of elements, and Error(invalid_state) if the elements
/// lie so that this needs a copy: `reshaped(Array(view), ...)` makes one.
template <ArrayLike A>
auto reshaped(A&& array, std::initializer_list<std::ptrdiff_t> extents) {
    const auto view = detail::seen(std::forward<A>(array));
    const Shape shape = detail::resolved({extents.begin(), extents.size()}, view.size());
    const std::optional<detail::Layout> layout = detail::reshaped(view.layout(), shape);
    if (!layout) detail::refuse_reshape(view.layout(), shape);
    return view.with(*layout);
}

/// In one dimension. Throws as `reshaped`.
template <ArrayLike A>
auto raveled(A&& array) {
    return reshaped(std::forward<A>(array), {-1});
}

/// Backwards along one dimension, or along all.
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

/// Elements (i, i + offset) of two dimensions, as a new last one.
/// Throws Error(invalid_argument) if there are no two such dimensions.
template <ArrayLike A>
auto diagonal(A&& array, std::ptrdiff_t offset = 0, std::ptrdiff_t first = 0,
              std::ptrdiff_t second = 1) {
    const auto view = detail::seen(std::forward<A>(array));
    return view.part(detail::diagonal(view.layout(), offset, first, second));
}

/// Without the dimensions of one element, or without this one.
/// Throws Error(invalid_argument) if it has more.
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

/// Repeated along new dimensions and those of one element, by NumPy's rule. Elements that are
/// repeated must not be assigned to. Throws Error(invalid_argument) for what does not broadcast.
template <ArrayLike A>
auto broadcast_to(A&& array, const Shape& shape) {
    const auto view = detail::seen(std::forward<A>(array)).as_const();
    return view.with(detail::broadcast_to(view.layout(), shape));
}

/// The bytes of the elements as elements of type U. If its size differs, the last dimension, which
/// must be contiguous, becomes longer or shorter. Throws Error(invalid_argument) if that does not
/// come out even. U's alignment is the caller's concern.
template <class U, ArrayLike A>
auto reinterpreted(A&& array) {
    const auto view = detail::seen(std::forward<A>(array));
    using T = std::remove_pointer_t<decltype(view.data())>;
    using To = std::conditional_t<std::is_const_v<T>, const U, U>;
    return ArrayView<To>(view.storage(), reinterpret_cast<To*>(view.data()),
                         detail::reinterpreted(view.layout(), sizeof(T), sizeof(U)));
}

/// The real and the imaginary parts of complex elements.
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
