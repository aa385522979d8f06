// SPDX-License-Identifier: MIT
#pragma once

#include <__glint/rounding.cuh>

// CUDA functions that the C library does not have: inverse error functions, normal distribution,
// norms. The versions for float compute in double and round the result.

// --- inverse error functions ---

/// Returns the inverse of erfc for 0 < q <= 1/2. Error 4e-4: Abramowitz and Stegun 26.2.23.
__glint_any double __glint_erfcinv_guess(double q) {
    const double t = __builtin_sqrt(-2 * (__builtin_log(q) - 0.69314718055994530942));
    const double above = 2.515517 + t * (0.802853 + t * 0.010328);
    const double below = 1 + t * (1.432788 + t * (0.189269 + t * 0.001308));
    return (t - above / below) * 0.70710678118654752440;
}
/// Makes a Halley step toward a zero of a function f with f'' = -2 y f'. `newton` is f / f'.
__glint_any double __glint_error_step(double y, double newton) {
    return y - newton / (1 + newton * y);
}
__glint_any double __glint_erf_slope(double y) {
    return 1.1283791670955125739 * __builtin_exp(-y * y);
}
/// Returns exp(x^2) erfc(x) for x >= 10, from its asymptotic series, whose terms shrink fast.
__glint_any double __glint_erfcx_tail(double x) {
    const double s = -0.5 / x / x;
    double series = 1;
    for (int k = 21; k > 0; k -= 2) series = __builtin_fma(series, s * k, 1);
    return 0.56418958354775628695 / x * series;
}
/// Returns f / f' for f(y) = erfc(y) - q. For tiny q, erfc underflows, so scales both by exp(y^2).
__glint_any double __glint_erfc_newton(double y, double q) {
    if (q > 1e-50) return (q - __glint_erfc(y)) / __glint_erf_slope(y);
    const double half_power = __builtin_exp(0.5 * y * y);
    return 0.88622692545275801365 * (q * half_power * half_power - __glint_erfcx_tail(y));
}
__glint_any double __glint_erfcinv_tail(double q) {
    double y = __glint_erfcinv_guess(q);
    for (int step = 0; step < 3; ++step) y = __glint_error_step(y, __glint_erfc_newton(y, q));
    return y;
}
/// Returns the inverse of erf for |x| <= 1/2. A series gives the first estimate.
__glint_any double __glint_erfinv_center(double x) {
    const double s = x * x;
    const double series = 0.88622692545275801365 +
                          s * (0.23201366653465444 + s * (0.12755617530559795 + s * 0.0865521292));
    double y = x * series;
    for (int step = 0; step < 3; ++step)
        y = __glint_error_step(y, (__builtin_erf(y) - x) / __glint_erf_slope(y));
    return y;
}
__glint_any double erfinv(double x) {
    const double size = __builtin_fabs(x);
    if (!(size < 1)) return size == 1 ? x * __builtin_inf() : __builtin_nan("");
    // The square of a small number underflows, so the result is x times the slope at 0.
    if (size < 1e-9) return x * 0.88622692545275801365;
    // For size >= 1/2, 1 - size is exact.
    const double y = size <= 0.5 ? __glint_erfinv_center(size) : __glint_erfcinv_tail(1 - size);
    return __builtin_copysign(y, x);
}
__glint_any double erfcinv(double x) {
    if (!(x > 0 && x < 2)) {
        if (x == 0) return __builtin_inf();
        return x == 2 ? -__builtin_inf() : __builtin_nan("");
    }
    if (x < 0.5) return __glint_erfcinv_tail(x);
    return x <= 1.5 ? erfinv(1 - x) : -__glint_erfcinv_tail(2 - x);
}
__glint_any float erfinvf(float x) { return static_cast<float>(erfinv(static_cast<double>(x))); }
__glint_any float erfcinvf(float x) { return static_cast<float>(erfcinv(static_cast<double>(x))); }

// --- scaled error function and normal distribution ---

__glint_any double erfcx(double x) {
    if (x >= 10) return __glint_erfcx_tail(x);
    const double square = x * x, rest = __builtin_fma(x, x, -square);
    const double power = __builtin_exp(square);
    if (power > __DBL_MAX__) return power;
    return __builtin_fma(power, rest, power) * __glint_erfc(x);
}
__glint_any float erfcxf(float x) { return static_cast<float>(erfcx(static_cast<double>(x))); }

__glint_any double normcdf(double x) {
    constexpr double kHigh = 0.70710678118654757, kLow = -4.8336466567264567e-17;
    if (x < -40) return 0;
    const double y = -x * kHigh;
    // y is rounded. `rest` is its rounding error, which matters where the function is steep.
    const double rest = __builtin_fma(-x, kHigh, -y) - x * kLow;
    return 0.5 * (__glint_erfc(y) - (y > 1 ? rest * __glint_erf_slope(y) : 0));
}
__glint_any double normcdfinv(double p) { return -1.41421356237309504880 * erfcinv(2 * p); }
__glint_any float normcdff(float x) { return static_cast<float>(normcdf(static_cast<double>(x))); }
__glint_any float normcdfinvf(float p) {
    return static_cast<float>(normcdfinv(static_cast<double>(p)));
}

__glint_any float erfinv(float x) { return erfinvf(x); }
__glint_any float erfcinv(float x) { return erfcinvf(x); }
__glint_any float erfcx(float x) { return erfcxf(x); }
__glint_any float normcdf(float x) { return normcdff(x); }
__glint_any float normcdfinv(float x) { return normcdfinvf(x); }

// --- norms; squares must not overflow, so the versions for double first scale all values ---

__glint_any float rcbrtf(float x) { return static_cast<float>(1 / __builtin_cbrt(x)); }
__glint_any float rcbrt(float x) { return rcbrtf(x); }
/// Returns 1 / cbrt(x). A Newton step corrects the rounding error of cbrt.
__glint_any double rcbrt(double x) {
    const double r = 1 / __builtin_cbrt(x);
    if (x == 0 || __builtin_isinf(x) || __builtin_isnan(x)) return r;
    const double scaled = x * r * r * r;
    return __builtin_fma(r, (1 - scaled) * (1.0 / 3), r);
}

/// Returns a power of two near the largest value, or 1 if this value is 0, infinity or NaN.
__glint_any double __glint_norm_scale(double largest) {
    if (!(largest > 0) || __builtin_isinf(largest)) return 1;
    const int exponent = __glint_ilogb(largest);
    return __builtin_ldexp(1.0, exponent < -1020 ? -1020 : exponent > 1020 ? 1020 : exponent);
}
__glint_any double __glint_largest(double a, double b, double c, double d) {
    return __builtin_fmax(__builtin_fmax(__builtin_fabs(a), __builtin_fabs(b)),
                          __builtin_fmax(__builtin_fabs(c), __builtin_fabs(d)));
}
/// Returns the sum of four squares, together with its rounding error.
__glint_any __glint_sum __glint_square_sum(double a, double b, double c, double d) {
#pragma clang fp contract(off) reassociate(off)
    const double aa = a * a, bb = b * b, cc = c * c, dd = d * d;
    const __glint_sum first = __glint_exact_sum(aa, bb), second = __glint_exact_sum(cc, dd);
    const __glint_sum all = __glint_exact_sum(first.high, second.high);
    const double lost = __builtin_fma(a, a, -aa) + __builtin_fma(b, b, -bb) +
                        __builtin_fma(c, c, -cc) + __builtin_fma(d, d, -dd);
    return {all.high, all.low + first.low + second.low + lost};
}
/// Returns 1 / sqrt(sum), corrected with a Newton step.
__glint_any double __glint_inverse_root(__glint_sum sum) {
#pragma clang fp contract(off) reassociate(off)
    const double r = 1 / __builtin_sqrt(sum.high), rr = r * r;
    if (!(r <= __DBL_MAX__)) return r;
    const double rest =
        __builtin_fma(-rr, sum.high, 1) - __builtin_fma(r, r, -rr) * sum.high - rr * sum.low;
    return __builtin_fma(0.5 * r, rest, r);
}
__glint_any bool __glint_any_infinite(double a, double b, double c, double d) {
    return __builtin_isinf(__glint_largest(a, b, c, d));
}
__glint_any double norm4d(double a, double b, double c, double d) {
    if (__glint_any_infinite(a, b, c, d)) return __builtin_inf();
    const double scale = __glint_norm_scale(__glint_largest(a, b, c, d));
    const double inverse = 1 / scale;
    return scale * __builtin_sqrt(
                       __glint_square_sum(a * inverse, b * inverse, c * inverse, d * inverse).high);
}
__glint_any double rnorm4d(double a, double b, double c, double d) {
    if (__glint_any_infinite(a, b, c, d)) return 0;
    const double scale = __glint_norm_scale(__glint_largest(a, b, c, d));
    const double inverse = 1 / scale;
    return inverse * __glint_inverse_root(
                         __glint_square_sum(a * inverse, b * inverse, c * inverse, d * inverse));
}
__glint_any double norm3d(double a, double b, double c) { return norm4d(a, b, c, 0); }
__glint_any double rnorm3d(double a, double b, double c) { return rnorm4d(a, b, c, 0); }
__glint_any double rhypot(double a, double b) { return rnorm4d(a, b, 0, 0); }

// The squares of floats neither overflow nor underflow in double precision.
__glint_any float norm4df(float a, float b, float c, float d) {
    if (__glint_any_infinite(a, b, c, d)) return __builtin_inff();
    return static_cast<float>(__builtin_sqrt(__glint_square_sum(a, b, c, d).high));
}
__glint_any float rnorm4df(float a, float b, float c, float d) {
    if (__glint_any_infinite(a, b, c, d)) return 0;
    return static_cast<float>(1 / __builtin_sqrt(__glint_square_sum(a, b, c, d).high));
}
__glint_any float norm3df(float a, float b, float c) { return norm4df(a, b, c, 0); }
__glint_any float rnorm3df(float a, float b, float c) { return rnorm4df(a, b, c, 0); }
__glint_any float rhypotf(float a, float b) { return rnorm4df(a, b, 0, 0); }
__glint_any float rhypot(float a, float b) { return rhypotf(a, b); }

#define __GLINT_NORM(name, type, two)                                \
    __glint_any type name(int count, const type* values) {           \
        type norm = 0;                                               \
        for (int i = 0; i < count; ++i) norm = two(norm, values[i]); \
        return norm;                                                 \
    }
__GLINT_NORM(normf, float, hypotf)
__GLINT_NORM(norm, double, __glint_hypot)
#undef __GLINT_NORM
__glint_any float rnormf(int count, const float* values) { return 1 / normf(count, values); }
__glint_any double rnorm(int count, const double* values) { return 1 / norm(count, values); }
