#pragma once

#include <cstdint>
#include <type_traits>
#include <utility>

#include <glint/algorithms/detail/key_ranks.hpp>
#include <glint/algorithms/sort_options.hpp>

/// Numbers by their rank, found without sorting all of them. The order is that of sort.hpp: NaNs
/// are greater than all numbers, -0 equals 0.
///
/// Inputs may be views at any strides and expressions, which are read where they are, about once
/// for each byte of an element (twice for a median between two), and not put into memory first; but
/// for `top_k` on the CPU, for lines so short that they are sorted as a whole, and for arrays in
/// which neighbours of a line are further apart than those of different lines.
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

/// The key of rank `n` in each of a job's lines, as an array of `shape`.
template <class T>
Array<T> key_of_rank(const SortLines& lines, SortJob job, const Shape& shape, std::uint64_t n) {
    Array<T> keys(lines.stream(), shape);
    job.keys.result = keys.data();
    if (job.size > 0)
        with_lines(lines, keys.stream(),
                   [&](Stream& stream) { select_keys(stream, job, digits_of({}, sizeof(T)), n); });
    return keys;
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
    detail::SortLines lines = detail::sort_lines_of(expression, options.axis);
    const auto length = static_cast<std::size_t>(lines.job().segments.length);
    detail::check_rank_count(k, length);
    detail::check_place_index(length, sizeof(Index), std::is_signed_v<Index>);
    Array<T> values(lines.stream(), detail::top_shape(lines.shape(), k));
    Array<Index> places(lines.stream(), values.shape());
    if (!lines.empty())
        detail::with_lines(lines, values.stream(), [&](Stream& stream) {
            // The CPU's vector functions do not round as the others do, and of several kernels all
            // have to see the same keys.
            if (stream.device().kind() == BackendKind::cpu) detail::put_side_by_side(lines);
            detail::SortJob job = lines.job();
            job.keys.result = values.data();
            detail::set_places(job, places);
            detail::select_first(stream, job, digits, k);
        });
    return {detail::sort_lines_back(std::move(values), options.axis),
            detail::sort_lines_back(std::move(places), options.axis)};
}

/// The element of each line that has rank `n` in ascending order, 0 being the least, as an array
/// without the axis. Queued. Throws Error(invalid_argument) if lines are not that long.
template <ArrayLike E>
Array<detail::ElementOf<E>> nth_smallest(const E& expression, std::size_t n,
                                         std::ptrdiff_t axis = -1) {
    using T = detail::ElementOf<E>;
    static_assert(detail::RadixSorted<T>, "these have no order");
    const detail::SortLines lines = detail::sort_lines_of(expression, axis);
    const detail::SortJob job = lines.job();
    detail::check_key_rank(n, static_cast<std::size_t>(job.segments.length));
    return detail::key_of_rank<T>(lines, job, detail::rank_shape(lines.shape()), n);
}

/// The value that `fraction` of all elements, whatever the shape, do not exceed: between two
/// elements in proportion, as NumPy's "linear". Waits.
/// Throws Error(invalid_argument) unless the fraction is from 0 to 1, and for no elements.
template <ArrayLike E>
double quantile(const E& expression, double fraction) {
    using T = detail::ElementOf<E>;
    static_assert(detail::RadixSorted<T>, "these have no order");
    const detail::SortLines lines = detail::sort_lines_of(expression, -1);
    detail::SortJob job = lines.job();
    const auto [rank, between] = detail::quantile_rank(fraction, job.size);
    job.segments = {.length = job.size, .count = 1};
    const auto at = [&](std::size_t n) {
        return static_cast<double>(detail::key_of_rank<T>(lines, job, Shape(), n).item());
    };
    const double lower = at(rank);
    if (between == 0) return lower;
    const double upper = at(rank + 1);
    return lower == upper ? lower : lower + (upper - lower) * between;
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
    const detail::SortLines lines = detail::sort_lines_of(expression, options.axis);
    if (lines.empty()) return true;
    Stream stream = detail::handle_of(lines.stream());
    bool is_in_order = false;
    detail::with_lines(lines, stream, [&](Stream&) {
        is_in_order = detail::is_in_order(stream, lines.job(), digits);
    });
    return is_in_order;
}

}  // namespace glint
