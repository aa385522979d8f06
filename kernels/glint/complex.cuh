// SPDX-License-Identifier: MIT
// Complex numbers and their arithmetic. For functions, see complex_functions.cuh.
#pragma once

#include <glint/annotations.cuh>

namespace glint {

/// A complex number of float or double. The layout equals float2 or double2 and, except for
/// stricter alignment, std::complex, so memory may be shared with both types.
///
/// The default constructor leaves the parts uninitialized, so that arrays can be `__shared__`;
/// `complex{}` is 0. Infinities and NaN follow from the formulas, not from Annex G of C.
template <class T>
struct alignas(2 * sizeof(T)) complex {
    T re, im;

    complex() = default;
    GLINT_ANY constexpr complex(T real, T imaginary = 0) : re(real), im(imaginary) {}
    template <class U>
    GLINT_ANY constexpr explicit complex(const complex<U>& z)
        : re(static_cast<T>(z.re)), im(static_cast<T>(z.im)) {}

    GLINT_ANY constexpr T real() const { return re; }
    GLINT_ANY constexpr T imag() const { return im; }

    GLINT_ANY complex& operator+=(complex b) { return *this = *this + b; }
    GLINT_ANY complex& operator-=(complex b) { return *this = *this - b; }
    GLINT_ANY complex& operator*=(complex b) { return *this = *this * b; }
    GLINT_ANY complex& operator/=(complex b) { return *this = *this / b; }

    // Overloads for real numbers are cheaper, and preserve signed zeros.

    friend GLINT_ANY constexpr complex operator+(complex a) { return a; }
    friend GLINT_ANY constexpr complex operator-(complex a) { return {-a.re, -a.im}; }

    friend GLINT_ANY constexpr complex operator+(complex a, complex b) {
        return {a.re + b.re, a.im + b.im};
    }
    friend GLINT_ANY constexpr complex operator+(complex a, T b) { return {a.re + b, a.im}; }
    friend GLINT_ANY constexpr complex operator+(T a, complex b) { return {a + b.re, b.im}; }

    friend GLINT_ANY constexpr complex operator-(complex a, complex b) {
        return {a.re - b.re, a.im - b.im};
    }
    friend GLINT_ANY constexpr complex operator-(complex a, T b) { return {a.re - b, a.im}; }
    friend GLINT_ANY constexpr complex operator-(T a, complex b) { return {a - b.re, -b.im}; }

    friend GLINT_ANY constexpr complex operator*(complex a, complex b) {
        return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
    }
    friend GLINT_ANY constexpr complex operator*(complex a, T b) { return {a.re * b, a.im * b}; }
    friend GLINT_ANY constexpr complex operator*(T a, complex b) { return {a * b.re, a * b.im}; }

    /// Avoids unnecessary overflow and underflow: Baudin and Smith, "A Robust Complex Division in
    /// Scilab", 2012.
    friend GLINT_ANY constexpr complex operator/(complex a, complex b) {
        constexpr T kLarge = sizeof(T) == 8 ? T(0x1p1021) : T(0x1p125f);
        if (size(a) >= kLarge || size(b) >= kLarge) {
            a = a * T(0.25);
            b = b * T(0.25);
        }
        if (magnitude(b.im) <= magnitude(b.re)) return divided(a.re, a.im, b.re, b.im);
        const complex swapped = divided(a.im, a.re, b.im, b.re);
        return {swapped.re, -swapped.im};
    }
    friend GLINT_ANY constexpr complex operator/(complex a, T b) { return {a.re / b, a.im / b}; }
    friend GLINT_ANY constexpr complex operator/(T a, complex b) { return complex(a) / b; }

    friend GLINT_ANY constexpr bool operator==(complex a, complex b) {
        return a.re == b.re && a.im == b.im;
    }
    friend GLINT_ANY constexpr bool operator!=(complex a, complex b) { return !(a == b); }

private:
    static GLINT_ANY constexpr T magnitude(T x) { return x < 0 ? -x : x; }
    static GLINT_ANY constexpr T size(complex z) {
        return magnitude(z.re) > magnitude(z.im) ? magnitude(z.re) : magnitude(z.im);
    }
    /// Computes (a + ib) / (c + id) for |d| <= |c|. If d / c underflows, multiplies by d last.
    static GLINT_ANY constexpr complex divided(T a, T b, T c, T d) {
        const T ratio = d / c, below = c + d * ratio;
        if (ratio == 0) return {(a + d * (b / c)) / below, (b - d * (a / c)) / below};
        return {(a + b * ratio) / below, (b - a * ratio) / below};
    }
};

using complexf = complex<float>;
using complexd = complex<double>;

template <class T>
GLINT_ANY constexpr T real(complex<T> z) {
    return z.re;
}
template <class T>
GLINT_ANY constexpr T imag(complex<T> z) {
    return z.im;
}
template <class T>
GLINT_ANY constexpr complex<T> conj(complex<T> z) {
    return {z.re, -z.im};
}
/// Returns the squared absolute value.
template <class T>
GLINT_ANY constexpr T norm(complex<T> z) {
    return z.re * z.re + z.im * z.im;
}
/// Returns the absolute value. The squares of the parts cannot overflow.
template <class T>
GLINT_ANY T abs(complex<T> z) {
    return ::hypot(z.re, z.im);
}
/// The angle from the positive real axis, from -pi to pi. The cut is along the negative real axis.
template <class T>
GLINT_ANY T arg(complex<T> z) {
    return ::atan2(z.im, z.re);
}
/// The number with this absolute value and angle in radians.
template <class T>
GLINT_ANY complex<T> polar(T radius, T angle = 0) {
    T s, c;
    ::sincos(angle, &s, &c);
    return {radius * c, radius * s};
}
/// i z, without rounding.
template <class T>
GLINT_ANY constexpr complex<T> times_i(complex<T> z) {
    return {-z.im, z.re};
}
/// z / i = -i z, without rounding.
template <class T>
GLINT_ANY constexpr complex<T> over_i(complex<T> z) {
    return {z.im, -z.re};
}
/// Computes a b + c, a step of a sum of products, with two fused multiply-adds per part.
template <class T>
GLINT_ANY complex<T> fma(complex<T> a, complex<T> b, complex<T> c) {
    return {::fma(a.re, b.re, ::fma(-a.im, b.im, c.re)),
            ::fma(a.re, b.im, ::fma(a.im, b.re, c.im))};
}

}  // namespace glint
