// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <type_traits>
#include <utility>

#include <glint/algorithms/detail/merge_sort.hpp>
#include <glint/algorithms/sort_options.hpp>
#include <glint/array/functions.hpp>
#include <glint/array/views.hpp>

/// Numbers in order, by radix: stable, in time that grows with the bits that differ.
///
/// NaNs, whatever their sign, equal each other and come last, first in descending order; -0 equals
/// 0. Arrays of more than one dimension are sorted line by line, along `SortOptions::axis`. Empty
/// ones stay so. All work is queued on the stream of the (first) array; nothing waits.
///
/// `sorted` and `argsort` take arrays, views at any strides and expressions, which are read where
/// they are, and not put into memory first: the sort's first kernel evaluates each element, once,
/// to where the sort moves it. But what has neighbours of a line further apart than those of
/// different lines is made contiguous before that, in memory of its own. Beside its result
/// `sorted` needs memory for the keys once more, and `argsort` for the places once and the keys
/// twice; along another axis than the last the result is made twice. Sorts in place need memory for
/// a copy, or for two, and another one for elements that are not contiguous along the axis.
///
/// All throw Error(invalid_argument) for an axis or bits that are not there.
namespace glint {

/// Sorts the elements of an array or a view.
///
///     glint::sort(x);
///     glint::sort(x(glint::slice(), 0), {.descending = true});
template <Viewable A>
void sort(A&& x, const SortOptions& options = {}) {
    const auto view = detail::writable_view_of(std::forward<A>(x));
    using T = typename decltype(view)::Element;
    static_assert(detail::RadixSorted<T>,
                  "elements of this type have no default order: pass one, as in sort(x, before)");
    const auto digits = detail::digits_of(options, sizeof(T));
    detail::with_dense_lines(view, options.axis, [&](const ArrayView<T>& lines) {
        detail::radix_sort(lines.stream(), detail::sort_job_in_place(lines), digits);
    });
}

/// The elements of an array or an expression in order, as a new array.
template <ArrayLike E>
Array<detail::ElementOf<E>> sorted(const E& expression, const SortOptions& options = {}) {
    using T = detail::ElementOf<E>;
    static_assert(detail::RadixSorted<T>,
                  "elements of this type have no default order: pass one, as in sorted(x, before)");
    const auto digits = detail::digits_of(options, sizeof(T));
    return detail::sort_to_new<T>(expression, options.axis,
                                  [&](const detail::SortJob& job, Stream& stream) {
                                      detail::radix_sort(stream, job, digits);
                                  });
}

/// Sorts keys, and brings values, which may be of any type, into the same order.
/// Throws Error(invalid_argument) if their shapes differ.
template <Viewable Keys, Viewable Values>
void sort_by_key(Keys&& keys, Values&& values, const SortOptions& options = {}) {
    const auto key_view = detail::writable_view_of(std::forward<Keys>(keys));
    const auto value_view = detail::writable_view_of(std::forward<Values>(values));
    using T = typename decltype(key_view)::Element;
    static_assert(
        detail::RadixSorted<T>,
        "elements of this type have no default order: pass one, as in sort_by_key(x, y, before)");
    const auto digits = detail::digits_of(options, sizeof(T));
    detail::sort_pairs(key_view, value_view, options.axis,
                       [&](Stream& stream, const detail::SortJob& job) {
                           detail::radix_sort(stream, job, digits);
                       });
}

/// The places that the elements have in the array or the expression, in their order: x(argsort(x))
/// would be sorted. With a dimension of more than one, places along the axis.
/// Throws Error(invalid_argument) if Index cannot hold them.
template <class Index = std::int64_t, ArrayLike E>
Array<Index> argsort(const E& expression, const SortOptions& options = {}) {
    using T = detail::ElementOf<E>;
    static_assert(
        detail::RadixSorted<T>,
        "elements of this type have no default order: pass one, as in argsort(x, before)");
    const auto digits = detail::digits_of(options, sizeof(T));
    return detail::sort_places_of<Index, T>(expression, options.axis,
                                            [&](const detail::SortJob& job, Stream& stream) {
                                                detail::radix_sort(stream, job, digits);
                                            });
}

/// A comparison of elements: whether a comes before b, by a callable of symbols or by C++ text.
/// It must be a strict weak order: false for equal ones, and consistent.
template <class Before>
concept SortComparison = !std::is_convertible_v<const Before&, SortOptions>;

// These sort elements of any type by merging; elements of which neither comes before the other stay
// in their order. Takes log2(n) times as long as one pass over memory.

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

/// Throws Error(invalid_argument) if the shapes differ.
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

/// Throws Error(invalid_argument) if Index cannot hold the places.
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
