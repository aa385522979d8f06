#pragma once

#include <cstdint>
#include <type_traits>
#include <utility>

#include <glint/algorithms/key_ranks.hpp>
#include <glint/algorithms/sort_options.hpp>

/// Numbers by their rank, found without sorting all of them. The order is that of sort.hpp: NaNs
/// are greater than all numbers, -0 equals 0. Inputs may be expressions.
namespace glint {

struct RankOptions {
    bool smallest = false;     ///< of top_k: the least ones, in ascending order
    std::ptrdiff_t axis = -1;  ///< lines along this dimension are looked at each for itself
};

/// Keys and where they were.
template <class T, class Index>
struct TopK {
    Array<T> values;
    Array<Index> places;  ///< along the axis
};

namespace detail {

/// Throws Error(invalid_argument) unless 1 <= count <= length.
void check_rank_count(std::size_t count, std::size_t length);
/// Throws Error(invalid_argument) unless rank < length.
void check_key_rank(std::size_t rank, std::size_t length);

/// Where between two ranks a fraction of `size` elements lies.
struct QuantileRank {
    std::size_t lower = 0;
    double between = 0;  ///< 0 at the lower one, up to 1 at the next one
};
/// Throws Error(invalid_argument) for a fraction that is not from 0 to 1, and for no elements.
QuantileRank quantile_rank(double fraction, std::size_t size);

/// Of lines that lie side by side.
template <class T, class Index>
SortJob selection_job(const ArrayView<const T>& lines, Array<T>& keys, Array<Index>* places) {
    SortJob job{.key = kElementType<T>,
                .keys = {lines.data(), keys.data()},
                .segments = sort_segments_of(lines.shape()),
                .size = lines.size()};
    if (!places) return job;
    job.value = kElementType<Index>;
    job.numbered = true;
    job.values = {nullptr, places->data()};
    return job;
}

inline Shape top_shape(Shape shape, std::size_t extent) {
    if (shape.rank() == 0) return Shape(extent);
    shape[shape.rank() - 1] = extent;
    return shape;
}
inline Shape rank_shape(const Shape& shape) {
    return Shape(std::span(shape.begin(), shape.rank() == 0 ? 0 : shape.rank() - 1));
}

}  // namespace detail

/// The `k` greatest elements of each line in descending order, equal ones in the order of their
/// places, as new arrays whose extent along the axis is k. Queued.
///
///     const auto [values, places] = glint::top_k(scores, 10);
///
/// Throws Error(invalid_argument) unless k is from 1 to the line's length, and if Index cannot hold
/// the places.
template <class Index = std::int64_t, ArrayLike E>
TopK<detail::ElementOf<E>, Index> top_k(const E& expression, std::size_t k,
                                        const RankOptions& options = {}) {
    using T = detail::ElementOf<E>;
    static_assert(detail::RadixSorted<T>, "these have no order");
    const auto digits = detail::digits_of({.descending = !options.smallest}, sizeof(T));
    return detail::with_sort_lines<T>(
        expression, options.axis, [&](const ArrayView<const T>& lines) {
            const auto length =
                static_cast<std::size_t>(detail::sort_segments_of(lines.shape()).length);
            detail::check_rank_count(k, length);
            detail::check_place_index(length, sizeof(Index), std::is_signed_v<Index>);
            const Shape shape = detail::top_shape(lines.shape(), k);
            Array<T> values(lines.stream(), shape);
            Array<Index> places(lines.stream(), shape);
            if (!lines.empty())
                detail::select_first(lines.stream(), detail::selection_job(lines, values, &places),
                                     digits, k);
            return TopK<T, Index>{detail::sort_lines_back(std::move(values), options.axis),
                                  detail::sort_lines_back(std::move(places), options.axis)};
        });
}

/// The element of each line that has rank `n` in ascending order, 0 being the least, as an array
/// without the axis. Queued. Throws Error(invalid_argument) if lines are not that long.
template <ArrayLike E>
Array<detail::ElementOf<E>> nth_smallest(const E& expression, std::size_t n,
                                         std::ptrdiff_t axis = -1) {
    using T = detail::ElementOf<E>;
    static_assert(detail::RadixSorted<T>, "these have no order");
    return detail::with_sort_lines<T>(expression, axis, [&](const ArrayView<const T>& lines) {
        detail::check_key_rank(
            n, static_cast<std::size_t>(detail::sort_segments_of(lines.shape()).length));
        Array<T> values(lines.stream(), detail::rank_shape(lines.shape()));
        if (!lines.empty())
            detail::select_keys(lines.stream(),
                                detail::selection_job<T, int>(lines, values, nullptr),
                                detail::digits_of({}, sizeof(T)), n);
        return values;
    });
}

/// The value that `fraction` of all elements, whatever the shape, do not exceed: between two
/// elements in proportion, as NumPy's "linear". Waits.
/// Throws Error(invalid_argument) unless the fraction is from 0 to 1, and for no elements.
template <ArrayLike E>
double quantile(const E& expression, double fraction) {
    using T = detail::ElementOf<E>;
    return detail::with_sort_lines<T>(expression, -1, [&](const ArrayView<const T>& lines) {
        const auto [rank, between] = detail::quantile_rank(fraction, lines.size());
        const auto flat = lines.with(detail::row_major(Shape(lines.size())));
        const auto lower = static_cast<double>(nth_smallest(flat, rank).item());
        if (between == 0) return lower;
        const auto upper = static_cast<double>(nth_smallest(flat, rank + 1).item());
        return lower == upper ? lower : lower + (upper - lower) * between;
    });
}
/// The middle one in order, or the mean of the two that are. Waits. Throws as quantile.
template <ArrayLike E>
double median(const E& expression) {
    return quantile(expression, 0.5);
}

/// Whether each line is in the order that `sort` with these options would give. Waits.
template <ArrayLike E>
bool is_sorted(const E& expression, const SortOptions& options = {}) {
    using T = detail::ElementOf<E>;
    static_assert(detail::RadixSorted<T>, "these have no order");
    const auto digits = detail::digits_of(options, sizeof(T));
    return detail::with_sort_lines<T>(
        expression, options.axis, [&](const ArrayView<const T>& lines) {
            return detail::is_in_order(lines.stream(),
                                       {.key = detail::kElementType<T>,
                                        .keys = {lines.data(), nullptr},
                                        .segments = detail::sort_segments_of(lines.shape()),
                                        .size = lines.size()},
                                       digits);
        });
}

}  // namespace glint
