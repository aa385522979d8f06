// SPDX-License-Identifier: MIT
#pragma once

#include <limits>
#include <type_traits>

#include <glint/algorithms/detail/reduction_kinds.hpp>
#include <glint/array/functions.hpp>
#include <glint/array/operators.hpp>

/// Reductions: many elements in one, of arrays, views and expressions, which are not materialised.
///
///     const double average = mean(y).item();                 // on the host: waits
///     Array<float> rows = sum(x * x, axis(1));               // one launch, or two if rows are few
///     x = x / sum(x, axis(1), keepdims);                     // part of an expression: one kernel
///
/// What they give is an expression with the dimensions that are left, which an Array or a larger
/// expression takes, on the stream of its first array. It is computed when it is assigned, by
/// `evaluated(sum(x))` or by `item()`, from what x holds by then. A larger expression computes them
/// itself, without memory for them, if all go along the same dimensions of one shape
/// (docs/reference/arrays.md says when); else they are computed before it.
///
/// The elements are joined in an order that follows from shapes, strides, types and alignment, and
/// from the expression around: the same bits come out in every run and on every GPU. On the CPU the
/// order is another one. Sums of float are kept in float, by threads that go over the elements in
/// steps, whose results are joined as a tree: errors grow far slower than in one long sum.
/// `sum(cast<double>(x))` keeps them in double and reads no more.
///
/// All throw Error(invalid_argument) for dimensions that are not there or named twice.
namespace glint {

// clang-format off
#define GLINT_REDUCTION(name, kind)                                                           \
    template <ArrayLike A>                                                                    \
    auto name(const A& a, const Along& along = {}, Keepdims keep = Keepdims::no) {            \
        return detail::reduced(a, along, keep, detail::kinds::kind());                         \
    }

/// Sums and products: of integers and bools in 64 bits, which wrap around; of 16-bit floating-point
/// numbers by way of float. Of no elements 0, and 1. `sum` and `mean` take vectors of float and
/// double, too, and give those of their components.
GLINT_REDUCTION(sum, Sum<detail::ElementOf<A>>)
GLINT_REDUCTION(product, Product<detail::ElementOf<A>>)
/// In double for integers. Of no elements no number.
GLINT_REDUCTION(mean, Mean<detail::ElementOf<A>>)
/// The root of the sum of squared magnitudes, which must not overflow. Of no elements 0.
GLINT_REDUCTION(norm, Norm<detail::ElementOf<A>>)
/// The least and the greatest; no number if there is one that is none.
/// Throw Error(invalid_argument) for no elements.
GLINT_REDUCTION(min, Min<detail::ElementOf<A>>)
GLINT_REDUCTION(max, Max<detail::ElementOf<A>>)
/// Whether one element, or each, is not 0. Of no elements false, and true.
GLINT_REDUCTION(any, Any)
GLINT_REDUCTION(all, All)
/// How many are not 0.
GLINT_REDUCTION(count_nonzero, Count)
#undef GLINT_REDUCTION
// clang-format on

/// Where the least and the greatest are: the index along one dimension, or in C's order of all that
/// are reduced. The first of equal ones; the first that is no number if there is one.
/// Throw Error(invalid_argument) for no elements.
template <ArrayLike A>
auto argmin(const A& a, const Along& along = {}, Keepdims keep = Keepdims::no) {
    const detail::Numbered<detail::NodeOf<A>> numbered(detail::node_of(a), along);
    return detail::reduced(numbered, along, keep, detail::kinds::ArgMin<detail::ElementOf<A>>());
}
template <ArrayLike A>
auto argmax(const A& a, const Along& along = {}, Keepdims keep = Keepdims::no) {
    const detail::Numbered<detail::NodeOf<A>> numbered(detail::node_of(a), along);
    return detail::reduced(numbered, along, keep, detail::kinds::ArgMax<detail::ElementOf<A>>());
}

/// The mean squared distance from the mean, over the count less `correction` (1 for the estimate
/// from a sample), and its root. In one pass and in double, whatever the type: from sums of the
/// distances to the first element, so that it should not lie very far from the others beside their
/// spread. Of no more elements than the correction no number, or infinite.
template <ArrayLike A>
auto variance(const A& a, const Along& along = {}, Keepdims keep = Keepdims::no,
              double correction = 0.0) {
    using Kind = detail::kinds::Variance<detail::ElementOf<A>, false>;
    return detail::reduced(a, along, keep, Kind{correction});
}
template <ArrayLike A>
auto standard_deviation(const A& a, const Along& along = {}, Keepdims keep = Keepdims::no,
                        double correction = 0.0) {
    using Kind = detail::kinds::Variance<detail::ElementOf<A>, true>;
    return detail::reduced(a, along, keep, Kind{correction});
}

/// The mean of elements that count as much as their weights say: of their products' sum by that of
/// the weights, both found in one pass. In double for integers. Weights are as many as the
/// elements, in the same shape, or have one dimension and go along the only one that is reduced.
/// Where they add up to 0 it is no number, or infinite. Throws Error(invalid_argument) for other
/// weights.
template <ArrayLike A, ArrayLike Weights>
auto average(const A& a, const Weights& weights, const Along& along = {},
             Keepdims keep = Keepdims::no) {
    static_assert(detail::kIsNumber<detail::ElementOf<A>>, "weighted averages require numbers");
    using Weighted = detail::Weighted<detail::NodeOf<A>, detail::NodeOf<Weights>>;
    const Weighted weighted(detail::node_of(a), detail::node_of(weights), along);
    return detail::reduced(weighted, along, keep, typename Weighted::Kind());
}
/// `mean`.
template <ArrayLike A>
auto average(const A& a, const Along& along = {}, Keepdims keep = Keepdims::no) {
    return mean(a, along, keep);
}

// Reductions of those elements that are numbers. Where there are none the sum is 0, the mean no
// number, the least infinite and the greatest minus that.

template <ArrayLike A>
auto nansum(const A& a, const Along& along = {}, Keepdims keep = Keepdims::no) {
    return sum(where(isnan(a), 0, a), along, keep);
}
template <ArrayLike A>
auto nanmean(const A& a, const Along& along = {}, Keepdims keep = Keepdims::no) {
    static_assert(detail::kIsFloating<detail::ElementOf<A>>,
                  "only floating-point numbers can be NaN");
    return detail::reduced(a, along, keep, detail::kinds::NanMean<detail::ElementOf<A>>());
}
/// `variance` and `standard_deviation` of those elements that are numbers, in one pass and in
/// double, measured from one of them. Of no more numbers than the correction no number.
template <ArrayLike A>
auto nanvar(const A& a, const Along& along = {}, Keepdims keep = Keepdims::no,
            double correction = 0.0) {
    using Kind = detail::kinds::NanVariance<detail::ElementOf<A>, false>;
    return detail::reduced(a, along, keep, Kind{correction});
}
template <ArrayLike A>
auto nanstd(const A& a, const Along& along = {}, Keepdims keep = Keepdims::no,
            double correction = 0.0) {
    using Kind = detail::kinds::NanVariance<detail::ElementOf<A>, true>;
    return detail::reduced(a, along, keep, Kind{correction});
}
template <ArrayLike A>
auto nanmin(const A& a, const Along& along = {}, Keepdims keep = Keepdims::no) {
    static_assert(detail::kIsFloating<detail::ElementOf<A>>,
                  "only floating-point numbers can be NaN");
    return min(where(isnan(a), std::numeric_limits<float>::infinity(), a), along, keep);
}
template <ArrayLike A>
auto nanmax(const A& a, const Along& along = {}, Keepdims keep = Keepdims::no) {
    static_assert(detail::kIsFloating<detail::ElementOf<A>>,
                  "only floating-point numbers can be NaN");
    return max(where(isnan(a), -std::numeric_limits<float>::infinity(), a), along, keep);
}

/// The sum of the products of elements, kept as `sum` keeps it; complex ones are not conjugated.
/// Throws Error(invalid_argument) unless the shapes broadcast.
template <ArrayLike A, ArrayLike B>
auto dot(const A& a, const B& b) {
    using T = detail::Common<detail::ElementOf<A>, detail::ElementOf<B>>;
    static_assert(
        detail::kIsNumber<T>,
        "dot requires numbers: use sum(a * b) to add up the products of vector components");
    using Wide = detail::kinds::Accumulator<T>;
    return detail::reduced(cast<Wide>(a) * cast<Wide>(b), {}, Keepdims::no,
                           detail::kinds::Sum<T>());
}

/// All elements in one by an operator, which must not mind their order: [](auto a, auto b) {
/// return a * b; }, called once, with expressions; or CUDA C++ of `a` and `b`, as "a * b". Values
/// of the user's own types go, too. `neutral` changes nothing, and is what no elements give; it is
/// taken any number of times.
///
/// Values and results are of the elements' type, half and bfloat16 also: `reduce(cast<float>(x),
/// ...)` is more exact.
template <ArrayLike A, class Operator>
auto reduce(const A& a, const Operator& op,
            const std::type_identity_t<detail::ElementOf<A>>& neutral, const Along& along = {},
            Keepdims keep = Keepdims::no) {
    return detail::reduced(a, along, keep,
                           detail::kinds::by_operator<detail::ElementOf<A>>(neutral, op));
}

}  // namespace glint
