// SPDX-License-Identifier: MIT
// The common parts of <utility>, except std::move and std::forward, which NVRTC provides itself.
#pragma once

#include <__glint/traits.cuh>

namespace std {
template <class T>
__glint_any T&& declval() noexcept;
template <class T>
__glint_any constexpr void swap(T& a, T& b) {
    T kept = static_cast<T&&>(a);
    a = static_cast<T&&>(b);
    b = static_cast<T&&>(kept);
}
template <class T, class U = T>
__glint_any constexpr T exchange(T& value, U&& next) {
    T old = static_cast<T&&>(value);
    value = static_cast<U&&>(next);
    return old;
}
template <class T, class U>
struct pair {
    T first;
    U second;
};
template <class T, class U>
__glint_guide pair(T, U) -> pair<T, U>;
template <class T, class U>
__glint_any constexpr pair<T, U> make_pair(T first, U second) {
    return {first, second};
}
template <class T, T... v>
struct integer_sequence {
    __glint_any_member static constexpr size_t size() { return sizeof...(v); }
};
template <size_t... v>
using index_sequence = integer_sequence<size_t, v...>;

// Joins the indices of two halves. Halving limits the template nesting depth to log2 of the length.
template <class A, class B>
struct glint_joined;
template <size_t... a, size_t... b>
struct glint_joined<index_sequence<a...>, index_sequence<b...>> {
    using type = index_sequence<a..., (sizeof...(a) + b)...>;
};
template <size_t n>
struct glint_indices {
    using type = typename glint_joined<typename glint_indices<n / 2>::type,
                                       typename glint_indices<n - n / 2>::type>::type;
};
template <>
struct glint_indices<0> {
    using type = index_sequence<>;
};
template <>
struct glint_indices<1> {
    using type = index_sequence<0>;
};
template <size_t n>
using make_index_sequence = typename glint_indices<n>::type;
template <class... T>
using index_sequence_for = make_index_sequence<sizeof...(T)>;
}  // namespace std
