// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <type_traits>

#include <glint/algorithms/segmented.hpp>

/// Reductions of runs of adjacent elements with equal keys. Elements and keys are read in C order.
namespace glint {

/// The key of each run of equal keys, and the value to which the run was reduced.
template <class Key, class T>
struct Keyed {
    Array<Key> keys;
    Array<T> values;
};

namespace detail {

/// Runs of equal keys: the key and the start offset of each run. One more offset is the end of the
/// last run.
struct KeyRuns {
    std::shared_ptr<ArrayStorage> offsets{}, keys{};
    std::size_t count = 0;
};

/// Waits for the number of runs. Throws Error(invalid_argument) unless there are `size` keys.
KeyRuns key_runs(const AnyExpression& keys, std::size_t size);

template <ArrayLike Keys, ArrayLike A, class Kind>
auto reduced_by_key(const Keys& keys, const A& a, const Kind& kind) {
    using Key = ElementOf<Keys>;
    const KeyRuns runs = key_runs(erased(node_of(keys)), shape_of(a).size());
    Made<Key> heads{{}, runs.keys, runs.count};
    Made<long long> offsets{{}, runs.offsets, runs.count + 1};
    return Keyed<Key, typename Kind::Result>{heads,
                                             reduced_segments(a, Array<long long>(offsets), kind)};
}

}  // namespace detail

/// `sum` and `reduce` of each run of elements with equal keys. A NaN key forms a run by itself,
/// because NaN does not equal itself. Both functions wait for the number of runs, and throw
/// Error(invalid_argument) unless there are as many keys as elements.
template <ArrayLike Keys, ArrayLike A>
auto sum_by_key(const Keys& keys, const A& a) {
    return detail::reduced_by_key(keys, a, detail::kinds::Sum<detail::ElementOf<A>>());
}
template <ArrayLike Keys, ArrayLike A, class Operator>
auto reduce_by_key(const Keys& keys, const A& a, const Operator& op,
                   const std::type_identity_t<detail::ElementOf<A>>& neutral) {
    return detail::reduced_by_key(keys, a,
                                  detail::kinds::by_operator<detail::ElementOf<A>>(neutral, op));
}

}  // namespace glint
