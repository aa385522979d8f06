// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <limits>
#include <optional>
#include <type_traits>

#include <glint/algorithms/detail/scan_task.hpp>
#include <glint/algorithms/detail/segments.hpp>
#include <glint/array/array.hpp>
#include <glint/array/functions.hpp>
#include <glint/array/operators.hpp>

/// Scans (prefix sums): each element becomes the combination of all elements up to it.
///
/// `x` is an array, a view or an expression. An expression is not stored in memory first. The
/// result is a new array of the same element type, on the stream of the first array of `x`. No scan
/// waits. 16-bit numbers are combined in float and rounded when they are stored. All other types
/// are combined in their own type, so integers wrap. Empty input gives empty output.
///
/// An operator is an associative function of the preceding value a and the following value b: a
/// lambda `[](auto a, auto b) { return a + b; }`, a string of CUDA C++ "a + b", or OperatorCode.
/// The operator need not be commutative. `neutral` is its neutral element: op(neutral, x) and
/// op(x, neutral) equal x. An inclusive scan does not need a neutral element, but is faster on GPUs
/// if it is given.
///
/// A segmented scan restarts at the start of each segment, as given by `by_key`, `by_heads` or
/// `by_offsets`. Segmented scans process all elements in C order.
///
/// On GPUs, scans use decoupled look-back. The grouping of partial results then depends on timing,
/// so the last bits of floating-point sums may vary between runs. `deterministic` avoids this, with
/// 50% more memory traffic. On the CPU, results are always bit-identical.
namespace glint {

struct ScanOptions {
    /// Scans along this dimension, separately for each index of the other dimensions. Negative
    /// values count from the end. If this option is empty, scans all elements in C order, and the
    /// result has one dimension.
    std::optional<std::ptrdiff_t> axis{};
    bool deterministic = false;  ///< bit-identical results in every run
};

namespace detail {

[[noreturn]] void refuse_axis_of_segments(std::ptrdiff_t axis);

/// Properties of a scan other than its operator.
struct ScanKind {
    bool inclusive = true;
    Heads heads = Heads::none;
    bool in_blocks = false;
};

template <class T>
Array<T> scanned(const AnyExpression& input, const AnyOperator& op, const ScanKind& kind,
                 const ScanOptions& options) {
    const ScanTask task{
        .input = input,
        .op = op,
        .result = kElementType<T>,
        .inclusive = kind.inclusive,
        .heads = kind.heads,
        .axis = options.axis,
        .pass = {.deterministic = options.deterministic, .in_blocks = kind.in_blocks}};
    Array<T> result(stream_for(input, "scan an expression"), scan_shape(task));
    scan(result.stream(), task, result.data());
    return result;
}

/// Scans with an operator on the type in which elements of E are combined (float for 16-bit
/// numbers).
template <class E>
auto scanned(const E& x, const AnyOperator& op, bool inclusive, const ScanOptions& options) {
    return scanned<ElementOf<E>>(erased(node_of(x)), op, {.inclusive = inclusive}, options);
}
template <class E, class By>
auto scanned(const E& x, const AnyOperator& op, const By& by, bool inclusive,
             const ScanOptions& options) {
    if (options.axis) refuse_axis_of_segments(*options.axis);
    const Segmented parts = segmented(node_of(x), by);
    return scanned<ElementOf<E>>(parts.elements, op, {.inclusive = inclusive, .heads = parts.heads},
                                 options);
}

/// Converts bools to int.
template <ArrayLike E>
auto counted(const E& x) {
    if constexpr (std::is_same_v<ElementOf<E>, bool>)
        return cast<int>(x);
    else
        return node_of(x);
}

/// Returns 1, the neutral element of products of these elements.
template <ArrayLike E>
auto one_of(const E& x) {
    return static_cast<CombinedAs<ElementOf<decltype(counted(x))>>>(1);
}

// clang-format off
struct AddOp { auto operator()(auto a, auto b) const { return a + b; } };
struct MultiplyOp { auto operator()(auto a, auto b) const { return a * b; } };
struct MinimumOp { auto operator()(auto a, auto b) const { return minimum(a, b); } };
struct MaximumOp { auto operator()(auto a, auto b) const { return maximum(a, b); } };
// clang-format on

/// greatest() returns the greatest value of type T, which is the neutral element of the minimum.
/// least() returns the least value, which is the neutral element of the maximum.
template <class T>
constexpr CombinedAs<T> greatest() {
    static_assert(kHasOrder<T>, "complex numbers and vectors cannot be ordered");
    using Limits = std::numeric_limits<CombinedAs<T>>;
    return Limits::has_infinity ? Limits::infinity() : Limits::max();
}
template <class T>
constexpr CombinedAs<T> least() {
    static_assert(kHasOrder<T>, "complex numbers and vectors cannot be ordered");
    using Limits = std::numeric_limits<CombinedAs<T>>;
    return Limits::has_infinity ? -Limits::infinity() : Limits::lowest();
}

}  // namespace detail

/// Element i is the combination of x(0) to x(i).
/// Throws Error(invalid_argument) if the axis does not exist, and CompileError if the operator's
/// code does not compile.
template <ArrayLike E, class Operator>
auto inclusive_scan(const E& x, const Operator& op, const ScanOptions& options = {}) {
    using T = detail::CombinedAs<detail::ElementOf<E>>;
    return detail::scanned(x, detail::any_operator<T>(op), true, options);
}
template <ArrayLike E, class Operator>
auto inclusive_scan(const E& x, const Operator& op,
                    detail::CombinedAs<detail::ElementOf<E>> neutral,
                    const ScanOptions& options = {}) {
    return detail::scanned(x, detail::any_operator(op, neutral), true, options);
}
template <ArrayLike E, class Operator, Segments By>
auto inclusive_scan(const E& x, const Operator& op, const By& by, const ScanOptions& options = {}) {
    using T = detail::CombinedAs<detail::ElementOf<E>>;
    return detail::scanned(x, detail::any_operator<T>(op), by, true, options);
}
template <ArrayLike E, class Operator, Segments By>
auto inclusive_scan(const E& x, const Operator& op,
                    detail::CombinedAs<detail::ElementOf<E>> neutral, const By& by,
                    const ScanOptions& options = {}) {
    return detail::scanned(x, detail::any_operator(op, neutral), by, true, options);
}

/// Element i is the combination of x(0) to x(i - 1). The first element is `neutral`. Throws like
/// inclusive_scan.
template <ArrayLike E, class Operator>
auto exclusive_scan(const E& x, const Operator& op,
                    detail::CombinedAs<detail::ElementOf<E>> neutral,
                    const ScanOptions& options = {}) {
    return detail::scanned(x, detail::any_operator(op, neutral), false, options);
}
template <ArrayLike E, class Operator, Segments By>
auto exclusive_scan(const E& x, const Operator& op,
                    detail::CombinedAs<detail::ElementOf<E>> neutral, const By& by,
                    const ScanOptions& options = {}) {
    return detail::scanned(x, detail::any_operator(op, neutral), by, false, options);
}

/// Element i is x(0) + ... + x(i). Bools are added as int. Other integers keep their type and wrap;
/// to avoid wrapping, use `cumulative_sum(cast<long long>(x))`.
template <ArrayLike E>
auto cumulative_sum(const E& x, const ScanOptions& options = {}) {
    return inclusive_scan(detail::counted(x), detail::AddOp(), {}, options);
}
template <ArrayLike E, Segments By>
auto cumulative_sum(const E& x, const By& by, const ScanOptions& options = {}) {
    return inclusive_scan(detail::counted(x), detail::AddOp(), {}, by, options);
}

/// Element i is x(0) * ... * x(i). Types are as in cumulative_sum.
template <ArrayLike E>
auto cumulative_product(const E& x, const ScanOptions& options = {}) {
    return inclusive_scan(detail::counted(x), detail::MultiplyOp(), detail::one_of(x), options);
}
template <ArrayLike E, Segments By>
auto cumulative_product(const E& x, const By& by, const ScanOptions& options = {}) {
    return inclusive_scan(detail::counted(x), detail::MultiplyOp(), detail::one_of(x), by, options);
}

/// Element i is the minimum of x(0) to x(i), or NaN if one of these is NaN.
template <ArrayLike E>
auto cumulative_minimum(const E& x, const ScanOptions& options = {}) {
    return inclusive_scan(x, detail::MinimumOp(), detail::greatest<detail::ElementOf<E>>(),
                          options);
}
template <ArrayLike E, Segments By>
auto cumulative_minimum(const E& x, const By& by, const ScanOptions& options = {}) {
    return inclusive_scan(x, detail::MinimumOp(), detail::greatest<detail::ElementOf<E>>(), by,
                          options);
}

/// Element i is the maximum of x(0) to x(i), or NaN if one of these is NaN.
template <ArrayLike E>
auto cumulative_maximum(const E& x, const ScanOptions& options = {}) {
    return inclusive_scan(x, detail::MaximumOp(), detail::least<detail::ElementOf<E>>(), options);
}
template <ArrayLike E, Segments By>
auto cumulative_maximum(const E& x, const By& by, const ScanOptions& options = {}) {
    return inclusive_scan(x, detail::MaximumOp(), detail::least<detail::ElementOf<E>>(), by,
                          options);
}

}  // namespace glint
