// SPDX-License-Identifier: MIT
#pragma once

// sin(pi x) and cos(pi x) without calls and branches. Let n = rint(2x), and t = x - n/2, which is
// exact and at most 1/4. Each result is +-sin(pi t) or +-cos(pi t), which have Taylor series.

__glint_any float __glint_sinpi_tail(float s) {
    float r = 0.08214588661f;
    r = __builtin_fmaf(r, s, -0.5992645293f);
    r = __builtin_fmaf(r, s, 2.55016404f);
    r = __builtin_fmaf(r, s, -5.16771278f);
    return r;
}
__glint_any float __glint_cospi_tail(float s) {
    float r = -0.02580689139f;
    r = __builtin_fmaf(r, s, 0.2353306304f);
    r = __builtin_fmaf(r, s, -1.335262769f);
    r = __builtin_fmaf(r, s, 4.058712126f);
    r = __builtin_fmaf(r, s, -4.934802201f);
    return r;
}
__glint_any double __glint_sinpi_tail(double s) {
    double r = -2.294842899726987311e-8;
    r = __builtin_fma(r, s, 7.9520540014755127848e-7);
    r = __builtin_fma(r, s, -0.000021915353447830215827);
    r = __builtin_fma(r, s, 0.00046630280576761256442);
    r = __builtin_fma(r, s, -0.0073704309457143507773);
    r = __builtin_fma(r, s, 0.082145886611128228799);
    r = __builtin_fma(r, s, -0.59926452932079207689);
    r = __builtin_fma(r, s, 2.5501640398773454439);
    r = __builtin_fma(r, s, -5.1677127800499700292);
    return r;
}
__glint_any double __glint_cospi_tail(double s) {
    double r = -1.3878952462213772114e-7;
    r = __builtin_fma(r, s, 4.3030695870329470073e-6);
    r = __builtin_fma(r, s, -0.00010463810492484570712);
    r = __builtin_fma(r, s, 0.0019295743094039230479);
    r = __builtin_fma(r, s, -0.025806891390014060013);
    r = __builtin_fma(r, s, 0.23533063035889320454);
    r = __builtin_fma(r, s, -1.3352627688545894959);
    r = __builtin_fma(r, s, 4.0587121264167682182);
    r = __builtin_fma(r, s, -4.9348022005446793094);
    return r;
}

__glint_any float __glint_sinpi_reduced(float t) {
    const float s = t * t;
    const float low = __builtin_fmaf(t, -8.74227800037e-8f, t * s * __glint_sinpi_tail(s));
    return __builtin_fmaf(t, 3.1415927410125732422f, low);
}
__glint_any float __glint_cospi_reduced(float t) {
    return __builtin_fmaf(t * t, __glint_cospi_tail(t * t), 1.0f);
}
/// Returns sin(pi x + `quarters` pi / 2).
__glint_any float __glint_sinpi_shifted(float x, long long quarters) {
    // A large x is an even integer: the result is the same as for 0. Otherwise, 2x fits in 64 bits.
    const float bounded = __builtin_fabsf(x) < 0x1p53f ? x : x * 0.0f;
    const float n = __builtin_rintf(bounded + bounded);
    const float t = __builtin_fmaf(n, -0.5f, bounded);
    const long long quarter = static_cast<long long>(n) + quarters;
    // Computing both sine and cosine is faster than a branch.
    const float c = __glint_cospi_reduced(t), s = __glint_sinpi_reduced(t);
    const float value = quarter & 1 ? c : s;
    return quarter & 2 ? -value : value;
}
// If x is an integer, the result is a zero with the sign of x.
__glint_any float sinpif(float x) {
    const float value = __glint_sinpi_shifted(x, 0);
    return value == 0 ? __builtin_copysignf(0.0f, x) : value;
}
__glint_any float cospif(float x) { return __glint_sinpi_shifted(x, 1) + 0.0f; }
__glint_any void sincospif(float x, float* s, float* c) {
    *s = sinpif(x);
    *c = cospif(x);
}

__glint_any double __glint_sinpi_reduced(double t) {
    const double s = t * t;
    const double low = __builtin_fma(t, 1.22464679915e-16, t * s * __glint_sinpi_tail(s));
    return __builtin_fma(t, 3.141592653589793116, low);
}
__glint_any double __glint_cospi_reduced(double t) {
    return __builtin_fma(t * t, __glint_cospi_tail(t * t), 1.0);
}
/// Returns sin(pi x + `quarters` pi / 2).
__glint_any double __glint_sinpi_shifted(double x, long long quarters) {
    // A large x is an even integer: the result is the same as for 0. Otherwise, 2x fits in 64 bits.
    const double bounded = __builtin_fabs(x) < 0x1p53 ? x : x * 0.0;
    const double n = __builtin_rint(bounded + bounded);
    const double t = __builtin_fma(n, -0.5, bounded);
    const long long quarter = static_cast<long long>(n) + quarters;
    const double c = __glint_cospi_reduced(t), s = __glint_sinpi_reduced(t);
    const double value = quarter & 1 ? c : s;
    return quarter & 2 ? -value : value;
}
// If x is an integer, the result is a zero with the sign of x.
__glint_any double sinpi(double x) {
    const double value = __glint_sinpi_shifted(x, 0);
    return value == 0 ? __builtin_copysign(0.0, x) : value;
}
__glint_any double cospi(double x) { return __glint_sinpi_shifted(x, 1) + 0.0; }
__glint_any void sincospi(double x, double* s, double* c) {
    *s = sinpi(x);
    *c = cospi(x);
}
__glint_any float sinpi(float x) { return sinpif(x); }
__glint_any float cospi(float x) { return cospif(x); }
__glint_any void sincospi(float x, float* s, float* c) { sincospif(x, s, c); }
