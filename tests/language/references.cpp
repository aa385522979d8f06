// SPDX-License-Identifier: MIT
#include "references.hpp"

#include <cmath>
#include <limits>
#include <numbers>

namespace glint::test::reference {
namespace {

constexpr Real kPi = std::numbers::pi_v<Real>;
constexpr Real kInfinity = std::numeric_limits<Real>::infinity();
constexpr Real kNan = std::numeric_limits<Real>::quiet_NaN();

Real bessel_series(Real x, int order) {
    Real term = 1, sum = 1;
    for (int k = 1; k < 1500; ++k) {
        term *= x * x / 4 / (static_cast<Real>(k) * static_cast<Real>(k + order));
        sum += term;
    }
    return order == 1 ? sum * x / 2 : sum;
}

// Finds the inverse by bisection: slow, but independent of the functions under test.
Real inverse_of_falling(auto&& function, Real value, Real low, Real high) {
    for (int step = 0; step < 90; ++step) {
        const Real middle = (low + high) / 2;
        (function(middle) > value ? low : high) = middle;
    }
    return (low + high) / 2;
}

}  // namespace

Real rsqrt(Real x) { return 1 / std::sqrt(x); }
Real rcbrt(Real x) { return 1 / std::cbrt(x); }
Real rhypot(Real x, Real y) { return 1 / std::hypot(x, y); }

Real sinpi(Real x) {
    const Real turn = std::fmod(x, Real{2});
    const Real quarters = std::rint(2 * turn);
    const Real rest = kPi * (turn - quarters / 2);
    switch (static_cast<int>(quarters) & 3) {
        case 0: return std::sin(rest);
        case 1: return std::cos(rest);
        case 2: return -std::sin(rest);
        default: return -std::cos(rest);
    }
}
Real cospi(Real x) { return std::isfinite(x) ? sinpi(std::fmod(x, Real{2}) + 0.5L) : kNan; }

Real erfinv(Real x) {
    if (x < 0) return -erfinv(-x);
    if (!(x <= 1)) return kNan;
    if (x > 0.5L) return erfcinv(1 - x);
    // Keeps the relative precision near 0, where the slope is known.
    if (x < 1e-9L) return x * std::sqrt(kPi) / 2;
    return inverse_of_falling([](Real y) { return -std::erf(y); }, -x, 0, 1);
}
Real erfcinv(Real x) {
    if (!(x >= 0 && x <= 2)) return kNan;
    if (x == 0 || x == 2) return x == 0 ? kInfinity : -kInfinity;
    if (x > 0.5L && x <= 1.5L) return erfinv(1 - x);
    if (x > 1) return -erfcinv(2 - x);
    return inverse_of_falling([](Real y) { return std::erfc(y); }, x, 0, 30);
}
Real erfcx(Real x) {
    if (x > 50) {
        const Real s = 1 / (2 * x * x);
        return (1 - s + 3 * s * s - 15 * s * s * s + 105 * s * s * s * s) / (x * std::sqrt(kPi));
    }
    const Real square = x * x;
    return std::exp(square) * (1 + std::fma(x, x, -square)) * std::erfc(x);
}
Real normcdf(Real x) { return std::erfc(-x * std::numbers::sqrt2_v<Real> / 2) / 2; }
Real normcdfinv(Real p) { return -std::numbers::sqrt2_v<Real> * erfcinv(2 * p); }
Real bessel_i0(Real x) { return bessel_series(x, 0); }
Real bessel_i1(Real x) { return bessel_series(x, 1); }

}  // namespace glint::test::reference
