// SPDX-License-Identifier: MIT
#pragma once

// Functions of the C library that LLVM does not recognize. The runtime calls the C library.

#define __GLINT_FROM_C_LIBRARY(name)                                    \
    __glint_pure_runtime float __glint_##name##f(float x);              \
    __glint_pure_runtime double __glint_##name(double x);               \
    __glint_any float name##f(float x) { return __glint_##name##f(x); } \
    __glint_any double name(double x) { return __glint_##name(x); }
__GLINT_FROM_C_LIBRARY(erfc)
__GLINT_FROM_C_LIBRARY(tgamma)
__GLINT_FROM_C_LIBRARY(lgamma)
__GLINT_FROM_C_LIBRARY(j0)
__GLINT_FROM_C_LIBRARY(j1)
__GLINT_FROM_C_LIBRARY(y0)
__GLINT_FROM_C_LIBRARY(y1)
#undef __GLINT_FROM_C_LIBRARY
__glint_any float erfc(float x) { return erfcf(x); }
__glint_any float tgamma(float x) { return tgammaf(x); }
__glint_any float lgamma(float x) { return lgammaf(x); }

// A Newton step corrects the rounding error of the C library's cbrt.
__glint_any double cbrt(double x) {
    const double r = __builtin_cbrt(x), rr = r * r;
    if (x == 0 || !(__builtin_fabs(x) <= __DBL_MAX__)) return r;
    const double rest = __builtin_fma(__builtin_fma(r, r, -rr), r, __builtin_fma(rr, r, -x));
    return r - rest / (3 * rr);
}
__glint_any float cbrtf(float x) { return __builtin_cbrtf(x); }
__glint_any float cbrt(float x) { return __builtin_cbrtf(x); }

__glint_pure_runtime double __glint_jn(int n, double x);
__glint_pure_runtime double __glint_yn(int n, double x);
__glint_any double jn(int n, double x) { return __glint_jn(n, x); }
__glint_any double yn(int n, double x) { return __glint_yn(n, x); }
__glint_any float jnf(int n, float x) { return static_cast<float>(__glint_jn(n, x)); }
__glint_any float ynf(int n, float x) { return static_cast<float>(__glint_yn(n, x)); }

__glint_pure_runtime double __glint_hypot(double x, double y);
__glint_any double hypot(double x, double y) { return __glint_hypot(x, y); }
// The squares of floats neither overflow nor underflow in double precision.
__glint_any float hypotf(float x, float y) {
    if (__builtin_isinf(x) || __builtin_isinf(y)) return __builtin_inff();
    const double a = x, b = y;
    return static_cast<float>(__builtin_sqrt(__builtin_fma(a, a, b * b)));
}
__glint_any float hypot(float x, float y) { return hypotf(x, y); }

__glint_pure_runtime float __glint_nextafterf(float x, float y);
__glint_pure_runtime double __glint_nextafter(double x, double y);
__glint_any float nextafterf(float x, float y) { return __glint_nextafterf(x, y); }
__glint_any float nextafter(float x, float y) { return __glint_nextafterf(x, y); }
__glint_any double nextafter(double x, double y) { return __glint_nextafter(x, y); }

__glint_any float fdimf(float x, float y) { return x <= y ? 0 : x - y; }
__glint_any float fdim(float x, float y) { return fdimf(x, y); }
__glint_any double fdim(double x, double y) { return x <= y ? 0 : x - y; }

__glint_pure_runtime int __glint_ilogb(double x);
__glint_any int ilogb(double x) { return __glint_ilogb(x); }
__glint_any int ilogbf(float x) { return __glint_ilogb(x); }
__glint_any int ilogb(float x) { return __glint_ilogb(x); }

__glint_runtime double __glint_remquo(double x, double y, int* quotient);
__glint_device double remquo(double x, double y, int* quotient) {
    return __glint_remquo(x, y, quotient);
}
__glint_device float remquof(float x, float y, int* quotient) {
    return static_cast<float>(__glint_remquo(x, y, quotient));
}
__glint_device float remquo(float x, float y, int* quotient) { return remquof(x, y, quotient); }
