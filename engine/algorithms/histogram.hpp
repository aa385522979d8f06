// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <glint/algorithms/detail/expression_kernel.hpp>
#include <glint/algorithms/detail/paired.hpp>
#include <glint/array/array.hpp>
#include <glint/array/views.hpp>

/// Histograms: the number of elements in each bin, or the sum of their weights. Elements and
/// weights come from arrays, views and expressions. Expressions are not stored in memory first.
/// Counts and sums are returned in a new array, without waiting.
namespace glint {
namespace detail {

/// How an element's bin is found; matches glint::expression::Bins on the device.
enum class Bins : std::uint8_t { index, even, edges };
/// The quantity accumulated per bin.
enum class BinSum : std::uint8_t { count, whole, real };

/// The kind of bins and its parameters.
struct BinRule {
    Bins kind = Bins::index;
    std::size_t count = 0;
    double low = 0, high = 0;
    const void* edges = nullptr;
    std::ptrdiff_t stride = 1;
    ElementType edge = kElementType<float>;
    BinSum sum = BinSum::count;
};

/// Throws Error(invalid_argument) unless `low` < `high`, both are finite, and `bins` > 0.
void check_range(double low, double high, std::size_t bins);
/// Throws Error(invalid_argument) unless the edges have one dimension and at least two elements.
void check_edges(const Layout& layout);

/// Throws Error(invalid_argument) unless the weights have the elements' shape.
void check_bin_weights(const Shape& elements, const Shape& weights);

/// Queues adding all elements to the bins. `input` has pairs of elements and weights, or only
/// elements if they are counted. `sums` must hold an 8-byte zero for each bin.
void histogram(Stream& stream, const AnyExpression& input, const BinRule& rule, void* sums);

/// Returns the rule for bins between the elements of `edges`. Adds the first edge to the operands
/// of `input`, only so that the kernel's stream waits for the stream of `edges`. The code of the
/// expression does not read that operand.
template <class T>
BinRule between_edges(const ArrayView<const T>& edges, AnyExpression& input) {
    check_edges(edges.layout());
    input.operands.add({.data = edges.data(), .type = kElementType<T>}, edges.stream());
    return {.kind = Bins::edges,
            .count = edges.size() - 1,
            .edges = edges.data(),
            .stride = edges.strides()[0],
            .edge = kElementType<T>};
}

template <class Sum>
Array<Sum> added_in(const AnyExpression& input, const BinRule& rule) {
    auto sums = Array<Sum>::zeros(stream_for(input, "count elements in bins"), rule.count);
    histogram(sums.stream(), input, rule, sums.data());
    return sums;
}
inline Array<std::int64_t> counted_in(const AnyExpression& input, const BinRule& rule) {
    return added_in<std::int64_t>(input, rule);
}

/// Accumulates weights: integers in 64 bits with wraparound, floating-point numbers in double.
template <class W>
auto weighted_in(const AnyExpression& input, BinRule rule) {
    static_assert(!kIsComplex<W>,
                  "weights must be real numbers. Use real(w) and imag(w) separately");
    rule.sum = std::is_integral_v<W> ? BinSum::whole : BinSum::real;
    return added_in<std::conditional_t<std::is_integral_v<W>, std::int64_t, double>>(input, rule);
}

template <ArrayLike E, ArrayLike Weights>
AnyExpression with_weights(const E& x, const Weights& weights) {
    check_bin_weights(shape_of(x), shape_of(weights));
    return paired(node_of(x), node_of(weights));
}

}  // namespace detail

/// Counts elements in `bins` bins of equal width from `low` to `high`. Bin i covers low + i * width
/// (inclusive) to low + (i + 1) * width (exclusive), computed in double; the last bin includes
/// `high`. Elements outside the range, and NaN, are not counted.
/// Throws Error(invalid_argument) unless low < high, both are finite, and bins > 0.
template <ArrayLike E>
Array<std::int64_t> histogram(const E& x, std::size_t bins, double low, double high) {
    static_assert(detail::kHasOrder<detail::ElementOf<E>>,
                  "complex numbers and vectors cannot be ordered");
    detail::check_range(low, high, bins);
    return detail::counted_in(
        detail::erased(detail::node_of(x)),
        {.kind = detail::Bins::even, .count = bins, .low = low, .high = high});
}

/// Counts elements in bins between the elements of `edges`, a one-dimensional array or view in
/// ascending order. Elements are compared in the type of the edges. Bin i covers edges(i)
/// (inclusive) to edges(i + 1) (exclusive); the last bin includes its upper edge.
/// Throws Error(invalid_argument) for fewer than two edges.
template <ArrayLike E, Viewable Edges>
Array<std::int64_t> histogram(const E& x, const Edges& edges) {
    detail::AnyExpression input = detail::erased(detail::node_of(x));
    const auto rule = detail::between_edges(detail::view_of(edges).as_const(), input);
    return detail::counted_in(input, rule);
}

/// Counts how often each integer from 0 to `bins` - 1 occurs; other elements are not counted.
template <ArrayLike E>
Array<std::int64_t> bincount(const E& x, std::size_t bins) {
    static_assert(std::is_integral_v<detail::ElementOf<E>>,
                  "the elements are indices of bins and must be integers");
    return detail::counted_in(detail::erased(detail::node_of(x)),
                              {.kind = detail::Bins::index, .count = bins});
}

// Weighted versions return the sum of the weights of each bin's elements: in double, or in 64 bits
// with wraparound for integers. On GPUs the order in which floating-point weights are added, and
// thus the rounding, varies between runs. All throw like the versions without weights, and
// Error(invalid_argument) if the weights do not have the shape of x.

template <ArrayLike E, ArrayLike Weights>
auto histogram(const E& x, std::size_t bins, double low, double high, const Weights& weights) {
    static_assert(detail::kHasOrder<detail::ElementOf<E>>,
                  "complex numbers and vectors cannot be ordered");
    detail::check_range(low, high, bins);
    return detail::weighted_in<detail::ElementOf<Weights>>(
        detail::with_weights(x, weights),
        {.kind = detail::Bins::even, .count = bins, .low = low, .high = high});
}
template <ArrayLike E, Viewable Edges, ArrayLike Weights>
auto histogram(const E& x, const Edges& edges, const Weights& weights) {
    detail::AnyExpression input = detail::with_weights(x, weights);
    const auto rule = detail::between_edges(detail::view_of(edges).as_const(), input);
    return detail::weighted_in<detail::ElementOf<Weights>>(input, rule);
}
template <ArrayLike E, ArrayLike Weights>
auto bincount(const E& x, std::size_t bins, const Weights& weights) {
    static_assert(std::is_integral_v<detail::ElementOf<E>>,
                  "the elements are indices of bins and must be integers");
    return detail::weighted_in<detail::ElementOf<Weights>>(
        detail::with_weights(x, weights), {.kind = detail::Bins::index, .count = bins});
}

}  // namespace glint
