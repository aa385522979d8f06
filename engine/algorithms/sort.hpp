// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <type_traits>
#include <utility>

#include <glint/algorithms/detail/merge_sort.hpp>
#include <glint/algorithms/sort_options.hpp>
#include <glint/array/functions.hpp>
#include <glint/array/views.hpp>

/// Sorting numbers with a stable radix sort, whose time is proportional to the number of compared
/// bits.
///
/// NaNs are equal regardless of their sign. They come last, or first in descending order. -0 equals
/// 0. Arrays of more than one dimension are sorted line by line, along `SortOptions::axis`. Empty
/// arrays stay empty. All work is queued on the stream of the (first) array; no function waits.
///
/// `sorted` and `argsort` accept arrays, views with any strides, and expressions. The input is read
/// in place, without a copy: the sort's first kernel evaluates each element once and writes it
/// directly to its new position. If neighbors within a line are farther apart in memory than
/// elements of different lines, the input is first copied to contiguous memory.
///
/// In addition to its result, `sorted` needs memory for one copy of the keys; `argsort` needs
/// memory for one copy of the indices and two of the keys. Sorts along any axis except the last
/// write the result twice. In-place sorts need memory for one or two copies, and for one more copy
/// if the elements are not contiguous along the axis.
///
/// All functions throw Error(invalid_argument) if the axis does not exist, or if the key type does
/// not have the selected bits.
namespace glint {

/// Sorts the elements of an array or a view.
///
///     glint::sort(x);
///     glint::sort(x(glint::slice(), 0), {.descending = true});
template <Viewable A>
void sort(A&& x, const SortOptions& options = {}) {
    const auto view = detail::writable_view_of(std::forward<A>(x));
    using T = typename decltype(view)::Element;
    static_assert(
        detail::RadixSorted<T>,
        "elements of this type have no default order. Pass an order, as in sort(x, before)");
    const auto digits = detail::digits_of(options, sizeof(T));
    detail::with_dense_lines(view, options.axis, [&](const ArrayView<T>& lines) {
        detail::radix_sort(lines.stream(), detail::sort_job_in_place(lines), digits);
    });
}

/// Returns the sorted elements of an array or an expression as a new array.
template <ArrayLike E>
Array<detail::ElementOf<E>> sorted(const E& expression, const SortOptions& options = {}) {
    using T = detail::ElementOf<E>;
    static_assert(
        detail::RadixSorted<T>,
        "elements of this type have no default order. Pass an order, as in sorted(x, before)");
    const auto digits = detail::digits_of(options, sizeof(T));
    return detail::sort_to_new<T>(expression, options.axis,
                                  [&](const detail::SortJob& job, Stream& stream) {
                                      detail::radix_sort(stream, job, digits);
                                  });
}

/// Sorts the keys, and permutes the values, which may have any type, in the same way. Throws
/// Error(invalid_argument) if the shapes of keys and values differ.
template <Viewable Keys, Viewable Values>
void sort_by_key(Keys&& keys, Values&& values, const SortOptions& options = {}) {
    const auto key_view = detail::writable_view_of(std::forward<Keys>(keys));
    const auto value_view = detail::writable_view_of(std::forward<Values>(values));
    using T = typename decltype(key_view)::Element;
    static_assert(detail::RadixSorted<T>,
                  "elements of this type have no default order. Pass an order, as in "
                  "sort_by_key(x, y, before)");
    const auto digits = detail::digits_of(options, sizeof(T));
    detail::sort_pairs(key_view, value_view, options.axis,
                       [&](Stream& stream, const detail::SortJob& job) {
                           detail::radix_sort(stream, job, digits);
                       });
}

/// Returns the indices that would sort an array or an expression: x(argsort(x)) is sorted. With
/// more than one dimension, the indices are along the axis. Throws Error(invalid_argument) if Index
/// cannot represent the indices.
template <class Index = std::int64_t, ArrayLike E>
Array<Index> argsort(const E& expression, const SortOptions& options = {}) {
    using T = detail::ElementOf<E>;
    static_assert(
        detail::RadixSorted<T>,
        "elements of this type have no default order. Pass an order, as in argsort(x, before)");
    const auto digits = detail::digits_of(options, sizeof(T));
    return detail::sort_places_of<Index, T>(expression, options.axis,
                                            [&](const detail::SortJob& job, Stream& stream) {
                                                detail::radix_sort(stream, job, digits);
                                            });
}

/// A comparison of elements that is true if a comes before b: a callable that accepts expressions,
/// or CUDA C++ code. The comparison must be a strict weak ordering.
template <class Before>
concept SortComparison = !std::is_convertible_v<const Before&, SortOptions>;

// The functions below sort elements of any type by merging. Equivalent elements keep their order. A
// sort of n elements takes log2(n) passes over memory.

/// Sorts by a comparison.
///
///     glint::sort(x, [](auto a, auto b) { return abs(a) < abs(b); });
///     glint::sort(bodies, "a.mass < b.mass");
template <Viewable A, SortComparison Before>
void sort(A&& x, const Before& before, const LineOptions& options = {}) {
    const auto view = detail::writable_view_of(std::forward<A>(x));
    using T = typename decltype(view)::Element;
    const detail::SortOrder order = detail::order_of<T>(before);
    detail::with_dense_lines(view, options.axis, [&](const ArrayView<T>& lines) {
        detail::merge_sort(lines.stream(), detail::sort_job_in_place(lines), order);
    });
}

template <ArrayLike E, SortComparison Before>
Array<detail::ElementOf<E>> sorted(const E& expression, const Before& before,
                                   const LineOptions& options = {}) {
    using T = detail::ElementOf<E>;
    const detail::SortOrder order = detail::order_of<T>(before);
    return detail::sort_to_new<T>(expression, options.axis,
                                  [&](const detail::SortJob& job, Stream& stream) {
                                      detail::merge_sort(stream, job, order);
                                  });
}

/// Sorts keys by a comparison, and permutes the values in the same way. Throws
/// Error(invalid_argument) if the shapes differ.
template <Viewable Keys, Viewable Values, SortComparison Before>
void sort_by_key(Keys&& keys, Values&& values, const Before& before,
                 const LineOptions& options = {}) {
    const auto key_view = detail::writable_view_of(std::forward<Keys>(keys));
    const detail::SortOrder order = detail::order_of<typename decltype(key_view)::Element>(before);
    detail::sort_pairs(key_view, detail::writable_view_of(std::forward<Values>(values)),
                       options.axis, [&](Stream& stream, const detail::SortJob& job) {
                           detail::merge_sort(stream, job, order);
                       });
}

/// Returns the indices that would sort the elements by a comparison. Throws Error(invalid_argument)
/// if Index cannot represent them.
template <class Index = std::int64_t, ArrayLike E, SortComparison Before>
Array<Index> argsort(const E& expression, const Before& before, const LineOptions& options = {}) {
    using T = detail::ElementOf<E>;
    const detail::SortOrder order = detail::order_of<T>(before);
    return detail::sort_places_of<Index, T>(expression, options.axis,
                                            [&](const detail::SortJob& job, Stream& stream) {
                                                detail::merge_sort(stream, job, order);
                                            });
}

}  // namespace glint
