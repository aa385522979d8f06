// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <initializer_list>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include <glint/algorithms/detail/key_ranks.hpp>
#include <glint/algorithms/detail/reduction.hpp>
#include <glint/algorithms/sort_options.hpp>
#include <glint/array/functions.hpp>
#include <glint/array/operators.hpp>

/// Finds elements by rank without a full sort. The order is that of sort.hpp: NaNs are greater than
/// all numbers, and -0 equals 0.
///
/// Inputs may be views with any strides, and expressions. They are usually read in place, without a
/// copy: about once for each byte of the element type, or twice as often for a median between two
/// elements. Exceptions: quantiles that depend on more than two ranks sort all elements; `top_k` on
/// the CPU copies the input; very short lines are sorted as a whole; and arrays are copied if
/// neighbors within a line are farther apart in memory than elements of different lines.
namespace glint {

struct RankOptions {
    bool smallest = false;     ///< for top_k: the smallest elements, in ascending order
    std::ptrdiff_t axis = -1;  ///< lines along this dimension are processed independently
};

/// The selected elements and their original indices.
template <class T, class Index>
struct TopK {
    Array<T> values;
    Array<Index> places;  ///< indices along the axis
};

namespace detail {

/// Throws Error(invalid_argument) unless 1 <= count <= length.
void check_rank_count(std::size_t count, std::size_t length);
/// Throws Error(invalid_argument) unless rank < length.
void check_key_rank(std::size_t rank, std::size_t length);

/// The distinct ranks that are needed to interpolate the requested quantiles, and the weights.
struct QuantilePlan {
    struct Place {
        std::size_t lower = 0, upper = 0;  ///< indices into `ranks`
        double between = 0;                ///< weight of the upper rank, from 0 to 1
    };
    std::vector<std::uint64_t> ranks{};
    std::vector<Place> places{};  ///< one for each requested fraction
};
/// Throws Error(invalid_argument) for an empty list of fractions, for a fraction that is not from 0
/// to 1, and for empty lines.
QuantilePlan plan_quantiles(std::span<const double> fractions, std::size_t length);

/// Returns the order of dimensions that puts the lines' dimensions last.
PerAxis<std::ptrdiff_t> lines_last(const Along& along, std::size_t rank);
/// Returns the lines along some dimensions of an array of this shape.
SortSegments segments_along(const Shape& shape, const Along& along);

/// Returns the lines along one or several dimensions.
template <ArrayLike E>
SortLines sort_lines_along(const E& expression, const Along& along) {
    SortLines lines{.expression = erased(expression)};
    const auto order = lines_last(along, lines.shape().rank());
    bring_into_order(lines, {order.begin(), order.rank()}, Viewable<const E&>);
    if (run_across(lines)) put_side_by_side(lines);
    return lines;
}

/// Returns the keys with these ranks in each of a job's lines, as an array of `shape`, ordered by
/// rank and then by line.
template <class T>
Array<T> keys_of_ranks(const SortLines& lines, SortJob job, const Shape& shape,
                       std::span<const std::uint64_t> ranks) {
    Array<T> keys(lines.stream(), shape);
    job.keys.result = keys.data();
    if (job.size > 0)
        with_lines(lines, keys.stream(), [&](Stream& stream) {
            select_keys(stream, job, digits_of({}, sizeof(T)), ranks);
        });
    return keys;
}

/// The keys between which the quantiles are interpolated. `keys` has one key per line for each rank
/// of the plan.
template <class T>
struct QuantileKeys {
    QuantilePlan plan;
    Array<T> keys;
};
template <ArrayLike E>
auto quantile_keys(const E& expression, std::span<const double> fractions, const Along& along) {
    using T = ElementOf<E>;
    static_assert(RadixSorted<T>, "elements of this type cannot be ordered");
    const SortSegments segments = segments_along(shape_of(expression), along);
    QuantilePlan plan = plan_quantiles(fractions, static_cast<std::size_t>(segments.length));
    const SortLines lines = sort_lines_along(expression, along);
    SortJob job = lines.job();
    job.segments = segments;
    const Shape shape{plan.ranks.size(), static_cast<std::size_t>(segments.count)};
    Array<T> keys = keys_of_ranks<T>(lines, job, shape, plan.ranks);
    return QuantileKeys<T>{std::move(plan), std::move(keys)};
}

/// Interpolates between two keys, one of which may be infinite.
inline double quantile_between(double lower, double upper, double between) {
    return lower == upper ? lower : lower * (1 - between) + upper * between;
}

/// Finds quantiles along dimensions. The result has shape `shape`. Its first dimension has one
/// index for each fraction.
template <ArrayLike E>
auto quantiles_along(const E& expression, std::span<const double> fractions, const Along& along,
                     const Shape& shape) {
    const auto [plan, keys] = quantile_keys(expression, fractions, along);
    using T = ElementOf<E>;
    Array<std::conditional_t<std::is_integral_v<T>, double, T>> result(keys.stream(), shape);
    const auto rows = result.view().with(row_major({fractions.size(), keys.shape()[1]}));
    for (std::size_t i = 0; i < fractions.size(); ++i) {
        const QuantilePlan::Place& place = plan.places[i];
        const auto lower = cast<double>(keys(place.lower));
        const auto upper = cast<double>(keys(place.upper));
        // This is quantile_between() for all elements.
        const auto value = lower * (1 - place.between) + upper * place.between;
        rows(i) = cast<typename decltype(rows)::Element>(where(lower == upper, lower, value));
    }
    return result;
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

/// Returns the `k` largest elements of each line in descending order, as new arrays whose extent
/// along the axis is k. Equal elements stay in the order of their indices. Does not wait.
///
///     const auto [values, places] = glint::top_k(scores, 10);
///
/// Throws Error(invalid_argument) unless k is from 1 to the line's length, and if Index cannot
/// represent the indices.
template <class Index = std::int64_t, ArrayLike E>
TopK<detail::ElementOf<E>, Index> top_k(const E& expression, std::size_t k,
                                        const RankOptions& options = {}) {
    using T = detail::ElementOf<E>;
    static_assert(detail::RadixSorted<T>, "elements of this type cannot be ordered");
    const auto digits = detail::digits_of({.descending = !options.smallest}, sizeof(T));
    detail::SortLines lines = detail::sort_lines_of(expression, options.axis);
    const auto length = static_cast<std::size_t>(lines.job().segments.length);
    detail::check_rank_count(k, length);
    detail::check_place_index(length, sizeof(Index), std::is_signed_v<Index>);
    Array<T> values(lines.stream(), detail::top_shape(lines.shape(), k));
    Array<Index> places(lines.stream(), values.shape());
    if (!lines.empty())
        detail::with_lines(lines, values.stream(), [&](Stream& stream) {
            // The CPU's vector functions and scalar functions round differently, but all kernels of
            // the search must see the same keys. The keys are therefore evaluated once, into
            // memory.
            if (stream.device().kind() == BackendKind::cpu) detail::put_side_by_side(lines);
            detail::SortJob job = lines.job();
            job.keys.result = values.data();
            detail::set_places(job, places);
            detail::select_first(stream, job, digits, k);
        });
    return {detail::sort_lines_back(std::move(values), options.axis),
            detail::sort_lines_back(std::move(places), options.axis)};
}

/// Returns the element with rank `n` in ascending order (0 is the smallest) of each line, as an
/// array without the axis. Does not wait. Throws Error(invalid_argument) if lines have n elements
/// or fewer.
template <ArrayLike E>
Array<detail::ElementOf<E>> nth_smallest(const E& expression, std::size_t n,
                                         std::ptrdiff_t axis = -1) {
    using T = detail::ElementOf<E>;
    static_assert(detail::RadixSorted<T>, "elements of this type cannot be ordered");
    const detail::SortLines lines = detail::sort_lines_of(expression, axis);
    const detail::SortJob job = lines.job();
    detail::check_key_rank(n, static_cast<std::size_t>(job.segments.length));
    const std::uint64_t rank = n;
    return detail::keys_of_ranks<T>(lines, job, detail::rank_shape(lines.shape()), {&rank, 1});
}

/// Returns the quantiles of all elements, regardless of the shape. Interpolates linearly between
/// two elements, like NumPy's default method. Several quantiles in one call take less time than
/// separate calls. Waits, and returns the values on the host, in double and in the order of the
/// fractions. To get an array instead, pass all_axes (see below). Throws Error(invalid_argument)
/// for a fraction that is not from 0 to 1, for an empty list of fractions, and for empty input.
template <ArrayLike E>
std::vector<double> quantile(const E& expression, std::span<const double> fractions) {
    const auto [plan, keys] = detail::quantile_keys(expression, fractions, {});
    const auto found = keys.to_vector();
    std::vector<double> values;
    for (const auto& [lower, upper, between] : plan.places)
        values.push_back(detail::quantile_between(static_cast<double>(found[lower]),
                                                  static_cast<double>(found[upper]), between));
    return values;
}
template <ArrayLike E>
std::vector<double> quantile(const E& expression, std::initializer_list<double> fractions) {
    return quantile(expression, std::span(fractions.begin(), fractions.size()));
}
/// Waits, and returns one quantile on the host.
template <ArrayLike E>
double quantile(const E& expression, double fraction) {
    return quantile(expression, std::span(&fraction, 1))[0];
}

/// Quantiles along one or several dimensions, or along all_axes, as an array with the remaining
/// dimensions. Does not wait. The result has the element type if that is floating-point, otherwise
/// double. With several fractions, the result has a new first dimension.
///
///     const Array<float> spread = quantile(scores, {0.25, 0.75}, axis(1));   // 2 x rows
///
/// Throws Error(invalid_argument) like the versions above, and for dimensions that do not exist or
/// are repeated.
template <ArrayLike E>
auto quantile(const E& expression, std::span<const double> fractions, const Along& along,
              Keepdims keep = Keepdims::no) {
    Shape shape(fractions.size());
    for (const std::size_t extent : detail::reduced_shape(shape_of(expression), along, keep))
        shape.append(extent);
    return detail::quantiles_along(expression, fractions, along, shape);
}
template <ArrayLike E>
auto quantile(const E& expression, std::initializer_list<double> fractions, const Along& along,
              Keepdims keep = Keepdims::no) {
    return quantile(expression, std::span(fractions.begin(), fractions.size()), along, keep);
}
template <ArrayLike E>
auto quantile(const E& expression, double fraction, const Along& along,
              Keepdims keep = Keepdims::no) {
    return detail::quantiles_along(expression, {&fraction, 1}, along,
                                   detail::reduced_shape(shape_of(expression), along, keep));
}

/// Returns the median on the host: the middle element, or the mean of the two middle elements if
/// the number of elements is even. Waits for the result. Throws like quantile.
template <ArrayLike E>
double median(const E& expression) {
    return quantile(expression, 0.5);
}
/// Medians along one or several dimensions, as an array with the remaining dimensions. Does not
/// wait. Throws like quantile.
template <ArrayLike E>
auto median(const E& expression, const Along& along, Keepdims keep = Keepdims::no) {
    return quantile(expression, 0.5, along, keep);
}

/// Waits, and returns true if each line is in the order that `sort` produces with these options.
template <ArrayLike E>
bool is_sorted(const E& expression, const SortOptions& options = {}) {
    using T = detail::ElementOf<E>;
    static_assert(detail::RadixSorted<T>, "elements of this type cannot be ordered");
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
