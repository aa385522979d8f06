#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <glint/algorithms/detail/expression_kernel.hpp>
#include <glint/array/array.hpp>
#include <glint/array/views.hpp>

/// How many elements fall into each of some bins. Elements are taken from arrays, views and
/// expressions, which are not materialised. The counts are a new array; nothing waits.
namespace glint {
namespace detail {

/// How an element's bin is found; as glint::expression::Bins on the device.
enum class Bins : std::uint8_t { index, even, edges };

/// Bins of a kind, with what that kind needs.
struct BinRule {
    Bins kind = Bins::index;
    std::size_t count = 0;
    double low = 0, high = 0;
    const void* edges = nullptr;
    std::ptrdiff_t stride = 1;
    ElementType edge{};
};

/// Throws Error(invalid_argument) for bounds that are no range.
void check_range(double low, double high, std::size_t bins);
/// Throws Error(invalid_argument) unless there are two edges or more, in one dimension.
void check_edges(const Layout& layout);

/// Queues counting. `counts` are zeros.
void histogram(Stream& stream, const AnyExpression& input, const BinRule& rule,
               std::int64_t* counts);

inline Array<std::int64_t> counted_in(const AnyExpression& input, const BinRule& rule) {
    auto counts =
        Array<std::int64_t>::zeros(stream_for(input, "count elements in bins"), rule.count);
    histogram(counts.stream(), input, rule, counts.data());
    return counts;
}

}  // namespace detail

/// In `bins` bins of one width from `low` to `high`. Bin i has the elements from
/// low + i * width up to, but without, low + (i + 1) * width, computed in double; the last one has
/// `high`, too. Elements beyond them, and no numbers, are not counted.
/// Throws Error(invalid_argument) unless low < high, both finite, and there is a bin.
template <ArrayLike E>
Array<std::int64_t> histogram(const E& x, std::size_t bins, double low, double high) {
    static_assert(!detail::kIsComplex<detail::ElementOf<E>>, "complex numbers have no order");
    detail::check_range(low, high, bins);
    return detail::counted_in(detail::erased(detail::node_of(x)),
                              {.kind = detail::Bins::even,
                               .count = bins,
                               .low = low,
                               .high = high,
                               .edge = detail::kElementType<float>});
}

/// In bins between the elements of `edges`, an array or view of one dimension in ascending order,
/// as whose type elements are compared: bin i from edges(i) up to, but without, edges(i + 1); the
/// last one has its end, too. Throws Error(invalid_argument) for less than two edges.
template <ArrayLike E, Viewable Edges>
Array<std::int64_t> histogram(const E& x, const Edges& edges) {
    const auto view = detail::view_of(edges).as_const();
    using T = typename std::remove_const_t<decltype(view)>::Element;
    detail::check_edges(view.layout());
    detail::AnyExpression input = detail::erased(detail::node_of(x));
    // Not read as an operand, but its stream is waited for.
    input.operands.add({.data = view.data(), .type = detail::kElementType<T>}, view.stream());
    return detail::counted_in(input, {.kind = detail::Bins::edges,
                                      .count = view.size() - 1,
                                      .edges = view.data(),
                                      .stride = view.strides()[0],
                                      .edge = detail::kElementType<T>});
}

/// How often each of the integers 0 to `bins` - 1 occurs; others are not counted.
template <ArrayLike E>
Array<std::int64_t> bincount(const E& x, std::size_t bins) {
    static_assert(std::is_integral_v<detail::ElementOf<E>>, "elements are indices of bins");
    return detail::counted_in(
        detail::erased(detail::node_of(x)),
        {.kind = detail::Bins::index, .count = bins, .edge = detail::kElementType<float>});
}

}  // namespace glint
