// SPDX-License-Identifier: MIT
#pragma once

#include <utility>

#include <glint/algorithms/sort_options.hpp>
#include <glint/array/functions.hpp>

/// Parts of an array, of any lengths, that are sorted each for itself: stable, by radix, in the
/// order that sort.hpp describes. Lines of arrays are sorted by `sort` itself.
namespace glint {
namespace detail {

/// Throws Error(invalid_argument) unless it has one dimension and at least one element.
void check_sort_offsets(const Shape& shape);
/// Throws Error(invalid_argument) for keys of more than one dimension, and for those that do not
/// are contiguous.
void check_segmented(const Layout& layout);

/// Calls `sort` with the job and its stream.
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

/// Sorts the segments of an array or a view of one dimension: segment i is the elements from
/// offsets[i] to before offsets[i + 1]. Elements of no segment stay where they are. Queued: nobody
/// checks that offsets ascend and end within the array, which they must.
/// Throws Error(invalid_argument) for other shapes, and elements that are not contiguous.
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

/// Sorts the keys in the segments, as sort_segments() does, with values that go with them. Also
/// throws if their shapes differ.
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
