#pragma once

// CUDA's math functions for float and double, by the compiler's builtins, which become
// instructions or calls into libm, or into libmvec where a loop is vectorised.

#define __GLINT_MATH_1(name)                                              \
    __glint_any float name##f(float x) { return __builtin_##name##f(x); } \
    __glint_any float name(float x) { return __builtin_##name##f(x); }    \
    __glint_any double name(double x) { return __builtin_##name(x); }
#define __GLINT_MATH_2(name)                                                          \
    __glint_any float name##f(float x, float y) { return __builtin_##name##f(x, y); } \
    __glint_any float name(float x, float y) { return __builtin_##name##f(x, y); }    \
    __glint_any double name(double x, double y) { return __builtin_##name(x, y); }

__GLINT_MATH_1(sin)
__GLINT_MATH_1(cos)
__GLINT_MATH_1(tan)
__GLINT_MATH_1(asin)
__GLINT_MATH_1(acos)
__GLINT_MATH_1(atan)
__GLINT_MATH_1(sinh)
__GLINT_MATH_1(cosh)
__GLINT_MATH_1(tanh)
__GLINT_MATH_1(asinh)
__GLINT_MATH_1(acosh)
__GLINT_MATH_1(atanh)
__GLINT_MATH_1(exp)
__GLINT_MATH_1(exp2)
__GLINT_MATH_1(expm1)
__GLINT_MATH_1(log)
__GLINT_MATH_1(log2)
__GLINT_MATH_1(log10)
__GLINT_MATH_1(log1p)
__GLINT_MATH_1(logb)
__GLINT_MATH_1(sqrt)
__GLINT_MATH_1(cbrt)
__GLINT_MATH_1(erf)
__GLINT_MATH_1(erfc)
__GLINT_MATH_1(tgamma)
__GLINT_MATH_1(lgamma)
__GLINT_MATH_1(fabs)
__GLINT_MATH_1(floor)
__GLINT_MATH_1(ceil)
__GLINT_MATH_1(trunc)
__GLINT_MATH_1(round)
__GLINT_MATH_1(rint)
__GLINT_MATH_1(nearbyint)

__GLINT_MATH_2(pow)
__GLINT_MATH_2(atan2)
__GLINT_MATH_2(fmod)
__GLINT_MATH_2(remainder)
__GLINT_MATH_2(hypot)
__GLINT_MATH_2(copysign)
__GLINT_MATH_2(fdim)
__GLINT_MATH_2(fmin)
__GLINT_MATH_2(fmax)
__GLINT_MATH_2(nextafter)

#undef __GLINT_MATH_1
#undef __GLINT_MATH_2

// A whole-number exponent keeps its own overload, as in C++.
__glint_any float pow(float x, int n) { return __builtin_powif(x, n); }
__glint_any double pow(double x, int n) { return __builtin_powi(x, n); }

__glint_any float fmaf(float x, float y, float z) { return __builtin_fmaf(x, y, z); }
__glint_any float fma(float x, float y, float z) { return __builtin_fmaf(x, y, z); }
__glint_any double fma(double x, double y, double z) { return __builtin_fma(x, y, z); }

__glint_any float ldexpf(float x, int n) { return __builtin_ldexpf(x, n); }
__glint_any float ldexp(float x, int n) { return __builtin_ldexpf(x, n); }
__glint_any double ldexp(double x, int n) { return __builtin_ldexp(x, n); }
__glint_any float scalbnf(float x, int n) { return __builtin_scalbnf(x, n); }
__glint_any double scalbn(double x, int n) { return __builtin_scalbn(x, n); }
__glint_any float frexpf(float x, int* n) { return __builtin_frexpf(x, n); }
__glint_any float frexp(float x, int* n) { return __builtin_frexpf(x, n); }
__glint_any double frexp(double x, int* n) { return __builtin_frexp(x, n); }
__glint_any float modff(float x, float* whole) { return __builtin_modff(x, whole); }
__glint_any float modf(float x, float* whole) { return __builtin_modff(x, whole); }
__glint_any double modf(double x, double* whole) { return __builtin_modf(x, whole); }

__glint_any long lrintf(float x) { return __builtin_lrintf(x); }
__glint_any long lrint(double x) { return __builtin_lrint(x); }
__glint_any long lroundf(float x) { return __builtin_lroundf(x); }
__glint_any long lround(double x) { return __builtin_lround(x); }
__glint_any long long llrintf(float x) { return __builtin_llrintf(x); }
__glint_any long long llrint(double x) { return __builtin_llrint(x); }
__glint_any long long llroundf(float x) { return __builtin_llroundf(x); }
__glint_any long long llround(double x) { return __builtin_llround(x); }

// Sine and cosine as two calls, because each alone vectorises.
__glint_any void sincosf(float x, float* s, float* c) {
    *s = __builtin_sinf(x);
    *c = __builtin_cosf(x);
}
__glint_any void sincos(float x, float* s, float* c) { sincosf(x, s, c); }
__glint_any void sincos(double x, double* s, double* c) {
    *s = __builtin_sin(x);
    *c = __builtin_cos(x);
}

constexpr double __glint_pi = 3.14159265358979323846;
__glint_any float sinpif(float x) { return __builtin_sinf(static_cast<float>(__glint_pi) * x); }
__glint_any float cospif(float x) { return __builtin_cosf(static_cast<float>(__glint_pi) * x); }
__glint_any double sinpi(double x) { return __builtin_sin(__glint_pi * x); }
__glint_any double cospi(double x) { return __builtin_cos(__glint_pi * x); }
__glint_any void sincospif(float x, float* s, float* c) {
    sincosf(static_cast<float>(__glint_pi) * x, s, c);
}
__glint_any float exp10f(float x) { return __builtin_exp2f(3.32192809488736f * x); }
__glint_any double exp10(double x) { return __builtin_exp2(3.3219280948873623 * x); }

__glint_any float rsqrtf(float x) {
#pragma clang fp reciprocal(on) contract(fast)
    return 1.0f / __builtin_sqrtf(x);
}
__glint_any float rsqrt(float x) { return rsqrtf(x); }
__glint_any double rsqrt(double x) { return 1.0 / __builtin_sqrt(x); }
__glint_any float rcbrtf(float x) { return 1.0f / __builtin_cbrtf(x); }
__glint_any double rcbrt(double x) { return 1.0 / __builtin_cbrt(x); }
__glint_any float norm3df(float x, float y, float z) {
    return __builtin_sqrtf(x * x + y * y + z * z);
}
__glint_any double norm3d(double x, double y, double z) {
    return __builtin_sqrt(x * x + y * y + z * z);
}
__glint_any float rhypotf(float x, float y) { return rsqrtf(x * x + y * y); }

__glint_any bool isnan(float x) { return __builtin_isnan(x); }
__glint_any bool isnan(double x) { return __builtin_isnan(x); }
__glint_any bool isinf(float x) { return __builtin_isinf(x); }
__glint_any bool isinf(double x) { return __builtin_isinf(x); }
__glint_any bool isfinite(float x) { return __builtin_isfinite(x); }
__glint_any bool isfinite(double x) { return __builtin_isfinite(x); }
__glint_any bool signbit(float x) { return __builtin_signbit(x); }
__glint_any bool signbit(double x) { return __builtin_signbit(x); }

__glint_any float __saturatef(float x) { return __builtin_fminf(__builtin_fmaxf(x, 0.0f), 1.0f); }

#define INFINITY __builtin_inff()
#define NAN __builtin_nanf("")
#define HUGE_VAL __builtin_huge_val()
#define HUGE_VALF __builtin_huge_valf()
#define CUDART_INF_F __builtin_inff()
#define CUDART_NAN_F __builtin_nanf("")
#define CUDART_INF __builtin_inf()
#define CUDART_NAN __builtin_nan("")
#define CUDART_PI_F 3.141592654f
#define CUDART_PI 3.1415926535897931

#define M_E 2.7182818284590452354
#define M_LOG2E 1.4426950408889634074
#define M_LOG10E 0.43429448190325182765
#define M_LN2 0.69314718055994530942
#define M_LN10 2.30258509299404568402
#define M_PI 3.14159265358979323846
#define M_PI_2 1.57079632679489661923
#define M_PI_4 0.78539816339744830962
#define M_1_PI 0.31830988618379067154
#define M_2_PI 0.63661977236758134308
#define M_2_SQRTPI 1.12837916709551257390
#define M_SQRT2 1.41421356237309504880
#define M_SQRT1_2 0.70710678118654752440

namespace std {
using ::acos;
using ::asin;
using ::atan;
using ::atan2;
using ::cbrt;
using ::ceil;
using ::copysign;
using ::cos;
using ::cosh;
using ::erf;
using ::exp;
using ::exp2;
using ::fabs;
using ::floor;
using ::fma;
using ::fmax;
using ::fmin;
using ::fmod;
using ::hypot;
using ::isfinite;
using ::isinf;
using ::isnan;
using ::log;
using ::log10;
using ::log2;
using ::pow;
using ::round;
using ::sin;
using ::sinh;
using ::sqrt;
using ::tan;
using ::tanh;
using ::trunc;
}  // namespace std
