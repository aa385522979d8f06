// SPDX-License-Identifier: MIT
#pragma once

#include <__glint/rounding.cuh>

// Intrinsics: fast math, operations with a rounding mode in their name, bits, casts, loads.

// --- fast approximations; on the CPU, these are the ordinary functions ---
__glint_device float __expf(float x) { return __builtin_expf(x); }
__glint_device float __exp10f(float x) { return __builtin_exp10f(x); }
__glint_device float __tanhf(float x) { return __builtin_tanhf(x); }
__glint_device float __logf(float x) { return __builtin_logf(x); }
__glint_device float __log2f(float x) { return __builtin_log2f(x); }
__glint_device float __log10f(float x) { return __builtin_log10f(x); }
__glint_device float __sinf(float x) { return __builtin_sinf(x); }
__glint_device float __cosf(float x) { return __builtin_cosf(x); }
__glint_device float __tanf(float x) { return __builtin_tanf(x); }
__glint_device float __powf(float x, float y) { return __builtin_powf(x, y); }
__glint_device void __sincosf(float x, float* s, float* c) { sincosf(x, s, c); }
__glint_device float __fdividef(float x, float y) { return fdividef(x, y); }

// --- single operations, rounded to nearest and never contracted with another operation ---
#define __GLINT_ROUNDED(name, type, operation) \
    __glint_device type name(type x, type y) { __GLINT_EXACT return __glint_apart(x) operation y; }
__GLINT_ROUNDED(__fadd_rn, float, +)
__GLINT_ROUNDED(__fsub_rn, float, -)
__GLINT_ROUNDED(__fmul_rn, float, *)
__GLINT_ROUNDED(__fdiv_rn, float, /)
__GLINT_ROUNDED(__dadd_rn, double, +)
__GLINT_ROUNDED(__dsub_rn, double, -)
__GLINT_ROUNDED(__dmul_rn, double, *)
__GLINT_ROUNDED(__ddiv_rn, double, /)
#undef __GLINT_ROUNDED
__glint_device float __fmaf_rn(float x, float y, float z) { return __builtin_fmaf(x, y, z); }
__glint_device double __fma_rn(double x, double y, double z) { return __builtin_fma(x, y, z); }
__glint_device float __fmaf_ieee_rn(float x, float y, float z) { return __fmaf_rn(x, y, z); }
__glint_device float __fmaf_ieee_rz(float x, float y, float z) { return __fmaf_rz(x, y, z); }
__glint_device float __fmaf_ieee_ru(float x, float y, float z) { return __fmaf_ru(x, y, z); }
__glint_device float __fmaf_ieee_rd(float x, float y, float z) { return __fmaf_rd(x, y, z); }
__glint_device float __fsqrt_rn(float x) { return __builtin_sqrtf(x); }
__glint_device double __dsqrt_rn(double x) { return __builtin_sqrt(x); }
__glint_device float __frcp_rn(float x) { return __fdiv_rn(1.0f, x); }
__glint_device double __drcp_rn(double x) { return __ddiv_rn(1.0, x); }
/// Computes in double. The two rounding errors are too small to affect the rounding to float. This
/// was checked for all significands and for odd and even exponents.
__glint_device float __frsqrt_rn(float x) {
    return static_cast<float>(__ddiv_rn(1.0, __dsqrt_rn(x)));
}

// --- the same operations for pairs of floats ---
#define __GLINT_PAIRS(mode)                                                  \
    __glint_device float2 __fadd2_##mode(float2 x, float2 y) {               \
        return {__fadd_##mode(x.x, y.x), __fadd_##mode(x.y, y.y)};           \
    }                                                                        \
    __glint_device float2 __fmul2_##mode(float2 x, float2 y) {               \
        return {__fmul_##mode(x.x, y.x), __fmul_##mode(x.y, y.y)};           \
    }                                                                        \
    __glint_device float2 __ffma2_##mode(float2 x, float2 y, float2 z) {     \
        return {__fmaf_##mode(x.x, y.x, z.x), __fmaf_##mode(x.y, y.y, z.y)}; \
    }
__GLINT_PAIRS(rn)
__GLINT_PAIRS(rz)
__GLINT_PAIRS(ru)
__GLINT_PAIRS(rd)
#undef __GLINT_PAIRS

// --- conversions; rn: to nearest, rz: toward zero, rd: down, ru: up; they saturate like casts ---
#define __GLINT_CONVERT(name, from, to, rounded) \
    __glint_device to name(from x) { return static_cast<to>(rounded); }
#define __GLINT_CONVERT_ALL(prefix, from, to, suffix)                  \
    __GLINT_CONVERT(prefix##_rn, from, to, __builtin_rint##suffix(x))  \
    __GLINT_CONVERT(prefix##_rz, from, to, x)                          \
    __GLINT_CONVERT(prefix##_rd, from, to, __builtin_floor##suffix(x)) \
    __GLINT_CONVERT(prefix##_ru, from, to, __builtin_ceil##suffix(x))
#define __GLINT_CONVERT_FROM(from, name, suffix)                 \
    __GLINT_CONVERT_ALL(name##2int, from, int, suffix)           \
    __GLINT_CONVERT_ALL(name##2uint, from, unsigned int, suffix) \
    __GLINT_CONVERT_ALL(name##2ll, from, long long, suffix)      \
    __GLINT_CONVERT_ALL(name##2ull, from, unsigned long long, suffix)
__GLINT_CONVERT_FROM(float, __float, f)
__GLINT_CONVERT_FROM(double, __double, )
#undef __GLINT_CONVERT_FROM
#undef __GLINT_CONVERT_ALL
#undef __GLINT_CONVERT
__glint_device double __int2double_rn(int x) { return x; }
__glint_device double __uint2double_rn(unsigned int x) { return x; }
__glint_device float __double2float_rn(double x) { return static_cast<float>(x); }
__glint_device int __double2hiint(double x) {
    return static_cast<int>(__builtin_bit_cast(long, x) >> 32);
}
__glint_device int __double2loint(double x) {
    return static_cast<int>(__builtin_bit_cast(long, x));
}
__glint_device double __hiloint2double(int high, int low) {
    const unsigned long bits = static_cast<unsigned long>(high) << 32;
    return __builtin_bit_cast(double, bits | static_cast<unsigned int>(low));
}

__glint_device float __glint_step_float(float x, int way) {
    return __builtin_bit_cast(float, __builtin_bit_cast(int, x) + (x < 0 ? -way : way));
}
__glint_device double __glint_step_double(double x, long way) {
    return __builtin_bit_cast(double, __builtin_bit_cast(long, x) + (x < 0 ? -way : way));
}
/// Converts to `nearest`, and moves the result by one step if the rounding mode requires this.
#define __GLINT_WHOLE(name, from, to, wide)                                           \
    __glint_device to name##_rn(from x) { return static_cast<to>(x); }                \
    __glint_device to name(from x, __glint_rounding mode) {                           \
        const to nearest = static_cast<to>(x);                                        \
        const wide difference = static_cast<wide>(nearest) - static_cast<wide>(x);    \
        const bool down = mode == __glint_down || (mode == __glint_to_zero && x > 0); \
        const bool up = mode == __glint_up || (mode == __glint_to_zero && x < 0);     \
        if (difference > 0 && down) return __glint_step_##to(nearest, -1);            \
        return difference < 0 && up ? __glint_step_##to(nearest, 1) : nearest;        \
    }                                                                                 \
    __glint_device to name##_rd(from x) { return name(x, __glint_down); }             \
    __glint_device to name##_ru(from x) { return name(x, __glint_up); }               \
    __glint_device to name##_rz(from x) { return name(x, __glint_to_zero); }
__GLINT_WHOLE(__int2float, int, float, long)
__GLINT_WHOLE(__uint2float, unsigned int, float, long)
__GLINT_WHOLE(__ll2float, long long, float, __int128)
__GLINT_WHOLE(__ull2float, unsigned long long, float, __int128)
__GLINT_WHOLE(__ll2double, long long, double, __int128)
__GLINT_WHOLE(__ull2double, unsigned long long, double, __int128)
#undef __GLINT_WHOLE

// --- conversions that keep all bits and only change the type ---
#define __GLINT_BITS(name, from, to) \
    __glint_any to name(from x) { return __builtin_bit_cast(to, x); }
__GLINT_BITS(__int_as_float, int, float)
__GLINT_BITS(__float_as_int, float, int)
__GLINT_BITS(__uint_as_float, unsigned int, float)
__GLINT_BITS(__float_as_uint, float, unsigned int)
__GLINT_BITS(__longlong_as_double, long long, double)
__GLINT_BITS(__double_as_longlong, double, long long)
#undef __GLINT_BITS

// --- operations on the bits of integers ---
__glint_any int __popc(unsigned int x) { return __builtin_popcount(x); }
__glint_any int __popcll(unsigned long long x) { return __builtin_popcountll(x); }
__glint_any int __clz(int x) { return x == 0 ? 32 : __builtin_clz(x); }
__glint_any int __clzll(long long x) { return x == 0 ? 64 : __builtin_clzll(x); }
__glint_any int __ffs(int x) { return __builtin_ffs(x); }
__glint_any int __ffsll(long long x) { return __builtin_ffsll(x); }
__glint_any unsigned int __brev(unsigned int x) { return __builtin_bitreverse32(x); }
__glint_any unsigned long long __brevll(unsigned long long x) { return __builtin_bitreverse64(x); }
__glint_any unsigned int __funnelshift_l(unsigned int low, unsigned int high, unsigned int shift) {
    const unsigned long long both = static_cast<unsigned long long>(high) << 32 | low;
    return static_cast<unsigned int>(both << (shift & 31) >> 32);
}
__glint_any unsigned int __funnelshift_lc(unsigned int low, unsigned int high, unsigned int shift) {
    return shift >= 32 ? low : __funnelshift_l(low, high, shift);
}
__glint_any unsigned int __funnelshift_rc(unsigned int low, unsigned int high, unsigned int shift) {
    const unsigned long long both = static_cast<unsigned long long>(high) << 32 | low;
    return shift >= 32 ? high : static_cast<unsigned int>(both >> shift);
}
__glint_any unsigned int __funnelshift_r(unsigned int low, unsigned int high, unsigned int shift) {
    const unsigned long long both = static_cast<unsigned long long>(high) << 32 | low;
    return static_cast<unsigned int>(both >> (shift & 31));
}
__glint_any unsigned int __byte_perm(unsigned int x, unsigned int y, unsigned int selector) {
    const unsigned long long bytes = static_cast<unsigned long long>(y) << 32 | x;
    unsigned int result = 0;
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        const unsigned int chosen = selector >> (4 * i) & 7;
        const unsigned int byte = static_cast<unsigned int>(bytes >> (8 * chosen) & 0xff);
        result |= byte << (8 * i);
    }
    return result;
}

// --- integer arithmetic ---
__glint_any int __mulhi(int x, int y) {
    return static_cast<int>(static_cast<long long>(x) * y >> 32);
}
__glint_any unsigned int __umulhi(unsigned int x, unsigned int y) {
    return static_cast<unsigned int>(static_cast<unsigned long long>(x) * y >> 32);
}
__glint_any long long __mul64hi(long long x, long long y) {
    return static_cast<long long>(static_cast<__int128>(x) * y >> 64);
}
__glint_any unsigned long long __umul64hi(unsigned long long x, unsigned long long y) {
    return static_cast<unsigned long long>(static_cast<unsigned __int128>(x) * y >> 64);
}
__glint_any int __glint_low24(int x) {
    return static_cast<int>(static_cast<unsigned int>(x) << 8) >> 8;
}
__glint_any int __mul24(int x, int y) {
    return static_cast<int>(static_cast<long long>(__glint_low24(x)) * __glint_low24(y));
}
__glint_any unsigned int __umul24(unsigned int x, unsigned int y) {
    return (x & 0xffffffu) * (y & 0xffffffu);
}
__glint_any unsigned int __sad(int x, int y, unsigned int z) {
    const unsigned int a = static_cast<unsigned int>(x), b = static_cast<unsigned int>(y);
    return z + (x > y ? a - b : b - a);
}
__glint_any unsigned int __usad(unsigned int x, unsigned int y, unsigned int z) {
    return z + (x > y ? x - y : y - x);
}
__glint_any int __hadd(int x, int y) {
    return static_cast<int>((static_cast<long long>(x) + y) >> 1);
}
__glint_any int __rhadd(int x, int y) {
    return static_cast<int>((static_cast<long long>(x) + y + 1) >> 1);
}
__glint_any unsigned int __uhadd(unsigned int x, unsigned int y) {
    return static_cast<unsigned int>((static_cast<unsigned long long>(x) + y) >> 1);
}
__glint_any unsigned int __urhadd(unsigned int x, unsigned int y) {
    return static_cast<unsigned int>((static_cast<unsigned long long>(x) + y + 1) >> 1);
}
/// Returns the index of the |offset|-th set bit from `base` up (down if offset < 0), or ~0u.
__glint_any unsigned int __fns(unsigned int mask, unsigned int base, int offset) {
    if (offset == 0) return mask >> base & 1u ? base : ~0u;
    unsigned int found = 0;
    const unsigned int wanted = static_cast<unsigned int>(abs(offset));
    for (unsigned int bit = base; bit < 32; offset < 0 ? --bit : ++bit)
        if ((mask >> bit & 1u) && ++found == wanted) return bit;
    return ~0u;
}

// --- loads and stores with cache hints; the CPU ignores the hints ---
#define __GLINT_LOAD(name)                    \
    template <class T>                        \
    __glint_device T name(const T* address) { \
        return *address;                      \
    }
#define __GLINT_STORE(name)                         \
    template <class T>                              \
    __glint_device void name(T* address, T value) { \
        *address = value;                           \
    }
__GLINT_LOAD(__ldg)
__GLINT_LOAD(__ldca)
__GLINT_LOAD(__ldcg)
__GLINT_LOAD(__ldcs)
__GLINT_LOAD(__ldlu)
__GLINT_LOAD(__ldcv)
__GLINT_STORE(__stcg)
__GLINT_STORE(__stcs)
__GLINT_STORE(__stwb)
__GLINT_STORE(__stwt)
#undef __GLINT_LOAD
#undef __GLINT_STORE
