// SPDX-License-Identifier: MIT
// Integers in array expressions. Division by 0 gives 0, all shifts are defined, and overflow wraps.
#pragma once

#include <glint/expression/convert.cuh>

namespace glint::expression {

/// An unsigned type for arithmetic that wraps: in C++, signed overflow is undefined.
template <class T>
struct Wrapping {
    using Type = unsigned int;
};
// clang-format off
template <> struct Wrapping<long> { using Type = unsigned long long; };
template <> struct Wrapping<unsigned long> { using Type = unsigned long long; };
template <> struct Wrapping<long long> { using Type = unsigned long long; };
template <> struct Wrapping<unsigned long long> { using Type = unsigned long long; };
// clang-format on

/// Converts to an unsigned type, in which arithmetic wraps.
template <class T>
__device__ inline typename Wrapping<T>::Type wrapping(T a) {
    return static_cast<typename Wrapping<T>::Type>(a);
}

/// Shifts by too many bits, or by a negative number, give 0, or -1 for right shifts of negative a.
template <class T>
__device__ inline T shifted_left(T a, T b) {
    constexpr int kBits = 8 * sizeof(T);
    return wrapping(b) < kBits ? T(wrapping(a) << b) : T(0);
}
template <class T>
__device__ inline T shifted_right(T a, T b) {
    constexpr int kBits = 8 * sizeof(T);
    if (wrapping(b) < kBits) return T(a >> b);
    return is_negative(a) ? T(-1) : T(0);
}

template <class T>
__device__ inline T quotient(T a, T b) {
    if (b == T(0)) return T(0);
    // The lowest number divided by -1 overflows, and wraps to itself.
    return T(-1) < T(0) && b == T(-1) ? T(0 - wrapping(a)) : T(a / b);
}
template <class T>
__device__ inline T remainder(T a, T b) {
    return b == T(0) || (T(-1) < T(0) && b == T(-1)) ? T(0) : T(a % b);
}

/// The quotient rounded down.
template <class T>
__device__ inline T floor_quotient(T a, T b) {
    const T towards_zero = quotient(a, b);
    const bool is_above = is_negative(a) != is_negative(b) && remainder(a, b) != T(0);
    return is_above ? T(towards_zero - T(1)) : towards_zero;
}

/// The power, by squaring. Negative exponents give the reciprocal, truncated to an integer.
template <class T>
__device__ inline T power(T base, T exponent) {
    if (is_negative(exponent)) {
        if (base == T(1)) return base;
        return base == T(-1) ? (exponent % 2 == T(0) ? T(1) : base) : T(0);
    }
    auto result = wrapping(T(1)), square = wrapping(base);
    for (; exponent != T(0); exponent = T(exponent / 2)) {
        if (exponent % 2 != T(0)) result *= square;
        square *= square;
    }
    return T(result);
}

}  // namespace glint::expression
