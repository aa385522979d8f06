// SPDX-License-Identifier: MIT
#pragma once

// Directed rounding. Does not change the rounding mode of the processor, because the compiler
// relies on the default mode. Rounds to nearest and computes the rounding error. If the sign of
// this error requires it, moves the result by one step.

/// Hides `x` from the optimizer. If a source contains `__fmul_rn(a, b)` and `a * b`, the optimizer
/// would otherwise merge them, and could then no longer fuse `a * b` into a multiply-add.
#define __GLINT_APART(type)                                               \
    __glint_device type __glint_apart(type x) {                           \
        _Pragma("clang fp reassociate(on)") return __arithmetic_fence(x); \
    }
__GLINT_APART(float)
__GLINT_APART(double)
#undef __GLINT_APART

enum __glint_rounding { __glint_down, __glint_up, __glint_to_zero };

/// Returns `nearest`, moved by one step if the exact result `nearest + rest` requires this.
__glint_device double __glint_directed(double nearest, double rest, __glint_rounding mode) {
    const bool down = mode == __glint_down || (mode == __glint_to_zero && nearest > 0);
    const bool up = mode == __glint_up || (mode == __glint_to_zero && nearest < 0);
    const long bits = __builtin_bit_cast(long, nearest);
    if (rest < 0 && down) {
        if (nearest == 0) return -0x1p-1074;
        return __builtin_bit_cast(double, nearest > 0 ? bits - 1 : bits + 1);
    }
    if (rest > 0 && up) {
        if (nearest == 0) return 0x1p-1074;
        return __builtin_bit_cast(double, nearest < 0 ? bits - 1 : bits + 1);
    }
    return nearest;
}
/// Returns the rounded result of an operation that overflowed although its operands are finite.
__glint_device double __glint_overflowed(double infinite, __glint_rounding mode) {
    const bool stays = infinite > 0 ? mode == __glint_up : mode == __glint_down;
    return stays ? infinite : __builtin_copysign(__DBL_MAX__, infinite);
}

struct __glint_sum {
    double high, low;
};

__glint_any __glint_sum __glint_exact_sum(double x, double y) {
    __GLINT_EXACT
    const double s = x + y, other = s - x;
    return {s, (x - (s - other)) + (y - other)};
}
__glint_device bool __glint_finite(double x) { return __builtin_fabs(x) <= __DBL_MAX__; }

__glint_device double __glint_add(double x, double y, __glint_rounding mode) {
    const __glint_sum sum = __glint_exact_sum(__glint_apart(x), y);
    if (!__glint_finite(sum.high))
        return __glint_finite(x) && __glint_finite(y) ? __glint_overflowed(sum.high, mode)
                                                      : sum.high;
    // The difference x - x is -0 if it is rounded down.
    const bool is_plus = __builtin_copysign(1.0, x) + __builtin_copysign(1.0, y) > 1;
    if (sum.high == 0 && mode == __glint_down) return is_plus ? 0.0 : -0.0;
    return __glint_directed(sum.high, sum.low, mode);
}
__glint_device double __glint_multiply(double x, double y, __glint_rounding mode) {
    __GLINT_EXACT
    const double p = __glint_apart(x) * y;
    if (!__glint_finite(p))
        return __glint_finite(x) && __glint_finite(y) ? __glint_overflowed(p, mode) : p;
    // If the rounding error would underflow, computes it scaled by 2^300.
    const double scale = __builtin_fabs(p) < 0x1p-900 ? 0x1p300 : 1.0;
    const bool x_is_small = __builtin_fabs(x) < 1;
    const double rest =
        __builtin_fma(x_is_small ? x * scale : x, x_is_small ? y : y * scale, -p * scale);
    // A product that underflows to 0 is not exactly 0, and its sign is known.
    if (p == 0 && x != 0 && y != 0) return __glint_directed(p, __builtin_copysign(1.0, p), mode);
    return __glint_directed(p, rest, mode);
}
__glint_device double __glint_divide(double x, double y, __glint_rounding mode) {
    __GLINT_EXACT
    const double q = x / y;
    if (!__glint_finite(q) || !__glint_finite(y) || y == 0)
        return __glint_finite(x) && __glint_finite(y) && y != 0 ? __glint_overflowed(q, mode) : q;
    if (q == 0 && x != 0) return __glint_directed(q, __builtin_copysign(1.0, q), mode);
    const double scale = __builtin_fabs(x) < 0x1p-800  ? 0x1p120
                         : __builtin_fabs(x) > 0x1p800 ? 0x1p-120
                                                       : 1.0;
    const double rest = __builtin_fma(-q * scale, y, x * scale);
    return __glint_directed(q, __builtin_copysign(1.0, y) * rest, mode);
}
__glint_device double __glint_root(double x, __glint_rounding mode) {
    __GLINT_EXACT
    const double r = __builtin_sqrt(x);
    if (!__glint_finite(r) || !(x > 0)) return r;
    const double scale = x < 0x1p-900 ? 0x1p60 : 1.0;
    return __glint_directed(r, __builtin_fma(-r * scale, r * scale, x * scale * scale), mode);
}
/// Returns the rounding error of a fused multiply-add: Boldo and Muller, "Some functions computable
/// with a fused-mac" (2005). Its sign is correct unless a part of it underflows.
__glint_device double __glint_fused_rest(double x, double y, double z, double nearest) {
    __GLINT_EXACT
    const double product = x * y;
    const __glint_sum inner = __glint_exact_sum(z, __builtin_fma(x, y, -product));
    const __glint_sum outer = __glint_exact_sum(product, inner.high);
    return (outer.high - nearest) + outer.low + inner.low;
}
/// Returns the rounding error of a fused multiply-add whose product is less than 2^-900, but not 0.
/// Scales the numbers by 2^600.
__glint_device double __glint_small_fused_rest(double x, double y, double z, double nearest) {
    __GLINT_EXACT
    const double sign = __builtin_copysign(1.0, x) * __builtin_copysign(1.0, y);
    // If the addend is this large, the product is less than half a step of the addend.
    if (__builtin_fabs(z) > 0x1p-800) return sign;
    const bool x_is_large = __builtin_fabs(x) > 1, y_is_large = __builtin_fabs(y) > 1;
    const double a = x * (x_is_large ? 1 : y_is_large ? 0x1p600 : 0x1p300);
    const double b = y * (y_is_large ? 1 : x_is_large ? 0x1p600 : 0x1p300);
    if (a * b == 0) return sign;
    return __glint_fused_rest(a, b, z * 0x1p600, nearest * 0x1p600);
}
__glint_device double __glint_multiply_add(double x, double y, double z, __glint_rounding mode) {
    const double r = __builtin_fma(x, y, z);
    if (!__glint_finite(r)) {
        const bool finite = __glint_finite(x) && __glint_finite(y) && __glint_finite(z);
        return finite ? __glint_overflowed(r, mode) : r;
    }
    const bool is_small = x != 0 && y != 0 && __builtin_fabs(x * y) < 0x1p-900;
    const double rest =
        is_small ? __glint_small_fused_rest(x, y, z, r) : __glint_fused_rest(x, y, z, r);
    const bool is_plus = __builtin_signbit(x) == __builtin_signbit(y) && !__builtin_signbit(z);
    if (r == 0 && rest == 0 && mode == __glint_down) return is_plus ? 0.0 : -0.0;
    return __glint_directed(r, rest, mode);
}

// --- float: computes in double and then rounds to float, both with the same rounding mode ---

__glint_device float __glint_narrow(double x, __glint_rounding mode) {
    const float nearest = static_cast<float>(x);
    const double back = nearest;
    const int bits = __builtin_bit_cast(int, nearest);
    const bool down = mode == __glint_down || (mode == __glint_to_zero && x > 0);
    const bool up = mode == __glint_up || (mode == __glint_to_zero && x < 0);
    const int towards_zero = bits - 1, away = bits + 1;
    if (back > x && down) {
        // `nearest` is not +0 here, because rounding a positive number to +0 does not increase it.
        return __builtin_bit_cast(float, nearest > 0 ? towards_zero : away);
    }
    if (back < x && up) return __builtin_bit_cast(float, nearest < 0 ? towards_zero : away);
    return nearest;
}

#define __GLINT_DIRECTED(suffix, mode)                                                             \
    __glint_device double __dadd_##suffix(double x, double y) { return __glint_add(x, y, mode); }  \
    __glint_device double __dsub_##suffix(double x, double y) { return __glint_add(x, -y, mode); } \
    __glint_device double __dmul_##suffix(double x, double y) {                                    \
        return __glint_multiply(x, y, mode);                                                       \
    }                                                                                              \
    __glint_device double __ddiv_##suffix(double x, double y) {                                    \
        return __glint_divide(x, y, mode);                                                         \
    }                                                                                              \
    __glint_device double __drcp_##suffix(double x) { return __glint_divide(1, x, mode); }         \
    __glint_device double __dsqrt_##suffix(double x) { return __glint_root(x, mode); }             \
    __glint_device double __fma_##suffix(double x, double y, double z) {                           \
        return __glint_multiply_add(x, y, z, mode);                                                \
    }                                                                                              \
    __glint_device float __double2float_##suffix(double x) { return __glint_narrow(x, mode); }     \
    __glint_device float __fadd_##suffix(float x, float y) {                                       \
        return __glint_narrow(__glint_add(x, y, mode), mode);                                      \
    }                                                                                              \
    __glint_device float __fsub_##suffix(float x, float y) {                                       \
        return __glint_narrow(__glint_add(x, -static_cast<double>(y), mode), mode);                \
    }                                                                                              \
    __glint_device float __fmul_##suffix(float x, float y) {                                       \
        return __glint_narrow(static_cast<double>(x) * y, mode);                                   \
    }                                                                                              \
    __glint_device float __fdiv_##suffix(float x, float y) {                                       \
        return __glint_narrow(__glint_divide(x, y, mode), mode);                                   \
    }                                                                                              \
    __glint_device float __frcp_##suffix(float x) { return __fdiv_##suffix(1, x); }                \
    __glint_device float __fsqrt_##suffix(float x) {                                               \
        return __glint_narrow(__glint_root(x, mode), mode);                                        \
    }                                                                                              \
    __glint_device float __fmaf_##suffix(float x, float y, float z) {                              \
        return __glint_narrow(__glint_add(static_cast<double>(x) * y, z, mode), mode);             \
    }
__GLINT_DIRECTED(rd, __glint_down)
__GLINT_DIRECTED(ru, __glint_up)
__GLINT_DIRECTED(rz, __glint_to_zero)
#undef __GLINT_DIRECTED
