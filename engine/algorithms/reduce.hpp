// SPDX-License-Identifier: MIT
#pragma once

#include <limits>
#include <type_traits>

#include <glint/algorithms/detail/reduction_kinds.hpp>
#include <glint/array/functions.hpp>
#include <glint/array/operators.hpp>

/// Reductions of arrays, views and expressions. Expressions are not stored in memory first.
///
///     const double average = mean(y).item();                 // on the host: waits
///     Array<float> rows = sum(x * x, axis(1));               // one launch, or two if rows are few
///     x = x / sum(x, axis(1), keepdims);                     // part of an expression: one kernel
///
/// Each function returns an expression with the remaining dimensions, on the stream of its first
/// array. Assigning the expression, or calling `evaluated` or `item()` with it, computes the
/// reduction from the current contents of x. A larger expression computes its reductions in its own
/// kernel, without storing their results in memory, if they all reduce the same dimensions of one
/// shape (docs/reference/arrays.md gives the conditions). Otherwise the reductions are computed
/// first.
///
/// The order of summation depends only on shapes, strides, types and alignment, and on the
/// surrounding expression. Results are bit-identical in every run and on every GPU; the CPU uses
/// another order. Sums of float are accumulated in float: threads add elements in strided loops,
/// and the threads' results are combined as a tree, so errors grow far more slowly than in one
/// sequential sum. `sum(cast<double>(x))` accumulates in double and reads no more memory.
///
/// All functions throw Error(invalid_argument) for dimensions that do not exist or are repeated.
namespace glint {

// clang-format off
#define GLINT_REDUCTION(name, kind)                                                           \
    template <ArrayLike A>                                                                    \
    auto name(const A& a, const Along& along = {}, Keepdims keep = Keepdims::no) {            \
        return detail::reduced(a, along, keep, detail::kinds::kind());                         \
    }

/// Sums and products. Integers and bools are accumulated in 64 bits, which wrap around; 16-bit
/// floating-point numbers are accumulated in float. Empty sums are 0, and empty products are 1.
/// `sum` and `mean` also accept vectors of float and double, and reduce each component.
GLINT_REDUCTION(sum, Sum<detail::ElementOf<A>>)
GLINT_REDUCTION(product, Product<detail::ElementOf<A>>)
/// The mean, in double for integers. The mean of no elements is NaN.
GLINT_REDUCTION(mean, Mean<detail::ElementOf<A>>)
/// The root of the sum of squared magnitudes, or 0 for no elements. The sum must not overflow.
GLINT_REDUCTION(norm, Norm<detail::ElementOf<A>>)
/// The smallest and the largest element; NaN if any element is NaN. Throws
/// Error(invalid_argument) if the input is empty.
GLINT_REDUCTION(min, Min<detail::ElementOf<A>>)
GLINT_REDUCTION(max, Max<detail::ElementOf<A>>)
/// `any` is true if some element is not 0, `all` if every element is not 0. For no elements, `any`
/// is false and `all` is true.
GLINT_REDUCTION(any, Any)
GLINT_REDUCTION(all, All)
/// Number of elements that are not 0.
GLINT_REDUCTION(count_nonzero, Count)
#undef GLINT_REDUCTION
// clang-format on

/// The index of the smallest or of the largest element: along one dimension, or in C order over all
/// reduced dimensions. Returns the first of equal elements, or the first NaN, if any. Throws
/// Error(invalid_argument) if the input is empty.
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

/// The variance, and its square root. The variance is the sum of squared distances from the mean,
/// divided by the count minus `correction` (1 for the sample estimate). It is computed in one pass,
/// in double for every type, from distances to the first element. If that element is an extreme
/// outlier, the result is inaccurate. The result is NaN or infinity if the count does not exceed
/// the correction.
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

/// The weighted mean: the sum of products divided by the sum of weights. It is computed in one
/// pass, and in double for integers. The weights have the shape of the elements, or one dimension
/// if only one dimension is reduced. The result is NaN or infinity if the weights add up to 0.
/// Throws Error(invalid_argument) for weights of another shape.
template <ArrayLike A, ArrayLike Weights>
auto average(const A& a, const Weights& weights, const Along& along = {},
             Keepdims keep = Keepdims::no) {
    static_assert(detail::kIsNumber<detail::ElementOf<A>>, "weighted averages require numbers");
    using Weighted = detail::Weighted<detail::NodeOf<A>, detail::NodeOf<Weights>>;
    const Weighted weighted(detail::node_of(a), detail::node_of(weights), along);
    return detail::reduced(weighted, along, keep, typename Weighted::Kind());
}
/// Same as `mean`.
template <ArrayLike A>
auto average(const A& a, const Along& along = {}, Keepdims keep = Keepdims::no) {
    return mean(a, along, keep);
}

// Reductions that ignore NaN. If all elements are NaN, the sum is 0, the mean is NaN, the minimum
// is infinity, and the maximum is minus infinity.

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
/// `variance` and `standard_deviation` that ignore NaN, computed in one pass and in double,
/// relative to one of the elements. The result is NaN if the count does not exceed the correction.
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

/// The sum of products, accumulated like `sum`. Complex elements are not conjugated. Throws
/// Error(invalid_argument) unless the shapes broadcast.
template <ArrayLike A, ArrayLike B>
auto dot(const A& a, const B& b) {
    using T = detail::Common<detail::ElementOf<A>, detail::ElementOf<B>>;
    static_assert(
        detail::kIsNumber<T>,
        "dot requires numbers. Use sum(a * b) to add up the products of vector components");
    using Wide = detail::kinds::Accumulator<T>;
    return detail::reduced(cast<Wide>(a) * cast<Wide>(b), {}, Keepdims::no,
                           detail::kinds::Sum<T>());
}

/// Combines all elements with an operator that must be associative and commutative. The operator is
/// a callable such as [](auto a, auto b) { return a * b; }, which is called once with expressions,
/// or CUDA C++ code in terms of `a` and `b`, such as "a * b". User-defined element types are
/// supported. `neutral` must be the neutral element of the operator, because it may be combined any
/// number of times. It is also the result for no elements.
///
/// Operands and results have the element type, even for half and bfloat16. For these types,
/// `reduce(cast<float>(x), ...)` is more accurate.
template <ArrayLike A, class Operator>
auto reduce(const A& a, const Operator& op,
            const std::type_identity_t<detail::ElementOf<A>>& neutral, const Along& along = {},
            Keepdims keep = Keepdims::no) {
    return detail::reduced(a, along, keep,
                           detail::kinds::by_operator<detail::ElementOf<A>>(neutral, op));
}

}  // namespace glint
