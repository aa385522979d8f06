// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <glint/algorithms/detail/expression_kernel.hpp>
#include <glint/algorithms/detail/paired.hpp>
#include <glint/array/array.hpp>
#include <glint/array/views.hpp>

/// How many elements fall into each of some bins, or what their weights add up to there. Elements
/// and weights are taken from arrays, views and expressions, which are not materialised. The counts
/// and sums are a new array; nothing waits.
namespace glint {
namespace detail {

/// How an element's bin is found; as glint::expression::Bins on the device.
enum class Bins : std::uint8_t { index, even, edges };
/// What is added up in a bin.
enum class BinSum : std::uint8_t { count, whole, real };

/// Bins of a kind, with what that kind needs.
struct BinRule {
    Bins kind = Bins::index;
    std::size_t count = 0;
    double low = 0, high = 0;
    const void* edges = nullptr;
    std::ptrdiff_t stride = 1;
    ElementType edge = kElementType<float>;
    BinSum sum = BinSum::count;
};

/// Throws Error(invalid_argument) for bounds that are no range.
void check_range(double low, double high, std::size_t bins);
/// Throws Error(invalid_argument) unless there are two edges or more, in one dimension.
void check_edges(const Layout& layout);

/// Throws Error(invalid_argument) unless weights have the shape of the elements.
void check_bin_weights(const Shape& elements, const Shape& weights);

/// Queues adding up in bins. The input are pairs of elements and weights unless they are counted.
/// `sums` are zeros of 8 bytes.
void histogram(Stream& stream, const AnyExpression& input, const BinRule& rule, void* sums);

/// Bins between the elements of `edges`. Its elements are not read as an operand, but its stream is
/// waited for.
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

/// What weights add up to: integers in 64 bits, which wrap, and floating-point numbers in double.
template <class W>
auto weighted_in(const AnyExpression& input, BinRule rule) {
    static_assert(!kIsComplex<W>,
                  "weights must be real numbers: use real(w) and imag(w) separately");
    rule.sum = std::is_integral_v<W> ? BinSum::whole : BinSum::real;
    return added_in<std::conditional_t<std::is_integral_v<W>, std::int64_t, double>>(input, rule);
}

template <ArrayLike E, ArrayLike Weights>
AnyExpression with_weights(const E& x, const Weights& weights) {
    check_bin_weights(shape_of(x), shape_of(weights));
    return paired(node_of(x), node_of(weights));
}

}  // namespace detail

/// In `bins` bins of one width from `low` to `high`. Bin i has the elements from
/// low + i * width up to, but without, low + (i + 1) * width, computed in double; the last one has
/// `high`, too. Elements beyond them, and no numbers, are not counted.
/// Throws Error(invalid_argument) unless low < high, both finite, and there is a bin.
template <ArrayLike E>
Array<std::int64_t> histogram(const E& x, std::size_t bins, double low, double high) {
    static_assert(detail::kHasOrder<detail::ElementOf<E>>,
                  "complex numbers and vectors cannot be ordered");
    detail::check_range(low, high, bins);
    return detail::counted_in(
        detail::erased(detail::node_of(x)),
        {.kind = detail::Bins::even, .count = bins, .low = low, .high = high});
}

/// In bins between the elements of `edges`, an array or view of one dimension in ascending order,
/// as whose type elements are compared: bin i from edges(i) up to, but without, edges(i + 1); the
/// last one has its end, too. Throws Error(invalid_argument) for less than two edges.
template <ArrayLike E, Viewable Edges>
Array<std::int64_t> histogram(const E& x, const Edges& edges) {
    detail::AnyExpression input = detail::erased(detail::node_of(x));
    const auto rule = detail::between_edges(detail::view_of(edges).as_const(), input);
    return detail::counted_in(input, rule);
}

/// How often each of the integers 0 to `bins` - 1 occurs; others are not counted.
template <ArrayLike E>
Array<std::int64_t> bincount(const E& x, std::size_t bins) {
    static_assert(std::is_integral_v<detail::ElementOf<E>>,
                  "the elements must be integers, the indices of bins");
    return detail::counted_in(detail::erased(detail::node_of(x)),
                              {.kind = detail::Bins::index, .count = bins});
}

// With a weight for each element: what the weights of a bin's elements add up to, in double, or in
// 64 bits, which wrap, if they are integers. On GPUs the order in which floating-point weights are
// added, and with it the rounding, differs from run to run. All throw Error(invalid_argument) for
// weights of another shape than x, and as without them.

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
                  "the elements must be integers, the indices of bins");
    return detail::weighted_in<detail::ElementOf<Weights>>(
        detail::with_weights(x, weights), {.kind = detail::Bins::index, .count = bins});
}

}  // namespace glint
