// SPDX-License-Identifier: MIT
// The parts of an expression's values that are pairs, and of those that are not: what kernels for
// both kinds need.
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

/// What comes with the element; nothing in particular if there is nothing.
template <class Companion, class T>
__device__ inline Companion companion_of(const T&) {
    return Companion();
}
template <class Companion, class A>
__device__ inline Companion companion_of(const Pair<A, Companion>& pair) {
    return pair.second;
}

/// Whether what comes with the element is not 0.
template <class T>
__device__ inline bool is_flagged(const T&) {
    return false;
}
template <class A, class B>
__device__ inline bool is_flagged(const Pair<A, B>& pair) {
    return convert<bool>(pair.second);
}

/// Whether the same comes with both.
template <class T>
__device__ inline bool same_key(const T&, const T&) {
    return true;
}
template <class A, class B>
__device__ inline bool same_key(const Pair<A, B>& a, const Pair<A, B>& b) {
    return a.second == b.second;
}

}  // namespace glint::expression
