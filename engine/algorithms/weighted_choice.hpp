// SPDX-License-Identifier: MIT
#pragma once

#include <glint/algorithms/ranks.hpp>
#include <glint/algorithms/reduce.hpp>
#include <glint/algorithms/scan.hpp>
#include <glint/algorithms/search.hpp>
#include <glint/algorithms/shuffle.hpp>

/// Random samples with unequal probabilities.
namespace glint {
namespace detail {

/// Throws Error(invalid_argument), with both shapes, unless there is one weight for each element
/// along the first dimension.
void check_weights(const Shape& weights, const Shape& elements);
[[noreturn]] void refuse_weights(std::size_t count, const char* reason);

/// Waits, and checks the weights. Throws Error(invalid_argument) for invalid weights, and if
/// `count` exceeds the number of elements that can be chosen.
inline void check_weights(const Array<double>& weights, std::size_t count, bool replace) {
    if (any(!(isfinite(weights) && weights >= 0.0)).item())
        refuse_weights(count, "a weight is negative, infinite or NaN");
    check_choice(count, static_cast<std::size_t>(count_nonzero(weights).item()), replace);
}

/// Returns indices that are drawn independently by weight. Each is the first index whose cumulative
/// weight is at least a random fraction of the total weight.
inline Array<std::int64_t> drawn_by_weight(const Array<double>& weights, std::size_t count,
                                           const RandomOptions& options) {
    const Array<double> sums = cumulative_sum(weights, {.deterministic = true});
    const auto numbers = random<double>(weights.stream(), count, options);
    return searchsorted(sums, numbers * sums(slice(-1, std::nullopt)));
}

/// Returns indices that are drawn without replacement. Each index gets an exponentially distributed
/// time with its weight as the rate; the indices with the shortest times are drawn.
inline Array<std::int64_t> raced_by_weight(const Array<double>& weights, std::size_t count,
                                           const RandomOptions& options) {
    const auto times = -1.0 * log(random<double>(weights.stream(), weights.size(), options));
    const auto never = std::numeric_limits<double>::infinity();
    return top_k(where(weights > 0.0, times / weights, never), count, {.smallest = true}).places;
}

}  // namespace detail

/// Chooses `count` elements, or slices along the first dimension if there are more dimensions.
/// Probabilities are proportional to the weights, which need not add up to 1, unlike `p` of NumPy's
/// choice. With replacement, inverts the cumulative weights, as in Devroye ("Non-Uniform Random
/// Variate Generation", 1986, III.2). Without replacement, uses the keys of Efraimidis and Spirakis
/// ("Weighted Random Sampling with a Reservoir", 2006), and returns elements in the order in which
/// they are drawn.
///
/// Weights are converted to double. The result is the same on all devices, except where a choice
/// depends on the last bit of a sum or a logarithm. Waits to check the weights. Throws
/// Error(invalid_argument) like `choice` without weights; only elements with weights above 0 count
/// as elements that can be chosen. Also throws if weights are negative or not finite, or if the
/// number of weights differs from the number of elements.
template <Viewable A, ArrayLike Weights>
auto choice(A&& array, std::size_t count, const Weights& weights,
            const ChoiceOptions& options = {}) {
    const auto view = detail::view_of(std::forward<A>(array)).as_const();
    using T = typename std::remove_const_t<decltype(view)>::Element;
    detail::check_can_be_shuffled(view.shape());
    detail::check_weights(shape_of(weights), view.shape());
    Array<T> chosen(view.stream(), detail::with_first(view.shape(), count));
    if (count == 0) return chosen;
    const Array<double> likely = cast<double>(weights);
    detail::check_weights(likely, count, options.replace);
    if (chosen.empty()) return chosen;
    if (!view.is_contiguous()) return choice(Array<T>(view), count, likely, options);
    const RandomOptions place{options.seed, options.sequence};
    const Array<std::int64_t> numbers = options.replace
                                            ? detail::drawn_by_weight(likely, count, place)
                                            : detail::raced_by_weight(likely, count, place);
    const Shape shape = detail::only_first(view.shape(), count);
    chosen = detail::rows_at<T>(view, numbers.view().with(detail::row_major(shape)));
    return chosen;
}

}  // namespace glint
