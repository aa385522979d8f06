// SPDX-License-Identifier: MIT
#pragma once

/// Functions that C libraries do not provide in extended precision.
namespace glint::test::reference {

using Real = long double;

Real rsqrt(Real x);
Real rcbrt(Real x);
Real rhypot(Real x, Real y);
Real sinpi(Real x);
Real cospi(Real x);
Real erfinv(Real x);
Real erfcinv(Real x);
Real erfcx(Real x);
Real normcdf(Real x);
Real normcdfinv(Real p);
/// Power series of the modified Bessel function of order 0 or 1.
Real bessel_i0(Real x);
Real bessel_i1(Real x);

}  // namespace glint::test::reference
