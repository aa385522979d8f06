// SPDX-License-Identifier: MIT
// Functions of array expressions that CUDA's math library does not have.
#pragma once

#include <glint/expression/convert.cuh>

namespace glint::expression {

// Without these, the overloads for complex numbers and vectors would hide those for real numbers.
using ::acos, ::acosh, ::asin, ::asinh, ::atan, ::atanh, ::ceil, ::cos, ::cosh, ::exp, ::floor,
    ::fma, ::log, ::log10, ::pow, ::round, ::sin, ::sinh, ::sqrt, ::tan, ::tanh;

/// The smaller value, or NaN if either is NaN: NaN is not less than or equal to any value.
template <class T>
__device__ inline T smaller(T a, T b) {
    return a < b || a != a ? a : b;
}
template <class T>
__device__ inline T larger(T a, T b) {
    return a > b || a != a ? a : b;
}
template <class T>
__device__ inline T sign_of(T a) {
    return a != a ? a : T((T(0) < a) - is_negative(a));
}
template <class T>
__device__ inline T radians_of(T degrees) {
    return degrees * T(0.017453292519943295);
}
template <class T>
__device__ inline T degrees_of(T radians) {
    return radians * T(57.29577951308232);
}
template <class T>
__device__ inline T angle_of_real(T a) {
    return a != a ? a : signbit(a) ? T(3.141592653589793) : T(0);
}
/// The fraction of a, with the sign of a. `whole` is the integer part of a.
template <class T>
__device__ inline T fraction_of(T a, T whole) {
    return copysign(isinf(a) ? T(0) : a - whole, a);
}

/// The largest integer that is not above a / b. The remainder decides this exactly, even where
/// rounding would increase the quotient to the next integer.
template <class T>
__device__ inline T floor_ratio(T a, T b) {
    if (b == T(0)) return a / b;
    const T rest = fmod(a, b);
    const bool is_above = rest != T(0) && (rest < T(0)) != (b < T(0));
    const T whole = rint((a - rest) / b) - (is_above ? T(1) : T(0));
    return whole == T(0) ? copysign(T(0), a / b) : whole;
}

template <class T>
__device__ inline auto magnitude_of(const T& a) {
    if constexpr (requires { a.im; })
        return abs(a);
    else
        return fabs(a);
}
/// True if |a - b| <= absolute + relative * |b| with finite b, or if a and b are equal. Two NaNs
/// are equal if `equal_nan` is true.
template <class T, class Real>
__device__ inline bool are_close(const T& a, const T& b, Real relative, Real absolute,
                                 bool equal_nan) {
    const Real size = magnitude_of(b);
    return a == b || (isfinite(size) && magnitude_of(a - b) <= absolute + relative * size) ||
           (equal_nan && a != a && b != b);
}
template <class T>
__device__ inline bool are_equal(const T& a, const T& b, bool equal_nan) {
    return a == b || (equal_nan && a != a && b != b);
}

/// Returns the number, or its replacement if the number is NaN or infinity.
template <class T, class Real>
__device__ inline T finite_of(const T& a, Real of_none, Real of_infinity, Real of_least) {
    if constexpr (requires { a.im; })
        return {finite_of(a.re, of_none, of_infinity, of_least),
                finite_of(a.im, of_none, of_infinity, of_least)};
    else
        return a != a ? of_none : !isinf(a) ? a : a > T(0) ? of_infinity : of_least;
}

/// The mantissa in a = mantissa * 2^exponent, with a magnitude in [0.5, 1). If a is 0, infinity or
/// NaN, the mantissa is a, and the exponent is 0.
template <class T>
__device__ inline T mantissa_of(T a) {
    int exponent;
    return frexp(a, &exponent);
}
template <class T>
__device__ inline int exponent_of(T a) {
    int exponent = 0;
    if (isfinite(a)) frexp(a, &exponent);
    return exponent;
}

/// The last bits of the integer quotient of remainder(a, b), with the quotient's sign.
template <class T>
__device__ inline int quotient_of(T a, T b) {
    int quotient = 0;
    remquo(a, b, &quotient);
    return quotient;
}

// Functions that have different names for float and double in CUDA.
__device__ inline float bessel_i0_of(float x) { return cyl_bessel_i0f(x); }
__device__ inline double bessel_i0_of(double x) { return cyl_bessel_i0(x); }
__device__ inline float bessel_i1_of(float x) { return cyl_bessel_i1f(x); }
__device__ inline double bessel_i1_of(double x) { return cyl_bessel_i1(x); }
__device__ inline float bessel_j_of(int order, float x) { return jnf(order, x); }
__device__ inline double bessel_j_of(int order, double x) { return jn(order, x); }
__device__ inline float bessel_y_of(int order, float x) { return ynf(order, x); }
__device__ inline double bessel_y_of(int order, double x) { return yn(order, x); }
__device__ inline float norm_of(float a, float b, float c) { return norm3df(a, b, c); }
__device__ inline double norm_of(double a, double b, double c) { return norm3d(a, b, c); }
__device__ inline float norm_of(float a, float b, float c, float d) { return norm4df(a, b, c, d); }
__device__ inline double norm_of(double a, double b, double c, double d) {
    return norm4d(a, b, c, d);
}
__device__ inline float inverse_norm_of(float a, float b) { return rhypotf(a, b); }
__device__ inline double inverse_norm_of(double a, double b) { return rhypot(a, b); }
__device__ inline float inverse_norm_of(float a, float b, float c) { return rnorm3df(a, b, c); }
__device__ inline double inverse_norm_of(double a, double b, double c) { return rnorm3d(a, b, c); }
__device__ inline float inverse_norm_of(float a, float b, float c, float d) {
    return rnorm4df(a, b, c, d);
}
__device__ inline double inverse_norm_of(double a, double b, double c, double d) {
    return rnorm4d(a, b, c, d);
}

}  // namespace glint::expression
