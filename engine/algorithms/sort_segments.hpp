// SPDX-License-Identifier: MIT
#pragma once

#include <utility>

#include <glint/algorithms/sort_options.hpp>
#include <glint/array/functions.hpp>

/// Sorts segments of any length independently, with a stable radix sort, in the order described in
/// sort.hpp. To sort lines of arrays, use `sort`.
namespace glint {
namespace detail {

/// Throws Error(invalid_argument) unless the offsets have one dimension and at least one element.
void check_sort_offsets(const Shape& shape);
/// Throws Error(invalid_argument) unless the keys are contiguous and have one dimension.
void check_segmented(const Layout& layout);

/// Calls `sort` with the job and the job's stream.
template <class T, class Offsets, class Sort>
void with_segments(const ArrayView<T>& keys, const Offsets& offsets, SortJob job, Sort&& sort) {
    static_assert(std::is_integral_v<ElementOf<Offsets>>, "offsets must be integers");
    const Array<std::uint64_t> starts = cast<std::uint64_t>(offsets);
    check_sort_offsets(starts.shape());
    check_segmented(keys.layout());
    if (keys.empty() || starts.size() == 1) return;
    job.segments = {.offsets = starts.data(), .length = 0, .count = starts.size() - 1};
    with_sort_joined(keys, starts.view(), [&] { sort(keys.stream(), job); });
}

}  // namespace detail

/// Sorts the segments of a one-dimensional array or view. Segment i covers offsets[i] (inclusive)
/// to offsets[i + 1] (exclusive). Elements outside all segments stay in place. Does not wait. The
/// offsets are not checked: they must ascend and must not exceed the size of the array. Throws
/// Error(invalid_argument) for other shapes and for elements that are not contiguous.
template <Viewable A, ArrayLike Offsets>
void sort_segments(A&& x, const Offsets& offsets, const SortOptions& options = {}) {
    const auto view = detail::writable_view_of(std::forward<A>(x));
    using T = typename decltype(view)::Element;
    static_assert(detail::RadixSorted<T>, "elements of this type cannot be ordered");
    const auto digits = detail::digits_of(options, sizeof(T));
    detail::with_segments(view, offsets, detail::sort_job_in_place(view),
                          [&](Stream& stream, const detail::SortJob& job) {
                              detail::radix_sort(stream, job, digits);
                          });
}

/// Sorts the keys within each segment, like sort_segments(), and permutes the values in the same
/// way. Also throws Error(invalid_argument) if the shapes of keys and values differ.
template <Viewable Keys, Viewable Values, ArrayLike Offsets>
void sort_segments_by_key(Keys&& keys, Values&& values, const Offsets& offsets,
                          const SortOptions& options = {}) {
    const auto key_view = detail::writable_view_of(std::forward<Keys>(keys));
    const auto value_view = detail::writable_view_of(std::forward<Values>(values));
    using T = typename decltype(key_view)::Element;
    static_assert(detail::RadixSorted<T>, "elements of this type cannot be ordered");
    detail::check_sort_pairs(key_view.shape(), value_view.shape());
    detail::check_segmented(value_view.layout());
    const auto digits = detail::digits_of(options, sizeof(T));
    detail::with_sort_joined(key_view, value_view, [&] {
        detail::with_segments(key_view, offsets, detail::sort_job_in_place(key_view, value_view),
                              [&](Stream& stream, const detail::SortJob& job) {
                                  detail::radix_sort(stream, job, digits);
                              });
    });
}

}  // namespace glint
