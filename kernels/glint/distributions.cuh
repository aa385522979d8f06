// SPDX-License-Identifier: MIT
// Conversions of random words to numbers of a distribution, without any state.
#pragma once

#include <glint/annotations.cuh>
#ifndef __CUDACC__
#ifndef __CUDA__
#include <math.h>
#endif
#endif

namespace glint {

/// Two numbers that are computed together.
template <class T>
struct Pair {
    T first, second;
};

/// A uniform number in (0, 1], never below 2^-33, so that its logarithm is finite.
GLINT_ANY float to_uniform(unsigned int word) {
    return static_cast<float>(word) * 0x1p-32f + 0x1p-33f;
}
/// A uniform number in (0, 1] with 53 random bits, never below 2^-54.
GLINT_ANY double to_uniform_double(unsigned int low, unsigned int high) {
    const unsigned long long bits = static_cast<unsigned long long>(high) << 32 | low;
    return static_cast<double>(bits >> 11) * 0x1p-53 + 0x1p-54;
}

namespace detail {

#if defined(__CUDACC__) || defined(__CUDA__)
GLINT_ANY void sin_cos_pi(float x, float* s, float* c) { ::sincospif(x, s, c); }
GLINT_ANY void sin_cos_pi(double x, double* s, double* c) { ::sincospi(x, s, c); }
#else
/// Sine and cosine of pi x, for x from 0 to 2. Shifts the angle to -pi to pi, where rounding errors
/// are smaller.
inline void sin_cos_pi(double x, double* s, double* c) {
    const double angle = 3.14159265358979323846 * (x > 1 ? x - 2 : x);
    *s = ::sin(angle);
    *c = ::cos(angle);
}
inline void sin_cos_pi(float x, float* s, float* c) {
    double sine, cosine;
    sin_cos_pi(static_cast<double>(x), &sine, &cosine);
    *s = static_cast<float>(sine);
    *c = static_cast<float>(cosine);
}
#endif

GLINT_ANY float log_of(float x) { return ::logf(x); }
GLINT_ANY double log_of(double x) { return ::log(x); }
GLINT_ANY float root_of(float x) { return ::sqrtf(x); }
GLINT_ANY double root_of(double x) { return ::sqrt(x); }

}  // namespace detail

/// Two independent normal numbers with mean 0 and standard deviation 1, computed from two uniform
/// numbers in (0, 1]: Box and Muller, "A Note on the Generation of Random Normal Deviates", 1958.
template <class T>
GLINT_ANY Pair<T> to_normals(T radial, T angular) {
    const T radius = detail::root_of(-2 * detail::log_of(radial));
    T s, c;
    detail::sin_cos_pi(2 * angular, &s, &c);
    return {radius * s, radius * c};
}

namespace detail {

#ifdef __GLINT_CPU__
/// The logarithm of a positive, normalized float, with an error of 10^-7, from the exponent and a
/// polynomial of the mantissa (Cephes library). When vectorized, this function takes a fraction of
/// the time of logf, which computes in double.
GLINT_ANY float log_by_parts(float u) {
    constexpr int kRootOfHalf = 0x3F3504F3;
    const int bits = __float_as_int(u) - kRootOfHalf;
    const float exponent = static_cast<float>(bits >> 23);
    const float x = __int_as_float((bits & 0x7FFFFF) + kRootOfHalf) - 1;
    float sum = 7.0376836292e-2f;
    sum = ::fmaf(sum, x, -1.1514610310e-1f);
    sum = ::fmaf(sum, x, 1.1676998740e-1f);
    sum = ::fmaf(sum, x, -1.2420140846e-1f);
    sum = ::fmaf(sum, x, 1.4249322787e-1f);
    sum = ::fmaf(sum, x, -1.6668057665e-1f);
    sum = ::fmaf(sum, x, 2.0000714765e-1f);
    sum = ::fmaf(sum, x, -2.4999993993e-1f);
    sum = ::fmaf(sum, x, 3.3333331174e-1f);
    const float square = x * x;
    const float rest = ::fmaf(-2.12194440e-4f, exponent, x * square * sum);
    return ::fmaf(0.693359375f, exponent, x + ::fmaf(-0.5f, square, rest));
}
#endif

/// The square root of -2 log(u), for u in (0, 1].
GLINT_ANY float normal_radius(float u) {
#if defined(__CUDA_ARCH__) && !defined(__GLINT_CPU__)
    // The hardware logarithm has an absolute error, which matters near 1, where the result is
    // small. Near 1, a series is used instead. No number in this code is subnormal.
    float binary, root;
    asm("lg2.approx.ftz.f32 %0, %1;" : "=f"(binary) : "f"(u));
    const float rest = 1 - u;
    const float series = ::fmaf(::fmaf(::fmaf(0.25f, rest, 1 / 3.0f), rest, 0.5f), rest, 1.0f);
    const float square = rest < 0x1p-5f ? 2 * rest * series : -1.3862943611f * binary;
    asm("sqrt.approx.ftz.f32 %0, %1;" : "=f"(root) : "f"(square));
    return root;
#elif defined(__GLINT_CPU__)
    return ::sqrtf(-2 * log_by_parts(u));
#else
    return ::sqrtf(-2 * ::logf(u));
#endif
}

/// Sine and cosine of the angle `turn` * 2^-32 full turns. On CUDA, the hardware computes them,
/// with an error of 6 * 10^-7. Elsewhere, polynomials of the Cephes library compute them from an
/// angle of at most an eighth of a turn, with an error of 10^-7.
GLINT_ANY void sin_cos_turn(unsigned int turn, float* s, float* c) {
#if defined(__CUDA_ARCH__) && !defined(__GLINT_CPU__)
    const float angle = static_cast<float>(static_cast<int>(turn)) * 1.4629180793e-9f;
    asm("sin.approx.ftz.f32 %0, %1;" : "=f"(*s) : "f"(angle));
    asm("cos.approx.ftz.f32 %0, %1;" : "=f"(*c) : "f"(angle));
#else
    const unsigned int quarter = (turn + 0x20000000u) >> 30;
    const float x = static_cast<float>(static_cast<int>(turn - (quarter << 30))) * 1.4629180793e-9f;
    const float square = x * x;
    const float odd =
        ::fmaf(::fmaf(-1.9515295891e-4f, square, 8.3321608736e-3f), square, -1.6666654611e-1f);
    const float even =
        ::fmaf(::fmaf(2.4433157118e-5f, square, -1.3887316255e-3f), square, 4.1666645683e-2f);
    const float sine = ::fmaf(x * square, odd, x);
    const float cosine = ::fmaf(::fmaf(even, square, -0.5f), square, 1.0f);
    const bool swaps = quarter & 1;
    const float first = swaps ? cosine : sine, second = swaps ? sine : cosine;
    *s = quarter & 2 ? -first : first;
    *c = (quarter + 1) & 2 ? -second : second;
#endif
}

}  // namespace detail

/// Two normal numbers from two random words. Takes less time than converting two uniform numbers.
/// Errors are at most 5 * 10^-6.
GLINT_ANY Pair<float> to_normals(unsigned int radial, unsigned int angular) {
    const float radius = detail::normal_radius(to_uniform(radial));
    float s, c;
    detail::sin_cos_turn(angular, &s, &c);
    return {radius * s, radius * c};
}

/// An exponentially distributed number with mean 1, from a uniform number in (0, 1].
template <class T>
GLINT_ANY T to_exponential(T uniform) {
    return -detail::log_of(uniform);
}

}  // namespace glint
