// SPDX-License-Identifier: MIT
#pragma once

// CUDA's math functions for float and double, implemented with compiler builtins. Builtins become
// instructions, calls of libm for single numbers, or calls of libmvec for vectors of lanes.

#define __GLINT_MATH_1(name)                                              \
    __glint_any float name##f(float x) { return __builtin_##name##f(x); } \
    __glint_any float name(float x) { return __builtin_##name##f(x); }    \
    __glint_any double name(double x) { return __builtin_##name(x); }
#define __GLINT_MATH_2(name)                                                          \
    __glint_any float name##f(float x, float y) { return __builtin_##name##f(x, y); } \
    __glint_any float name(float x, float y) { return __builtin_##name##f(x, y); }    \
    __glint_any double name(double x, double y) { return __builtin_##name(x, y); }

__GLINT_MATH_1(sin)
__GLINT_MATH_1(cos)
__GLINT_MATH_1(tan)
__GLINT_MATH_1(asin)
__GLINT_MATH_1(acos)
__GLINT_MATH_1(atan)
__GLINT_MATH_1(sinh)
__GLINT_MATH_1(cosh)
__GLINT_MATH_1(tanh)
__GLINT_MATH_1(asinh)
__GLINT_MATH_1(acosh)
__GLINT_MATH_1(atanh)
__GLINT_MATH_1(exp)
__GLINT_MATH_1(exp2)
__GLINT_MATH_1(expm1)
__GLINT_MATH_1(log)
__GLINT_MATH_1(log2)
__GLINT_MATH_1(log10)
__GLINT_MATH_1(log1p)
__GLINT_MATH_1(logb)
__GLINT_MATH_1(sqrt)
__GLINT_MATH_1(erf)
__GLINT_MATH_1(exp10)
__GLINT_MATH_1(fabs)
__GLINT_MATH_1(floor)
__GLINT_MATH_1(ceil)
__GLINT_MATH_1(trunc)
__GLINT_MATH_1(round)
__GLINT_MATH_1(rint)
__GLINT_MATH_1(nearbyint)

__GLINT_MATH_2(pow)
__GLINT_MATH_2(atan2)
__GLINT_MATH_2(fmod)
__GLINT_MATH_2(remainder)
__GLINT_MATH_2(copysign)
__GLINT_MATH_2(fmin)
__GLINT_MATH_2(fmax)

#undef __GLINT_MATH_1
#undef __GLINT_MATH_2

// Overloads for integer exponents, as in C++.
__glint_any float pow(float x, int n) { return __builtin_powif(x, n); }
__glint_any double pow(double x, int n) { return __builtin_powi(x, n); }

__glint_any float fmaf(float x, float y, float z) { return __builtin_fmaf(x, y, z); }
__glint_any float fma(float x, float y, float z) { return __builtin_fmaf(x, y, z); }
__glint_any double fma(double x, double y, double z) { return __builtin_fma(x, y, z); }

__glint_any float ldexpf(float x, int n) { return __builtin_ldexpf(x, n); }
__glint_any float ldexp(float x, int n) { return __builtin_ldexpf(x, n); }
__glint_any double ldexp(double x, int n) { return __builtin_ldexp(x, n); }
__glint_any float scalbnf(float x, int n) { return __builtin_ldexpf(x, n); }
__glint_any double scalbn(double x, int n) { return __builtin_ldexp(x, n); }
__glint_any float frexpf(float x, int* n) { return __builtin_frexpf(x, n); }
__glint_any float frexp(float x, int* n) { return __builtin_frexpf(x, n); }
__glint_any double frexp(double x, int* n) { return __builtin_frexp(x, n); }
__glint_any float modff(float x, float* whole) { return __builtin_modff(x, whole); }
__glint_any float modf(float x, float* whole) { return __builtin_modff(x, whole); }
__glint_any double modf(double x, double* whole) { return __builtin_modf(x, whole); }

__glint_any float scalbn(float x, int n) { return __builtin_ldexpf(x, n); }
// Clamps the exponent to +-100000. The result is 0 or infinity for much smaller exponents.
__glint_any int __glint_exponent(long n) {
    return static_cast<int>(n > 100000 ? 100000 : n < -100000 ? -100000 : n);
}
__glint_any float scalblnf(float x, long n) { return scalbnf(x, __glint_exponent(n)); }
__glint_any float scalbln(float x, long n) { return scalbnf(x, __glint_exponent(n)); }
__glint_any double scalbln(double x, long n) { return scalbn(x, __glint_exponent(n)); }
__glint_any float nanf(const char*) { return __builtin_nanf(""); }
__glint_any double nan(const char*) { return __builtin_nan(""); }

// Rounds, and then converts with a cast, which saturates.
#define __GLINT_TO_WHOLE(name, type, rounding)                                                  \
    __glint_any type name##f(float x) { return static_cast<type>(__builtin_##rounding##f(x)); } \
    __glint_any type name(float x) { return name##f(x); }                                       \
    __glint_any type name(double x) { return static_cast<type>(__builtin_##rounding(x)); }
__GLINT_TO_WHOLE(lrint, long, rint)
__GLINT_TO_WHOLE(lround, long, round)
__GLINT_TO_WHOLE(llrint, long long, rint)
__GLINT_TO_WHOLE(llround, long long, round)
#undef __GLINT_TO_WHOLE

// Calls sine and cosine separately, because each call can be vectorized.
__glint_any void sincosf(float x, float* s, float* c) {
    *s = __builtin_sinf(x);
    *c = __builtin_cosf(x);
}
__glint_any void sincos(float x, float* s, float* c) { sincosf(x, s, c); }
__glint_any void sincos(double x, double* s, double* c) {
    *s = __builtin_sin(x);
    *c = __builtin_cos(x);
}

__glint_any float fdividef(float x, float y) {
#pragma clang fp reciprocal(on)
    return x / y;
}
__glint_any double fdivide(double x, double y) { return x / y; }
// lowering/fast_math.cpp recognizes this function by its name.
__glint_any float __glint_rsqrt_of_normal(float x) {
#pragma clang fp reciprocal(on) contract(fast)
    return 1.0f / __builtin_sqrtf(x);
}
// Handles 0, infinity and subnormals separately: a CPU's fast reciprocal root is wrong for them.
__glint_any float rsqrtf(float x) {
    const bool is_normal = __builtin_bit_cast(unsigned, x) - 0x00800000u < 0x7f000000u;
    if (__builtin_expect(is_normal, true)) return __glint_rsqrt_of_normal(x);
    return 0x1p12f / __builtin_sqrtf(x * 0x1p24f);
}
__glint_any float rsqrt(float x) { return rsqrtf(x); }
__glint_any double rsqrt(double x) { return 1.0 / __builtin_sqrt(x); }

__glint_any bool isnan(float x) { return __builtin_isnan(x); }
__glint_any bool isnan(double x) { return __builtin_isnan(x); }
__glint_any bool isinf(float x) { return __builtin_isinf(x); }
__glint_any bool isinf(double x) { return __builtin_isinf(x); }
__glint_any bool isfinite(float x) { return __builtin_isfinite(x); }
__glint_any bool isfinite(double x) { return __builtin_isfinite(x); }
__glint_any bool signbit(float x) { return __builtin_signbit(x); }
__glint_any bool signbit(double x) { return __builtin_signbit(x); }

// CUDA's headers implement isnan and similar functions with these. Some sources call them.
#define __GLINT_CLASSIFY(name, type, suffix) \
    __glint_any int __is##name##suffix(type x) { return __builtin_is##name(x) ? 1 : 0; }
__GLINT_CLASSIFY(nan, float, f)
__GLINT_CLASSIFY(nan, double, d)
__GLINT_CLASSIFY(nan, double, )
__GLINT_CLASSIFY(inf, float, f)
__GLINT_CLASSIFY(inf, double, d)
__GLINT_CLASSIFY(inf, double, )
__GLINT_CLASSIFY(finite, float, f)
__GLINT_CLASSIFY(finite, double, d)
__GLINT_CLASSIFY(finite, double, )
#undef __GLINT_CLASSIFY
__glint_any int __finite(double x) { return __isfinite(x); }
__glint_any int __finitef(float x) { return __isfinitef(x); }
__glint_any int __signbitf(float x) { return __builtin_signbit(x) ? 1 : 0; }
__glint_any int __signbitd(double x) { return __builtin_signbit(x) ? 1 : 0; }
__glint_any int __signbit(double x) { return __builtin_signbit(x) ? 1 : 0; }

__glint_any bool isnormal(float x) { return __builtin_isnormal(x); }
__glint_any bool isnormal(double x) { return __builtin_isnormal(x); }
__glint_any bool isgreater(double x, double y) { return __builtin_isgreater(x, y); }
__glint_any bool isless(double x, double y) { return __builtin_isless(x, y); }
__glint_any bool isunordered(double x, double y) { return __builtin_isunordered(x, y); }

__glint_any float __saturatef(float x) { return __builtin_fminf(__builtin_fmaxf(x, 0.0f), 1.0f); }
