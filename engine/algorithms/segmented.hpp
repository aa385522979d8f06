// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <type_traits>
#include <utility>

#include <glint/algorithms/detail/reduction_kinds.hpp>

/// Reductions of segments: ranges of adjacent elements in C order. Segment i covers offsets[i]
/// (inclusive) to offsets[i + 1] (exclusive), so there is one more offset than segments. Segments
/// of any size are efficient, from empty segments to one that holds all elements. No function
/// waits.
///
/// Offsets must not decrease; the result is unspecified if they do. Offsets larger than the number
/// of elements are treated as that number.
///
/// All functions throw Error(invalid_argument) unless the offsets have one dimension and at least
/// one element.
namespace glint {
namespace detail {

/// The offsets as contiguous integers.
struct Offsets {
    OperandList operands{};
    std::shared_ptr<const void> memory{};
};

std::shared_ptr<ArrayStorage> reduce_segments(const AnyExpression& expression, Reduction reduction,
                                              const Offsets& offsets);

template <class T>
Offsets offsets_in(const ArrayView<const T>& view) {
    Offsets offsets;
    view.collect(offsets.operands);
    offsets.memory = view.storage();
    return offsets;
}
template <ArrayLike A>
Offsets offsets_of(const A& a) {
    using T = ElementOf<A>;
    static_assert(std::is_integral_v<T>, "offsets must be integers");
    if constexpr (requires { node_of(a).is_contiguous(); })
        if (const auto view = node_of(a); view.is_contiguous()) return offsets_in<T>(view);
    const Array<T> dense(node_of(a));
    return offsets_in<T>(dense.view());
}

template <class Kind, ArrayLike A, ArrayLike O>
Array<typename Kind::Result> reduced_segments(const A& a, const O& offsets, const Kind& kind = {}) {
    require_elements<Kind, ElementOf<A>>();
    const Offsets places = offsets_of(offsets);
    Made<typename Kind::Result> made;
    made.storage = reduce_segments(erased(node_of(a)), kind.reduction(), places);
    made.size = places.operands.arrays()[0].layout.size() - 1;
    return made;
}

}  // namespace detail

/// `sum`, `mean`, `min`, `max` and `reduce` of each segment. The minimum of an empty segment is the
/// type's largest value, or infinity. The maximum is the type's lowest value, or minus infinity.
template <ArrayLike A, ArrayLike O>
auto segmented_sum(const A& a, const O& offsets) {
    return detail::reduced_segments<detail::kinds::Sum<detail::ElementOf<A>>>(a, offsets);
}
template <ArrayLike A, ArrayLike O>
auto segmented_mean(const A& a, const O& offsets) {
    return detail::reduced_segments<detail::kinds::Mean<detail::ElementOf<A>>>(a, offsets);
}
template <ArrayLike A, ArrayLike O>
auto segmented_min(const A& a, const O& offsets) {
    return detail::reduced_segments<detail::kinds::Min<detail::ElementOf<A>>>(a, offsets);
}
template <ArrayLike A, ArrayLike O>
auto segmented_max(const A& a, const O& offsets) {
    return detail::reduced_segments<detail::kinds::Max<detail::ElementOf<A>>>(a, offsets);
}
template <ArrayLike A, ArrayLike O, class Operator>
auto segmented_reduce(const A& a, const O& offsets, const Operator& op,
                      const std::type_identity_t<detail::ElementOf<A>>& neutral) {
    return detail::reduced_segments(a, offsets,
                                    detail::kinds::by_operator<detail::ElementOf<A>>(neutral, op));
}

}  // namespace glint
