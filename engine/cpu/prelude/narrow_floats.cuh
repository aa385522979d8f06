// SPDX-License-Identifier: MIT
// Code of half and bfloat16. Without an include guard, because it is included once for each type.
// GLINT_NARROW is the type, GLINT_NARROW2 a pair. Operations compute in float and round the result.
// This equals a single rounding, because a float has more than twice as many digits.

#define __GLINT_UNARY(name, expression)                              \
    __glint_any GLINT_NARROW name(GLINT_NARROW a) {                  \
        const float x = a;                                           \
        return GLINT_NARROW(static_cast<float>(expression));         \
    }                                                                \
    __glint_any GLINT_NARROW2 __GLINT_NAME2(name)(GLINT_NARROW2 a) { \
        return {name(a.x), name(a.y)};                               \
    }
#define __GLINT_BINARY(name, expression)                                              \
    __glint_any GLINT_NARROW name(GLINT_NARROW a, GLINT_NARROW b) {                   \
        const float x = a, y = b;                                                     \
        return GLINT_NARROW(static_cast<float>(expression));                          \
    }                                                                                 \
    __glint_any GLINT_NARROW2 __GLINT_NAME2(name)(GLINT_NARROW2 a, GLINT_NARROW2 b) { \
        return {name(a.x, b.x), name(a.y, b.y)};                                      \
    }

#define __GLINT_NAME2(name) name##2
__GLINT_BINARY(__hadd, x + y)
__GLINT_BINARY(__hsub, x - y)
__GLINT_BINARY(__hmul, x* y)
__GLINT_BINARY(__hmax, __builtin_fmaxf(x, y))
__GLINT_BINARY(__hmin, __builtin_fminf(x, y))
__GLINT_UNARY(__hneg, -x)
__GLINT_UNARY(__habs, __builtin_fabsf(x))
#undef __GLINT_NAME2
#define __GLINT_NAME2(name) __glint_pair##name
__GLINT_BINARY(__hadd_rn, x + y)
__GLINT_BINARY(__hsub_rn, x - y)
__GLINT_BINARY(__hmul_rn, x* y)
__GLINT_BINARY(__hadd_sat, __saturatef(x + y))
__GLINT_BINARY(__hsub_sat, __saturatef(x - y))
__GLINT_BINARY(__hmul_sat, __saturatef(x* y))
__GLINT_BINARY(__hdiv, x / y)
__GLINT_BINARY(__hmax_nan, x != x || y != y ? __builtin_nanf("") : __builtin_fmaxf(x, y))
__GLINT_BINARY(__hmin_nan, x != x || y != y ? __builtin_nanf("") : __builtin_fminf(x, y))
__GLINT_UNARY(hsqrt, __builtin_sqrtf(x))
__GLINT_UNARY(hrsqrt, 1 / __builtin_sqrtf(x))
__GLINT_UNARY(hrcp, 1 / x)
__GLINT_UNARY(hexp, __builtin_expf(x))
__GLINT_UNARY(hexp2, __builtin_exp2f(x))
__GLINT_UNARY(hexp10, __builtin_exp10f(x))
__GLINT_UNARY(hlog, __builtin_logf(x))
__GLINT_UNARY(hlog2, __builtin_log2f(x))
__GLINT_UNARY(hlog10, __builtin_log10f(x))
__GLINT_UNARY(hsin, __builtin_sinf(x))
__GLINT_UNARY(hcos, __builtin_cosf(x))
__GLINT_UNARY(htanh, __builtin_tanhf(x))
__GLINT_UNARY(htanh_approx, __builtin_tanhf(x))
__GLINT_UNARY(hceil, __builtin_ceilf(x))
__GLINT_UNARY(hfloor, __builtin_floorf(x))
__GLINT_UNARY(htrunc, __builtin_truncf(x))
__GLINT_UNARY(hrint, __builtin_rintf(x))
#undef __GLINT_NAME2
#undef __GLINT_UNARY
#undef __GLINT_BINARY

#define __GLINT_PAIR_1(name, of) \
    __glint_any GLINT_NARROW2 name(GLINT_NARROW2 a) { return __glint_pair##of(a); }
#define __GLINT_PAIR_2(name, of)                                       \
    __glint_any GLINT_NARROW2 name(GLINT_NARROW2 a, GLINT_NARROW2 b) { \
        return __glint_pair##of(a, b);                                 \
    }
__GLINT_PAIR_2(__hadd2_rn, __hadd_rn)
__GLINT_PAIR_2(__hsub2_rn, __hsub_rn)
__GLINT_PAIR_2(__hmul2_rn, __hmul_rn)
__GLINT_PAIR_2(__hadd2_sat, __hadd_sat)
__GLINT_PAIR_2(__hsub2_sat, __hsub_sat)
__GLINT_PAIR_2(__hmul2_sat, __hmul_sat)
__GLINT_PAIR_2(__h2div, __hdiv)
__GLINT_PAIR_2(__hmax2_nan, __hmax_nan)
__GLINT_PAIR_2(__hmin2_nan, __hmin_nan)
__GLINT_PAIR_1(h2sqrt, hsqrt)
__GLINT_PAIR_1(h2rsqrt, hrsqrt)
__GLINT_PAIR_1(h2rcp, hrcp)
__GLINT_PAIR_1(h2exp, hexp)
__GLINT_PAIR_1(h2exp2, hexp2)
__GLINT_PAIR_1(h2exp10, hexp10)
__GLINT_PAIR_1(h2log, hlog)
__GLINT_PAIR_1(h2log2, hlog2)
__GLINT_PAIR_1(h2log10, hlog10)
__GLINT_PAIR_1(h2sin, hsin)
__GLINT_PAIR_1(h2cos, hcos)
__GLINT_PAIR_1(h2tanh, htanh)
__GLINT_PAIR_1(h2tanh_approx, htanh_approx)
__GLINT_PAIR_1(h2ceil, hceil)
__GLINT_PAIR_1(h2floor, hfloor)
__GLINT_PAIR_1(h2trunc, htrunc)
__GLINT_PAIR_1(h2rint, hrint)
#undef __GLINT_PAIR_1
#undef __GLINT_PAIR_2

// The product is exact, and the sum is rounded to odd, so narrowing rounds the result correctly.
__glint_device GLINT_NARROW __hfma(GLINT_NARROW a, GLINT_NARROW b, GLINT_NARROW c) {
    const double product = static_cast<double>(static_cast<float>(a)) * static_cast<float>(b);
    return GLINT_NARROW(__glint_sum_to_odd(product, static_cast<float>(c)));
}
__glint_device GLINT_NARROW __hfma_sat(GLINT_NARROW a, GLINT_NARROW b, GLINT_NARROW c) {
    return GLINT_NARROW(__saturatef(__hfma(a, b, c)));
}
__glint_device GLINT_NARROW __hfma_relu(GLINT_NARROW a, GLINT_NARROW b, GLINT_NARROW c) {
    const GLINT_NARROW r = __hfma(a, b, c);
    return static_cast<float>(r) < 0 ? GLINT_NARROW(0.0f) : r;
}
#define __GLINT_FMA2(name, of)                                                             \
    __glint_device GLINT_NARROW2 name(GLINT_NARROW2 a, GLINT_NARROW2 b, GLINT_NARROW2 c) { \
        return {of(a.x, b.x, c.x), of(a.y, b.y, c.y)};                                     \
    }
__GLINT_FMA2(__hfma2, __hfma)
__GLINT_FMA2(__hfma2_sat, __hfma_sat)
__GLINT_FMA2(__hfma2_relu, __hfma_relu)
#undef __GLINT_FMA2
/// Returns a * b + c for complex numbers (x + i y): two multiply-adds per part, in CUDA's order.
__glint_device GLINT_NARROW2 __hcmadd(GLINT_NARROW2 a, GLINT_NARROW2 b, GLINT_NARROW2 c) {
    return {__hfma(__hneg(a.y), b.y, __hfma(a.x, b.x, c.x)),
            __hfma(a.y, b.x, __hfma(a.x, b.y, c.y))};
}

// Comparisons of pairs return two numbers (1.0 or 0.0), two bit masks, or true if both are true.
#define __GLINT_COMPARE_2(name)                                                                 \
    __glint_any GLINT_NARROW2 __h##name##2(GLINT_NARROW2 a, GLINT_NARROW2 b) {                  \
        return {GLINT_NARROW(__h##name(a.x, b.x) ? 1.0f : 0.0f),                                \
                GLINT_NARROW(__h##name(a.y, b.y) ? 1.0f : 0.0f)};                               \
    }                                                                                           \
    __glint_any unsigned int __h##name##2_mask(GLINT_NARROW2 a, GLINT_NARROW2 b) {              \
        return (__h##name(a.x, b.x) ? 0xffffu : 0u) | (__h##name(a.y, b.y) ? 0xffff0000u : 0u); \
    }                                                                                           \
    __glint_any bool __hb##name##2(GLINT_NARROW2 a, GLINT_NARROW2 b) {                          \
        return __h##name(a.x, b.x) && __h##name(a.y, b.y);                                      \
    }
// An unordered comparison (suffix u) also returns true if an operand is NaN.
#define __GLINT_COMPARE(name, condition)                            \
    __glint_any bool __h##name(GLINT_NARROW a, GLINT_NARROW b) {    \
        const float x = a, y = b;                                   \
        return condition;                                           \
    }                                                               \
    __glint_any bool __h##name##u(GLINT_NARROW a, GLINT_NARROW b) { \
        const float x = a, y = b;                                   \
        return x != x || y != y || (condition);                     \
    }                                                               \
    __GLINT_COMPARE_2(name)                                         \
    __GLINT_COMPARE_2(name##u)
__GLINT_COMPARE(eq, x == y)
__GLINT_COMPARE(ne, x<y || x> y)
__GLINT_COMPARE(lt, x < y)
__GLINT_COMPARE(le, x <= y)
__GLINT_COMPARE(gt, x > y)
__GLINT_COMPARE(ge, x >= y)
#undef __GLINT_COMPARE
#undef __GLINT_COMPARE_2
__glint_any bool __hisnan(GLINT_NARROW a) { return __builtin_isnan(static_cast<float>(a)); }
/// Returns 1 for infinity, -1 for minus infinity, and 0 for all other numbers.
__glint_any int __hisinf(GLINT_NARROW a) {
    const float x = a;
    return __builtin_isinf(x) ? (x > 0 ? 1 : -1) : 0;
}
__glint_any GLINT_NARROW2 __hisnan2(GLINT_NARROW2 a) {
    return {GLINT_NARROW(__hisnan(a.x) ? 1.0f : 0.0f), GLINT_NARROW(__hisnan(a.y) ? 1.0f : 0.0f)};
}

#define __GLINT_OPERATOR(symbol, function)                                              \
    __glint_any GLINT_NARROW operator symbol(GLINT_NARROW a, GLINT_NARROW b) {          \
        return function(a, b);                                                          \
    }                                                                                   \
    __glint_any GLINT_NARROW& operator symbol##=(GLINT_NARROW & a, GLINT_NARROW b) {    \
        return a = function(a, b);                                                      \
    }                                                                                   \
    __glint_any GLINT_NARROW2 operator symbol(GLINT_NARROW2 a, GLINT_NARROW2 b) {       \
        return {function(a.x, b.x), function(a.y, b.y)};                                \
    }                                                                                   \
    __glint_any GLINT_NARROW2& operator symbol##=(GLINT_NARROW2 & a, GLINT_NARROW2 b) { \
        return a = a symbol b;                                                          \
    }
__GLINT_OPERATOR(+, __hadd)
__GLINT_OPERATOR(-, __hsub)
__GLINT_OPERATOR(*, __hmul)
__GLINT_OPERATOR(/, __hdiv)
#undef __GLINT_OPERATOR
__glint_any GLINT_NARROW operator-(GLINT_NARROW a) { return __hneg(a); }
__glint_any GLINT_NARROW2 operator-(GLINT_NARROW2 a) { return __hneg2(a); }
__glint_any GLINT_NARROW operator+(GLINT_NARROW a) { return a; }
__glint_any GLINT_NARROW& operator++(GLINT_NARROW& a) { return a += GLINT_NARROW(1.0f); }
__glint_any GLINT_NARROW& operator--(GLINT_NARROW& a) { return a -= GLINT_NARROW(1.0f); }
__glint_any bool operator==(GLINT_NARROW a, GLINT_NARROW b) { return __heq(a, b); }
__glint_any bool operator!=(GLINT_NARROW a, GLINT_NARROW b) { return __hneu(a, b); }
__glint_any bool operator<(GLINT_NARROW a, GLINT_NARROW b) { return __hlt(a, b); }
__glint_any bool operator<=(GLINT_NARROW a, GLINT_NARROW b) { return __hle(a, b); }
__glint_any bool operator>(GLINT_NARROW a, GLINT_NARROW b) { return __hgt(a, b); }
__glint_any bool operator>=(GLINT_NARROW a, GLINT_NARROW b) { return __hge(a, b); }
__glint_any GLINT_NARROW min(GLINT_NARROW a, GLINT_NARROW b) { return __hmin(a, b); }
__glint_any GLINT_NARROW max(GLINT_NARROW a, GLINT_NARROW b) { return __hmax(a, b); }
__glint_any GLINT_NARROW abs(GLINT_NARROW a) { return __habs(a); }

// These functions exist for pairs of each type, although `half` is in their names.
__glint_any GLINT_NARROW __low2half(GLINT_NARROW2 a) { return a.x; }
__glint_any GLINT_NARROW __high2half(GLINT_NARROW2 a) { return a.y; }
__glint_any GLINT_NARROW2 __lowhigh2highlow(GLINT_NARROW2 a) { return {a.y, a.x}; }
__glint_any float __low2float(GLINT_NARROW2 a) { return a.x; }
__glint_any float __high2float(GLINT_NARROW2 a) { return a.y; }
__glint_device GLINT_NARROW atomicAdd(GLINT_NARROW* address, GLINT_NARROW value) {
    auto* bits = reinterpret_cast<unsigned short*>(address);
    unsigned short old = __atomic_load_n(bits, __ATOMIC_RELAXED);
    for (;;) {
        const GLINT_NARROW before = GLINT_NARROW::__from_bits(old);
        const unsigned short after = __hadd(before, value).__x;
        if (__atomic_compare_exchange_n(bits, &old, after, true, __ATOMIC_RELAXED,
                                        __ATOMIC_RELAXED))
            return before;
    }
}
/// Adds each half atomically, but not the pair. CUDA does the same.
__glint_device GLINT_NARROW2 atomicAdd(GLINT_NARROW2* address, GLINT_NARROW2 value) {
    const GLINT_NARROW low = atomicAdd(&address->x, value.x);
    return {low, atomicAdd(&address->y, value.y)};
}
