// SPDX-License-Identifier: MIT
#pragma once

// Rounds a wide number to 16 bits through a float without rounding twice. For this, the float is
// rounded to odd: it is truncated, and its last bit is set if the truncation was not exact.

template <class T>
inline constexpr bool __glint_is_number = false;
#define __GLINT_NUMBER(type) \
    template <>              \
    inline constexpr bool __glint_is_number<type> = true;
__GLINT_NUMBER(float)
__GLINT_NUMBER(double)
__GLINT_NUMBER(short)
__GLINT_NUMBER(unsigned short)
__GLINT_NUMBER(int)
__GLINT_NUMBER(unsigned int)
__GLINT_NUMBER(long)
__GLINT_NUMBER(unsigned long)
__GLINT_NUMBER(long long)
__GLINT_NUMBER(unsigned long long)
#undef __GLINT_NUMBER

template <class T>
inline constexpr bool __glint_is_whole = false;
#define __GLINT_WHOLE(type) \
    template <>             \
    inline constexpr bool __glint_is_whole<type> = true;
__GLINT_WHOLE(char)
__GLINT_WHOLE(signed char)
__GLINT_WHOLE(unsigned char)
__GLINT_WHOLE(short)
__GLINT_WHOLE(unsigned short)
__GLINT_WHOLE(int)
__GLINT_WHOLE(unsigned int)
__GLINT_WHOLE(long)
__GLINT_WHOLE(unsigned long)
__GLINT_WHOLE(long long)
__GLINT_WHOLE(unsigned long long)
#undef __GLINT_WHOLE

/// Converts `x`, the value of a 16-bit float. As in CUDA, 8-bit and 16-bit integers saturate.
template <class Whole>
__glint_any constexpr Whole __glint_narrow_to_whole(float x) {
    if constexpr (sizeof(Whole) < 4) {
        constexpr bool has_sign = static_cast<Whole>(-1) < static_cast<Whole>(0);
        constexpr int bits = 8 * sizeof(Whole) - (has_sign ? 1 : 0);
        constexpr int most = (1 << bits) - 1, least = has_sign ? -most - 1 : 0;
        if (x != x) return 0;
        return static_cast<Whole>(x > most ? most : x < least ? least : static_cast<int>(x));
    } else {
        return static_cast<Whole>(x);
    }
}

__glint_any constexpr float __glint_narrow_to_odd(double x) {
    const float nearest = static_cast<float>(x);
    const double back = nearest;
    if (back == x || back != back) return nearest;
    unsigned int bits = __builtin_bit_cast(unsigned int, nearest);
    const bool is_too_large = x > 0 ? back > x : back < x;
    if (is_too_large) --bits;
    return __builtin_bit_cast(float, bits | 1u);
}
template <class Number>
__glint_any constexpr float __glint_number_to_odd(Number x) {
    if constexpr (__is_same(Number, float))
        return x;
    else
        return __glint_narrow_to_odd(static_cast<double>(x));
}
/// Returns x + y as a float, rounded to odd: truncated, with the last bit set if not exact.
__glint_device float __glint_sum_to_odd(double x, double y) {
    const __glint_sum sum = __glint_exact_sum(x, y);
    const float cut = __glint_narrow_to_odd(sum.high);
    const bool is_exact = sum.low == 0 || !__glint_finite(sum.high);
    // The rounding error of the sum matters only if the conversion of the sum to float was exact.
    if (is_exact || static_cast<double>(cut) != sum.high) return cut;
    const bool is_too_large = (sum.low < 0) == (sum.high > 0);
    const unsigned int bits = __builtin_bit_cast(unsigned int, cut) - (is_too_large ? 1 : 0);
    return __builtin_bit_cast(float, bits | 1u);
}
