// SPDX-License-Identifier: MIT
#pragma once

// abs, min and max for all arithmetic types. Mixed types and signs are converted as in CUDA.

// For the most negative number, the result is the same number, because its negation does not fit.
#define __GLINT_ABS(name, type, without_sign)                   \
    __glint_any constexpr type name(type x) {                   \
        const without_sign bits = static_cast<without_sign>(x); \
        return static_cast<type>(x < 0 ? 0u - bits : bits);     \
    }
__GLINT_ABS(abs, int, unsigned int)
__GLINT_ABS(abs, long, unsigned long)
__GLINT_ABS(abs, long long, unsigned long long)
__GLINT_ABS(labs, long, unsigned long)
__GLINT_ABS(llabs, long long, unsigned long long)
#undef __GLINT_ABS
__glint_any float abs(float x) { return __builtin_fabsf(x); }
__glint_any double abs(double x) { return __builtin_fabs(x); }

#define __GLINT_MIN_MAX(left, right, result)                            \
    __glint_any constexpr result min(left a, right b) {                 \
        return static_cast<result>(a) < static_cast<result>(b) ? a : b; \
    }                                                                   \
    __glint_any constexpr result max(left a, right b) {                 \
        return static_cast<result>(a) > static_cast<result>(b) ? a : b; \
    }
__GLINT_MIN_MAX(int, int, int)
__GLINT_MIN_MAX(unsigned int, unsigned int, unsigned int)
__GLINT_MIN_MAX(int, unsigned int, unsigned int)
__GLINT_MIN_MAX(unsigned int, int, unsigned int)
__GLINT_MIN_MAX(long, long, long)
__GLINT_MIN_MAX(unsigned long, unsigned long, unsigned long)
__GLINT_MIN_MAX(long, unsigned long, unsigned long)
__GLINT_MIN_MAX(unsigned long, long, unsigned long)
__GLINT_MIN_MAX(long long, long long, long long)
__GLINT_MIN_MAX(unsigned long long, unsigned long long, unsigned long long)
__GLINT_MIN_MAX(long long, unsigned long long, unsigned long long)
__GLINT_MIN_MAX(unsigned long long, long long, unsigned long long)
#undef __GLINT_MIN_MAX

#define __GLINT_MIN_MAX(left, right, result, suffix)                                 \
    __glint_any result min(left a, right b) { return __builtin_fmin##suffix(a, b); } \
    __glint_any result max(left a, right b) { return __builtin_fmax##suffix(a, b); }
__GLINT_MIN_MAX(float, float, float, f)
__GLINT_MIN_MAX(double, double, double, )
__GLINT_MIN_MAX(float, double, double, )
__GLINT_MIN_MAX(double, float, double, )
#undef __GLINT_MIN_MAX

__glint_any constexpr unsigned int umin(unsigned int a, unsigned int b) { return min(a, b); }
__glint_any constexpr unsigned int umax(unsigned int a, unsigned int b) { return max(a, b); }
__glint_any constexpr long long llmin(long long a, long long b) { return min(a, b); }
__glint_any constexpr long long llmax(long long a, long long b) { return max(a, b); }
__glint_any constexpr unsigned long long ullmin(unsigned long long a, unsigned long long b) {
    return min(a, b);
}
__glint_any constexpr unsigned long long ullmax(unsigned long long a, unsigned long long b) {
    return max(a, b);
}

namespace std {
using ::abs;
using ::max;
using ::min;
}  // namespace std
