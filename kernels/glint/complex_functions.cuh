// SPDX-License-Identifier: MIT
// The elementary functions of complex numbers, with the branch cuts of C and std::complex. Errors
// are a few units in the last place, relative to the absolute value of the result.
#pragma once

#include <glint/complex.cuh>

namespace glint {

namespace detail {

/// exp overflows for arguments above this number.
GLINT_ANY float greatest_exponent(float) { return 88.7f; }
GLINT_ANY double greatest_exponent(double) { return 709.7; }

/// log |z|, computed from the distance between |z| and 1 if |z| is close to 1.
template <class T>
GLINT_ANY T log_abs(complex<T> z) {
    const T x = ::fabs(z.re), y = ::fabs(z.im);
    const T big = ::fmax(x, y), small = ::fmin(x, y);
    if (big > T(0.5) && big < T(1.5))
        return T(0.5) * ::log1p(::fma(big - 1, big + 1, small * small));
    return ::log(::hypot(x, y));
}

/// The real part of the square root of x + iy, where x and y are not negative.
template <class T>
GLINT_ANY T half_width(T x, T y) {
    return ::sqrt(T(0.5) * (x + ::hypot(x, y)));
}

}  // namespace detail

/// The square root with a nonnegative real part; the branch cut is along the negative real axis.
template <class T>
GLINT_ANY complex<T> sqrt(complex<T> z) {
    const T x = ::fabs(z.re), y = ::fabs(z.im);
    if (x == 0 && y == 0) return {0, z.im};
    // Large numbers are scaled down, which keeps the sum from overflowing. Small numbers are scaled
    // up, which keeps digits from being lost to underflow.
    constexpr bool kIsDouble = sizeof(T) == 8;
    const bool is_large = ::fmax(x, y) > T(1e30), is_small = ::fmax(x, y) < T(1e-30);
    const T scale = is_large ? T(0.25) : is_small ? T(kIsDouble ? 0x1p54 : 0x1p24) : T(1);
    const T back = is_large ? T(2) : is_small ? T(kIsDouble ? 0x1p-27 : 0x1p-12) : T(1);
    const T wide = detail::half_width(x * scale, y * scale);
    const T narrow = y * scale / (2 * wide);
    return z.re >= 0 ? complex<T>(wide * back, ::copysign(narrow * back, z.im))
                     : complex<T>(narrow * back, ::copysign(wide * back, z.im));
}

template <class T>
GLINT_ANY complex<T> exp(complex<T> z) {
    if (z.re <= detail::greatest_exponent(T())) return polar(::exp(z.re), z.im);
    // The result can be finite even if exp(z.re) overflows.
    const T root = ::exp(T(0.5) * z.re);
    return polar(root, z.im) * root;
}

/// The logarithm, with an imaginary part from -pi to pi.
template <class T>
GLINT_ANY complex<T> log(complex<T> z) {
    return {detail::log_abs(z), arg(z)};
}
template <class T>
GLINT_ANY complex<T> log10(complex<T> z) {
    return log(z) * T(0.43429448190325182765);
}

/// exp(w log z), or 0 if z is 0 and w is not. The error is proportional to |w log z|.
template <class T>
GLINT_ANY complex<T> pow(complex<T> z, complex<T> w) {
    if (z == complex<T>(0)) return T(w == complex<T>(0));
    return exp(w * log(z));
}
template <class T>
GLINT_ANY complex<T> pow(complex<T> z, decltype(T()) w) {
    return pow(z, complex<T>(w));
}
template <class T>
GLINT_ANY complex<T> pow(decltype(T()) z, complex<T> w) {
    return pow(complex<T>(z), w);
}
/// The integer power by repeated squaring, which is exact if the products are exact.
template <class T>
GLINT_ANY complex<T> pow(complex<T> z, int n) {
    complex<T> power(1);
    for (unsigned int left = n < 0 ? 0u - n : n; left != 0; left >>= 1) {
        if (left & 1) power *= z;
        z *= z;
    }
    return n < 0 ? T(1) / power : power;
}

template <class T>
GLINT_ANY complex<T> sinh(complex<T> z) {
    const complex<T> turn = polar(T(1), z.im);
    return {::sinh(z.re) * turn.re, ::cosh(z.re) * turn.im};
}
template <class T>
GLINT_ANY complex<T> cosh(complex<T> z) {
    const complex<T> turn = polar(T(1), z.im);
    return {::cosh(z.re) * turn.re, ::sinh(z.re) * turn.im};
}
template <class T>
GLINT_ANY complex<T> tanh(complex<T> z) {
    const complex<T> turn = polar(T(1), z.im);
    // sinh squared would overflow, so this case uses the limit and its first-order correction.
    if (::fabs(z.re) > T(0.25) * detail::greatest_exponent(T()))
        return {::copysign(T(1), z.re), 4 * turn.re * turn.im * ::exp(-2 * ::fabs(z.re))};
    const T s = ::sinh(z.re), below = s * s + turn.re * turn.re;
    return {s * ::cosh(z.re) / below, turn.re * turn.im / below};
}
template <class T>
GLINT_ANY complex<T> sin(complex<T> z) {
    return over_i(sinh(times_i(z)));
}
template <class T>
GLINT_ANY complex<T> cos(complex<T> z) {
    return cosh(times_i(z));
}
template <class T>
GLINT_ANY complex<T> tan(complex<T> z) {
    return over_i(tanh(times_i(z)));
}

// The inverse functions follow Kahan, "Branch Cuts for Complex Elementary Functions", 1987.

template <class T>
GLINT_ANY complex<T> asin(complex<T> z) {
    const complex<T> below = sqrt(complex<T>(1 - z.re, -z.im));
    const complex<T> above = sqrt(complex<T>(1 + z.re, z.im));
    return {::atan2(z.re, below.re * above.re - below.im * above.im),
            ::asinh(below.re * above.im - below.im * above.re)};
}
template <class T>
GLINT_ANY complex<T> acos(complex<T> z) {
    const complex<T> below = sqrt(complex<T>(1 - z.re, -z.im));
    const complex<T> above = sqrt(complex<T>(1 + z.re, z.im));
    return {2 * ::atan2(below.re, above.re), ::asinh(above.re * below.im - above.im * below.re)};
}
template <class T>
GLINT_ANY complex<T> acosh(complex<T> z) {
    const complex<T> below = sqrt(complex<T>(z.re - 1, z.im));
    const complex<T> above = sqrt(complex<T>(z.re + 1, z.im));
    return {::asinh(below.re * above.re + below.im * above.im), 2 * ::atan2(below.im, above.re)};
}
template <class T>
GLINT_ANY complex<T> atanh(complex<T> z) {
    const T from_one = 1 - z.re, square = z.im * z.im;
    const T re =
        T(0.25) * ::log1p(4 * ::fabs(z.re) / ((1 - ::fabs(z.re)) * (1 - ::fabs(z.re)) + square));
    return {::copysign(re, z.re), T(0.5) * ::atan2(2 * z.im, from_one * (1 + z.re) - square)};
}
template <class T>
GLINT_ANY complex<T> asinh(complex<T> z) {
    return over_i(asin(times_i(z)));
}
template <class T>
GLINT_ANY complex<T> atan(complex<T> z) {
    return over_i(atanh(times_i(z)));
}

}  // namespace glint
