#pragma once

// Intrinsics: fast math, rounding modes that only the names promise, bits, casts, loads.

// --- fast approximations: here, the ordinary functions ---
__glint_device float __expf(float x) { return __builtin_expf(x); }
__glint_device float __exp10f(float x) { return exp10f(x); }
__glint_device float __logf(float x) { return __builtin_logf(x); }
__glint_device float __log2f(float x) { return __builtin_log2f(x); }
__glint_device float __log10f(float x) { return __builtin_log10f(x); }
__glint_device float __sinf(float x) { return __builtin_sinf(x); }
__glint_device float __cosf(float x) { return __builtin_cosf(x); }
__glint_device float __tanf(float x) { return __builtin_tanf(x); }
__glint_device float __powf(float x, float y) { return __builtin_powf(x, y); }
__glint_device void __sincosf(float x, float* s, float* c) { sincosf(x, s, c); }
__glint_device float __fdividef(float x, float y) {
#pragma clang fp reciprocal(on)
    return x / y;
}
__glint_device float __frsqrt_rn(float x) { return 1.0f / __builtin_sqrtf(x); }
__glint_device float fdividef(float x, float y) { return __fdividef(x, y); }

// --- one operation, rounded to nearest, never contracted ---
#define __GLINT_ROUNDED(name, type, operation)                                   \
    __glint_device type name(type x, type y) {                                   \
        _Pragma("clang fp contract(off) reassociate(off)") return x operation y; \
    }
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
__glint_device float __fsqrt_rn(float x) { return __builtin_sqrtf(x); }
__glint_device double __dsqrt_rn(double x) { return __builtin_sqrt(x); }
__glint_device float __frcp_rn(float x) { return 1.0f / x; }
__glint_device double __drcp_rn(double x) { return 1.0 / x; }

// --- conversions: rn to nearest, rz towards zero, rd down, ru up; out of range saturates ---
#define __GLINT_CONVERT(name, from, to, low, high, rounded)                      \
    __glint_device to name(from x) {                                             \
        const from whole = rounded;                                              \
        if (__builtin_isnan(whole)) return 0;                                    \
        if (whole >= static_cast<from>(high)) return high;                       \
        return whole <= static_cast<from>(low) ? (low) : static_cast<to>(whole); \
    }
#define __GLINT_CONVERT_ALL(prefix, from, to, low, high, suffix)                  \
    __GLINT_CONVERT(prefix##_rn, from, to, low, high, __builtin_rint##suffix(x))  \
    __GLINT_CONVERT(prefix##_rz, from, to, low, high, __builtin_trunc##suffix(x)) \
    __GLINT_CONVERT(prefix##_rd, from, to, low, high, __builtin_floor##suffix(x)) \
    __GLINT_CONVERT(prefix##_ru, from, to, low, high, __builtin_ceil##suffix(x))
#define __GLINT_CONVERT_FROM(from, name, suffix)                                    \
    __GLINT_CONVERT_ALL(name##2int, from, int, -0x7fffffff - 1, 0x7fffffff, suffix) \
    __GLINT_CONVERT_ALL(name##2uint, from, unsigned int, 0u, 0xffffffffu, suffix)   \
    __GLINT_CONVERT_ALL(name##2ll, from, long long, -0x7fffffffffffffffll - 1,      \
                        0x7fffffffffffffffll, suffix)                               \
    __GLINT_CONVERT_ALL(name##2ull, from, unsigned long long, 0ull, 0xffffffffffffffffull, suffix)
__GLINT_CONVERT_FROM(float, __float, f)
__GLINT_CONVERT_FROM(double, __double, )
#undef __GLINT_CONVERT_FROM
#undef __GLINT_CONVERT_ALL
#undef __GLINT_CONVERT
__glint_device float __int2float_rn(int x) { return static_cast<float>(x); }
__glint_device float __uint2float_rn(unsigned int x) { return static_cast<float>(x); }
__glint_device float __ll2float_rn(long long x) { return static_cast<float>(x); }
__glint_device float __ull2float_rn(unsigned long long x) { return static_cast<float>(x); }
__glint_device double __int2double_rn(int x) { return x; }
__glint_device double __uint2double_rn(unsigned int x) { return x; }
__glint_device float __double2float_rn(double x) { return static_cast<float>(x); }

// --- the same bits as another type ---
#define __GLINT_BITS(name, from, to) \
    __glint_any to name(from x) { return __builtin_bit_cast(to, x); }
__GLINT_BITS(__int_as_float, int, float)
__GLINT_BITS(__float_as_int, float, int)
__GLINT_BITS(__uint_as_float, unsigned int, float)
__GLINT_BITS(__float_as_uint, float, unsigned int)
__GLINT_BITS(__longlong_as_double, long long, double)
__GLINT_BITS(__double_as_longlong, double, long long)
#undef __GLINT_BITS

// --- bits of integers ---
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
__glint_any unsigned int __funnelshift_r(unsigned int low, unsigned int high, unsigned int shift) {
    const unsigned long long both = static_cast<unsigned long long>(high) << 32 | low;
    return static_cast<unsigned int>(both >> (shift & 31));
}
__glint_any unsigned int __byte_perm(unsigned int x, unsigned int y, unsigned int selector) {
    const unsigned long long bytes = static_cast<unsigned long long>(y) << 32 | x;
    unsigned int result = 0;
    for (int i = 0; i < 4; ++i) {
        const unsigned int chosen = selector >> (4 * i) & 7;
        result |= static_cast<unsigned int>(bytes >> (8 * chosen) & 0xff) << (8 * i);
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
__glint_any int __mul24(int x, int y) { return x * y; }
__glint_any unsigned int __umul24(unsigned int x, unsigned int y) { return x * y; }
__glint_any unsigned int __sad(int x, int y, unsigned int z) {
    return z + static_cast<unsigned int>(x > y ? x - y : y - x);
}

// --- loads and stores with cache hints, which a CPU does not take ---
template <class T>
__glint_device T __ldg(const T* address) {
    return *address;
}
template <class T>
__glint_device T __ldca(const T* address) {
    return *address;
}
template <class T>
__glint_device T __ldcg(const T* address) {
    return *address;
}
template <class T>
__glint_device T __ldcs(const T* address) {
    return *address;
}
template <class T>
__glint_device void __stcg(T* address, T value) {
    *address = value;
}
template <class T>
__glint_device void __stcs(T* address, T value) {
    *address = value;
}
template <class T>
__glint_device void __stwb(T* address, T value) {
    *address = value;
}
