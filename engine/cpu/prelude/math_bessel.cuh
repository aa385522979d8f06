// SPDX-License-Identifier: MIT
#pragma once

// Modified Bessel functions of the first kind, of orders 0 and 1. Up to |x| = 30, they use the
// power series, whose terms are all positive. For larger |x|, they use the asymptotic series.

/// Returns order! times the sum over k of (x^2/4)^k / (k! (k + order)!). `low` and `slope` correct
/// the rounding error of x^2, which matters where the function is steep.
__glint_any double __glint_bessel_series(double x, int order) {
#pragma clang fp contract(off) reassociate(off)
    const double s = x * x * 0.25, rest = __builtin_fma(x, x, -(x * x)) * 0.25;
    double high = 1, low = 0, slope = 0;
    for (int k = 60; k > 0; --k) {
        const double divisor = k * (k + order), factor = 1 / divisor;
        slope = factor * __builtin_fma(s, slope, high);
        const double product = s * high, quotient = product * factor;
        const double lost = __builtin_fma(s, high, -product) + __builtin_fma(s, low, 0) +
                            __builtin_fma(-quotient, divisor, product);
        const __glint_sum sum = __glint_exact_sum(1, quotient);
        high = sum.high;
        low = __builtin_fma(lost, factor, sum.low);
    }
    return high + (low + slope * rest);
}
/// Returns exp(-x) sqrt(2 pi x) I(x) for large x, where I has the order given by `m` = 4 order^2.
__glint_any double __glint_bessel_tail(double x, double m) {
    double sum = 1;
    for (int k = 25; k > 0; --k) {
        const double odd = 2 * k - 1;
        sum = __builtin_fma(sum * ((odd * odd - m) / (8 * k)), 1 / x, 1);
    }
    return sum;
}
__glint_any double __glint_bessel_large(double x, double m) {
    // The exponential overflows earlier than the result, so it is split into two equal factors.
    const double half = __builtin_exp(0.5 * x);
    return half * (0.39894228040143267794 / __builtin_sqrt(x) * __glint_bessel_tail(x, m)) * half;
}
__glint_any double cyl_bessel_i0(double x) {
    const double size = __builtin_fabs(x);
    if (size > 720) return __builtin_inf();
    return size < 30 ? __glint_bessel_series(size, 0) : __glint_bessel_large(size, 0);
}
__glint_any double cyl_bessel_i1(double x) {
    const double size = __builtin_fabs(x);
    if (size > 720) return __builtin_copysign(__builtin_inf(), x);
    if (size < 30) return 0.5 * x * __glint_bessel_series(size, 1);
    return __builtin_copysign(__glint_bessel_large(size, 4), x);
}
__glint_any float cyl_bessel_i0f(float x) { return static_cast<float>(cyl_bessel_i0(x)); }
__glint_any float cyl_bessel_i1f(float x) { return static_cast<float>(cyl_bessel_i1(x)); }
