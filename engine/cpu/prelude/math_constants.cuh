// SPDX-License-Identifier: MIT
#pragma once

// The constants of <math.h> and <math_constants.h>, and the names that <cmath> adds to std.

#define INFINITY __builtin_inff()
#define NAN __builtin_nanf("")
#define HUGE_VAL __builtin_huge_val()
#define HUGE_VALF __builtin_huge_valf()
#define FP_ILOGB0 (-__INT_MAX__ - 1)
#define FP_ILOGBNAN (-__INT_MAX__ - 1)

#define CUDART_INF_F __builtin_inff()
#define CUDART_NAN_F __builtin_nanf("")
#define CUDART_MIN_DENORM_F 1.401298464e-45f
#define CUDART_MAX_NORMAL_F 3.402823466e+38f
#define CUDART_NEG_ZERO_F (-0.0f)
#define CUDART_ZERO_F 0.0f
#define CUDART_ONE_F 1.0f
#define CUDART_INF __builtin_inf()
#define CUDART_NAN __builtin_nan("")
#define CUDART_NEG_ZERO (-0.0)
#define CUDART_ZERO 0.0
#define CUDART_ONE 1.0
#define CUDART_PI_F 3.141592654f
#define CUDART_PI 3.1415926535897932385
#define CUDART_PIO2_F 1.570796327f
#define CUDART_PIO2 1.5707963267948966192
#define CUDART_PIO4_F 0.7853981634f
#define CUDART_PIO4 0.78539816339744830962
#define CUDART_3PIO4_F 2.35619449f
#define CUDART_3PIO4 2.3561944901923449288
#define CUDART_2_OVER_PI_F 0.6366197724f
#define CUDART_2_OVER_PI 0.63661977236758134308
#define CUDART_SQRT_2OVERPI_F 0.7978845608f
#define CUDART_SQRT_2OVERPI 0.79788456080286535588
#define CUDART_SQRT_2PI_F 2.506628275f
#define CUDART_SQRT_2PI 2.5066282746310005024
#define CUDART_SQRT_2_F 1.414213562f
#define CUDART_SQRT_2 1.4142135623730950488
#define CUDART_SQRT_HALF_F 0.7071067812f
#define CUDART_SQRT_HALF 0.7071067811865475244
#define CUDART_LOG2E_F 1.442695041f
#define CUDART_LOG2E 1.4426950408889634074
#define CUDART_L2E_F 1.442695041f
#define CUDART_L2E 1.4426950408889634074
#define CUDART_LN2_F 0.6931471806f
#define CUDART_LN2 0.69314718055994530942
#define CUDART_L2T_F 3.321928095f
#define CUDART_L2T 3.3219280948873623479
#define CUDART_LG2_F 0.3010299957f
#define CUDART_LG2 0.30102999566398119521
#define CUDART_LGE_F 0.4342944819f
#define CUDART_LGE 0.43429448190325182765
#define CUDART_LGT_F 1.0f
#define CUDART_LGT 1.0
#define CUDART_LNT_F 2.302585093f
#define CUDART_LNT 2.302585092994045684
#define CUDART_SQRT_TWO_F 1.414213562f
#define CUDART_SQRT_TWO 1.4142135623730950488
#define CUDART_THIRD_F 0.3333333333f
#define CUDART_THIRD 0.33333333333333333333
#define CUDART_TWOTHIRD_F 0.6666666667f
#define CUDART_TWOTHIRD 0.66666666666666666667
#define CUDART_CBRT_TWO_F 1.25992105f
#define CUDART_CBRT_TWO 1.2599210498948731648

#define M_E 2.71828182845904523536
#define M_LOG2E 1.44269504088896340736
#define M_LOG10E 0.434294481903251827651
#define M_LN2 0.693147180559945309417
#define M_LN10 2.30258509299404568402
#define M_PI 3.14159265358979323846
#define M_PI_2 1.57079632679489661923
#define M_PI_4 0.785398163397448309616
#define M_1_PI 0.318309886183790671538
#define M_2_PI 0.636619772367581343076
#define M_2_SQRTPI 1.1283791670955125739
#define M_SQRT2 1.4142135623730950488
#define M_SQRT1_2 0.707106781186547524401

namespace std {
using ::acos;
using ::acosf;
using ::acosh;
using ::asin;
using ::asinf;
using ::asinh;
using ::atan;
using ::atan2;
using ::atan2f;
using ::atanf;
using ::atanh;
using ::cbrt;
using ::cbrtf;
using ::ceil;
using ::ceilf;
using ::copysign;
using ::copysignf;
using ::cos;
using ::cosf;
using ::cosh;
using ::coshf;
using ::erf;
using ::erfc;
using ::exp;
using ::exp2;
using ::expf;
using ::expm1;
using ::fabs;
using ::fabsf;
using ::fdim;
using ::floor;
using ::floorf;
using ::fma;
using ::fmaf;
using ::fmax;
using ::fmaxf;
using ::fmin;
using ::fminf;
using ::fmod;
using ::fmodf;
using ::frexp;
using ::hypot;
using ::hypotf;
using ::ilogb;
using ::isfinite;
using ::isinf;
using ::isnan;
using ::isnormal;
using ::ldexp;
using ::lgamma;
using ::llrint;
using ::llround;
using ::log;
using ::log10;
using ::log10f;
using ::log1p;
using ::log2;
using ::logb;
using ::logf;
using ::lrint;
using ::lround;
using ::modf;
using ::nan;
using ::nearbyint;
using ::nextafter;
using ::pow;
using ::powf;
using ::remainder;
using ::remquo;
using ::rint;
using ::rintf;
using ::round;
using ::roundf;
using ::scalbln;
using ::scalbn;
using ::signbit;
using ::sin;
using ::sinf;
using ::sinh;
using ::sinhf;
using ::sqrt;
using ::sqrtf;
using ::tan;
using ::tanf;
using ::tanh;
using ::tanhf;
using ::tgamma;
using ::trunc;
using ::truncf;
}  // namespace std
