// Division of integers in array expressions: by 0 it gives 0, and nothing overflows.
#pragma once

namespace glint::expression {

template <class T>
__device__ inline T quotient(T a, T b) {
    if (b == T(0)) return T(0);
    // The least number by -1 does not fit: it wraps to itself.
    return T(-1) < T(0) && b == T(-1) ? T(T(0) - a) : T(a / b);
}
template <class T>
__device__ inline T remainder(T a, T b) {
    return b == T(0) || (T(-1) < T(0) && b == T(-1)) ? T(0) : T(a % b);
}

/// By squaring. A negative exponent gives the reciprocal's whole part.
template <class T>
__device__ inline T power(T base, T exponent) {
    if (exponent < T(0)) {
        if (base == T(1)) return base;
        return base == T(-1) ? (exponent % 2 == T(0) ? T(1) : base) : T(0);
    }
    T result = 1;
    for (; exponent != T(0); exponent = T(exponent / 2)) {
        if (exponent % 2 != T(0)) result = T(result * base);
        base = T(base * base);
    }
    return result;
}

}  // namespace glint::expression
