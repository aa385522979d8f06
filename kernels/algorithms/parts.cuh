// SPDX-License-Identifier: MIT
// Access to the parts of values that are either pairs or single elements, for kernels that support
// both.
#pragma once

#include <glint/expression/convert.cuh>
#include <glint/expression/pair.cuh>

namespace glint::expression {

template <class T>
__device__ inline const T& element_of(const T& value) {
    return value;
}
template <class A, class B>
__device__ inline const A& element_of(const Pair<A, B>& pair) {
    return pair.first;
}

/// Returns the value paired with the element, or a default value if the element is not in a pair.
template <class Companion, class T>
__device__ inline Companion companion_of(const T&) {
    return Companion();
}
template <class Companion, class A>
__device__ inline Companion companion_of(const Pair<A, Companion>& pair) {
    return pair.second;
}

/// True if the value is a pair whose second value is not 0.
template <class T>
__device__ inline bool is_flagged(const T&) {
    return false;
}
template <class A, class B>
__device__ inline bool is_flagged(const Pair<A, B>& pair) {
    return convert<bool>(pair.second);
}

/// True if both pairs have the same second value. Always true for values that are not pairs.
template <class T>
__device__ inline bool same_key(const T&, const T&) {
    return true;
}
template <class A, class B>
__device__ inline bool same_key(const Pair<A, B>& a, const Pair<A, B>& b) {
    return a.second == b.second;
}

}  // namespace glint::expression
