// SPDX-License-Identifier: MIT
// Conversions of half and bfloat16. Like narrow_floats.cuh, this file is included once for each
// type. GLINT_NAME is the name of the type in function names: `half` or `bfloat16`.

#define __GLINT_JOIN2(a, b) a##b
#define __GLINT_JOIN(a, b) __GLINT_JOIN2(a, b)
#define __GLINT_TO(from, suffix) __GLINT_JOIN(__GLINT_JOIN(from, GLINT_NAME), suffix)
#define __GLINT_FROM(to) __GLINT_JOIN(__GLINT_JOIN(__, GLINT_NAME), to)

/// Returns `x`, rounded according to `mode`. The result is the nearest value or a neighbor of it.
__glint_device GLINT_NARROW __GLINT_TO(__glint_directed_, )(float x, __glint_rounding mode) {
    const GLINT_NARROW nearest(x);
    const float back = nearest;
    const bool down = mode == __glint_down || (mode == __glint_to_zero && x > 0);
    const bool up = mode == __glint_up || (mode == __glint_to_zero && x < 0);
    unsigned short bits = nearest.__x;
    // For both signs, a larger bit pattern means a larger magnitude.
    if (back > x && down) bits = static_cast<unsigned short>(bits + (back > 0 ? -1 : 1));
    if (back < x && up) bits = static_cast<unsigned short>(bits + (back < 0 ? -1 : 1));
    return GLINT_NARROW::__from_bits(bits);
}
__glint_any float __GLINT_FROM(2float)(GLINT_NARROW a) { return a; }
__glint_any GLINT_NARROW __GLINT_TO(__float2, )(float x) { return GLINT_NARROW(x); }
__glint_any GLINT_NARROW __GLINT_TO(__float2, _rn)(float x) { return GLINT_NARROW(x); }
__glint_device GLINT_NARROW __GLINT_TO(__float2, _rd)(float x) {
    return __GLINT_TO(__glint_directed_, )(x, __glint_down);
}
__glint_device GLINT_NARROW __GLINT_TO(__float2, _ru)(float x) {
    return __GLINT_TO(__glint_directed_, )(x, __glint_up);
}
__glint_device GLINT_NARROW __GLINT_TO(__float2, _rz)(float x) {
    return __GLINT_TO(__glint_directed_, )(x, __glint_to_zero);
}
__glint_device GLINT_NARROW __GLINT_TO(__double2, )(double x) {
    return GLINT_NARROW(__glint_narrow_to_odd(x));
}
#define __GLINT_WHOLE(name, type)                                                        \
    __glint_device GLINT_NARROW __GLINT_TO(__##name##2, _rn)(type x) {                   \
        return GLINT_NARROW(__glint_narrow_to_odd(static_cast<double>(x)));              \
    }                                                                                    \
    __glint_device GLINT_NARROW __GLINT_TO(__##name##2, _rz)(type x) {                   \
        return __GLINT_TO(__float2, _rz)(__glint_narrow_to_odd(static_cast<double>(x))); \
    }                                                                                    \
    __glint_device GLINT_NARROW __GLINT_TO(__##name##2, _rd)(type x) {                   \
        return __GLINT_TO(__float2, _rd)(__glint_narrow_to_odd(static_cast<double>(x))); \
    }                                                                                    \
    __glint_device GLINT_NARROW __GLINT_TO(__##name##2, _ru)(type x) {                   \
        return __GLINT_TO(__float2, _ru)(__glint_narrow_to_odd(static_cast<double>(x))); \
    }
__GLINT_WHOLE(short, short)
__GLINT_WHOLE(ushort, unsigned short)
__GLINT_WHOLE(int, int)
__GLINT_WHOLE(uint, unsigned int)
__GLINT_WHOLE(ll, long long)
__GLINT_WHOLE(ull, unsigned long long)
#undef __GLINT_WHOLE
#define __GLINT_ROUND(to, type, rounding)                               \
    __glint_device type __GLINT_FROM(2##to##rounding)(GLINT_NARROW a) { \
        return __float2##to##rounding(static_cast<float>(a));           \
    }
#define __GLINT_ROUND_ALL(to, type) \
    __GLINT_ROUND(to, type, _rn)    \
    __GLINT_ROUND(to, type, _rz)    \
    __GLINT_ROUND(to, type, _rd)    \
    __GLINT_ROUND(to, type, _ru)
__GLINT_ROUND_ALL(int, int)
__GLINT_ROUND_ALL(uint, unsigned int)
__GLINT_ROUND_ALL(ll, long long)
__GLINT_ROUND_ALL(ull, unsigned long long)
#undef __GLINT_ROUND_ALL
#undef __GLINT_ROUND
// Conversions to integers with 8 and 16 bits saturate. NaN becomes 0.
#define __GLINT_SATURATE(to, type, rounding, rounded)                         \
    __glint_any type __GLINT_FROM(2##to##rounding)(GLINT_NARROW a) {          \
        return __glint_narrow_to_whole<type>(rounded(static_cast<float>(a))); \
    }
#define __GLINT_SATURATE_ALL(to, type)                \
    __GLINT_SATURATE(to, type, _rn, __builtin_rintf)  \
    __GLINT_SATURATE(to, type, _rz, __builtin_truncf) \
    __GLINT_SATURATE(to, type, _rd, __builtin_floorf) \
    __GLINT_SATURATE(to, type, _ru, __builtin_ceilf)
__GLINT_SATURATE_ALL(short, short)
__GLINT_SATURATE_ALL(ushort, unsigned short)
__GLINT_SATURATE(char, signed char, _rz, __builtin_truncf)
__GLINT_SATURATE(uchar, unsigned char, _rz, __builtin_truncf)
#undef __GLINT_SATURATE_ALL
#undef __GLINT_SATURATE

__glint_any short __GLINT_FROM(_as_short)(GLINT_NARROW a) { return static_cast<short>(a.__x); }
__glint_any unsigned short __GLINT_FROM(_as_ushort)(GLINT_NARROW a) { return a.__x; }
__glint_any GLINT_NARROW __GLINT_TO(__short_as_, )(short bits) {
    return GLINT_NARROW::__from_bits(static_cast<unsigned short>(bits));
}
__glint_any GLINT_NARROW __GLINT_TO(__ushort_as_, )(unsigned short bits) {
    return GLINT_NARROW::__from_bits(bits);
}
#undef __GLINT_JOIN2
#undef __GLINT_JOIN
#undef __GLINT_TO
#undef __GLINT_FROM
