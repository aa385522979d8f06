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

/// Scans: each element becomes what those up to it come to.
///
/// `x` is an array, a view or an expression, which is not materialised; the result is a new array
/// of its element type, on the stream of its first array. Nothing waits. Numbers of 16 bits are
/// combined in float and rounded when they are stored; all others as they are, so integers wrap.
/// No elements give no elements.
///
/// An operator is an associative function of a, what comes before, and b, what comes behind: a
/// lambda `[](auto a, auto b) { return a + b; }`, a string of CUDA C++ "a + b", or OperatorCode.
/// It need not be commutative. `neutral` changes nothing: op(neutral, x) and op(x, neutral) are x.
/// An inclusive scan needs none, but is faster on GPUs with one.
///
/// A scan may start anew within the elements: `by_key`, `by_heads` and `by_offsets` say where. It
/// then runs over all of them in C's order.
///
/// On CUDA the tiles of a scan look back at each other, and as sums of floating-point numbers
/// depend on where they are cut, their last bits may vary from run to run; `deterministic` does
/// not let them, for half as much memory traffic again. On the CPU the bits never vary.
namespace glint {

struct ScanOptions {
    /// Along this dimension, for each index of the others; from the end if negative. If there is
    /// none, the scan runs over all elements in C's order, and the result has one dimension.
    std::optional<std::ptrdiff_t> axis{};
    bool deterministic = false;  ///< the same bits on every run
};

namespace detail {

[[noreturn]] void refuse_axis_of_segments(std::ptrdiff_t axis);

/// How a scan is done, beside its operator.
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

/// By an operator on what the elements of E are combined as.
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

/// Bools are counted as int.
template <ArrayLike E>
auto counted(const E& x) {
    if constexpr (std::is_same_v<ElementOf<E>, bool>)
        return cast<int>(x);
    else
        return node_of(x);
}

/// What changes nothing in a product of the elements.
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

/// What is not less, and not greater, than any number of type T.
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

/// Element i is what x(0) to x(i) come to.
/// Throws Error(invalid_argument) if there is no such axis, and CompileError for code that does not
/// compile.
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

/// Element i is what x(0) to x(i - 1) come to; the first is `neutral`. Throws as inclusive_scan.
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

/// x(0) + ... + x(i). Bools count as int; other integers keep their type and wrap:
/// `cumulative_sum(cast<long long>(x))` does not.
template <ArrayLike E>
auto cumulative_sum(const E& x, const ScanOptions& options = {}) {
    return inclusive_scan(detail::counted(x), detail::AddOp(), {}, options);
}
template <ArrayLike E, Segments By>
auto cumulative_sum(const E& x, const By& by, const ScanOptions& options = {}) {
    return inclusive_scan(detail::counted(x), detail::AddOp(), {}, by, options);
}

/// x(0) * ... * x(i), with types as cumulative_sum.
template <ArrayLike E>
auto cumulative_product(const E& x, const ScanOptions& options = {}) {
    return inclusive_scan(detail::counted(x), detail::MultiplyOp(), detail::one_of(x), options);
}
template <ArrayLike E, Segments By>
auto cumulative_product(const E& x, const By& by, const ScanOptions& options = {}) {
    return inclusive_scan(detail::counted(x), detail::MultiplyOp(), detail::one_of(x), by, options);
}

/// The least of x(0) to x(i); no number once there is one that is none.
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

/// The greatest of x(0) to x(i); no number once there is one that is none.
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
