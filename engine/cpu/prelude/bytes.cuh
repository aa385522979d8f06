// SPDX-License-Identifier: MIT
#pragma once

// Intrinsics for the bytes or half-words of a 32-bit integer: dot products and video instructions.

template <class Part, class Wide, class Operation>
__glint_any unsigned int __glint_each_part(unsigned int a, unsigned int b, Operation operation) {
    constexpr unsigned int kBits = 8 * sizeof(Part);
    constexpr unsigned int kMask = (1u << kBits) - 1;
    unsigned int result = 0;
#pragma unroll
    for (unsigned int shift = 0; shift < 32; shift += kBits) {
        const Wide x = static_cast<Part>(a >> shift), y = static_cast<Part>(b >> shift);
        result |= (static_cast<unsigned int>(operation(x, y)) & kMask) << shift;
    }
    return result;
}

/// Returns x / 2. Rounds a result halfway between two integers away from zero.
__glint_any int __glint_half_away(int x) { return (x + (x >= 0)) >> 1; }

#define __GLINT_VIDEO(name, part, expression)                                                      \
    __glint_any unsigned int name(unsigned int a, unsigned int b) {                                \
        return __glint_each_part<part, int>(a, b, [](int x, int y) -> int { return expression; }); \
    }
#define __GLINT_VIDEO_UNARY(name, part, expression)                                              \
    __glint_any unsigned int name(unsigned int a) {                                              \
        return __glint_each_part<part, int>(a, 0, [](int x, int) -> int { return expression; }); \
    }
__GLINT_VIDEO(__vadd2, unsigned short, x + y)
__GLINT_VIDEO(__vsub2, unsigned short, x - y)
__GLINT_VIDEO(__vaddss2, short, (x + y) < -32768 ? -32768 : (x + y) > 32767 ? 32767 : (x + y))
__GLINT_VIDEO(__vaddus2, unsigned short, (x + y) < 0 ? 0 : (x + y) > 65535 ? 65535 : (x + y))
__GLINT_VIDEO(__vsubss2, short, (x - y) < -32768 ? -32768 : (x - y) > 32767 ? 32767 : (x - y))
__GLINT_VIDEO(__vsubus2, unsigned short, (x - y) < 0 ? 0 : (x - y) > 65535 ? 65535 : (x - y))
__GLINT_VIDEO(__vavgs2, short, __glint_half_away(x + y))
__GLINT_VIDEO(__vavgu2, unsigned short, (x + y + 1) >> 1)
__GLINT_VIDEO(__vhaddu2, unsigned short, (x + y) >> 1)
__GLINT_VIDEO(__vabsdiffs2, short, x > y ? x - y : y - x)
__GLINT_VIDEO(__vabsdiffu2, unsigned short, x > y ? x - y : y - x)
__GLINT_VIDEO(__vmaxs2, short, x > y ? x : y)
__GLINT_VIDEO(__vmaxu2, unsigned short, x > y ? x : y)
__GLINT_VIDEO(__vmins2, short, x < y ? x : y)
__GLINT_VIDEO(__vminu2, unsigned short, x < y ? x : y)
__GLINT_VIDEO(__vcmpeq2, unsigned short, x == y ? -1 : 0)
__GLINT_VIDEO(__vseteq2, unsigned short, x == y)
__GLINT_VIDEO(__vcmpne2, unsigned short, x != y ? -1 : 0)
__GLINT_VIDEO(__vsetne2, unsigned short, x != y)
__GLINT_VIDEO(__vcmpges2, short, x >= y ? -1 : 0)
__GLINT_VIDEO(__vsetges2, short, x >= y)
__GLINT_VIDEO(__vcmpgeu2, unsigned short, x >= y ? -1 : 0)
__GLINT_VIDEO(__vsetgeu2, unsigned short, x >= y)
__GLINT_VIDEO(__vcmpgts2, short, x > y ? -1 : 0)
__GLINT_VIDEO(__vsetgts2, short, x > y)
__GLINT_VIDEO(__vcmpgtu2, unsigned short, x > y ? -1 : 0)
__GLINT_VIDEO(__vsetgtu2, unsigned short, x > y)
__GLINT_VIDEO(__vcmples2, short, x <= y ? -1 : 0)
__GLINT_VIDEO(__vsetles2, short, x <= y)
__GLINT_VIDEO(__vcmpleu2, unsigned short, x <= y ? -1 : 0)
__GLINT_VIDEO(__vsetleu2, unsigned short, x <= y)
__GLINT_VIDEO(__vcmplts2, short, x < y ? -1 : 0)
__GLINT_VIDEO(__vsetlts2, short, x < y)
__GLINT_VIDEO(__vcmpltu2, unsigned short, x < y ? -1 : 0)
__GLINT_VIDEO(__vsetltu2, unsigned short, x < y)
__GLINT_VIDEO_UNARY(__vneg2, short, -x)
__GLINT_VIDEO_UNARY(__vnegss2, short, x == -32768 ? 32767 : -x)
__GLINT_VIDEO_UNARY(__vabs2, short, x < 0 ? -x : x)
__GLINT_VIDEO_UNARY(__vabsss2, short, x == -32768 ? 32767 : x < 0 ? -x : x)
__GLINT_VIDEO(__vadd4, unsigned char, x + y)
__GLINT_VIDEO(__vsub4, unsigned char, x - y)
__GLINT_VIDEO(__vaddss4, signed char, (x + y) < -128 ? -128 : (x + y) > 127 ? 127 : (x + y))
__GLINT_VIDEO(__vaddus4, unsigned char, (x + y) < 0 ? 0 : (x + y) > 255 ? 255 : (x + y))
__GLINT_VIDEO(__vsubss4, signed char, (x - y) < -128 ? -128 : (x - y) > 127 ? 127 : (x - y))
__GLINT_VIDEO(__vsubus4, unsigned char, (x - y) < 0 ? 0 : (x - y) > 255 ? 255 : (x - y))
__GLINT_VIDEO(__vavgs4, signed char, __glint_half_away(x + y))
__GLINT_VIDEO(__vavgu4, unsigned char, (x + y + 1) >> 1)
__GLINT_VIDEO(__vhaddu4, unsigned char, (x + y) >> 1)
__GLINT_VIDEO(__vabsdiffs4, signed char, x > y ? x - y : y - x)
__GLINT_VIDEO(__vabsdiffu4, unsigned char, x > y ? x - y : y - x)
__GLINT_VIDEO(__vmaxs4, signed char, x > y ? x : y)
__GLINT_VIDEO(__vmaxu4, unsigned char, x > y ? x : y)
__GLINT_VIDEO(__vmins4, signed char, x < y ? x : y)
__GLINT_VIDEO(__vminu4, unsigned char, x < y ? x : y)
__GLINT_VIDEO(__vcmpeq4, unsigned char, x == y ? -1 : 0)
__GLINT_VIDEO(__vseteq4, unsigned char, x == y)
__GLINT_VIDEO(__vcmpne4, unsigned char, x != y ? -1 : 0)
__GLINT_VIDEO(__vsetne4, unsigned char, x != y)
__GLINT_VIDEO(__vcmpges4, signed char, x >= y ? -1 : 0)
__GLINT_VIDEO(__vsetges4, signed char, x >= y)
__GLINT_VIDEO(__vcmpgeu4, unsigned char, x >= y ? -1 : 0)
__GLINT_VIDEO(__vsetgeu4, unsigned char, x >= y)
__GLINT_VIDEO(__vcmpgts4, signed char, x > y ? -1 : 0)
__GLINT_VIDEO(__vsetgts4, signed char, x > y)
__GLINT_VIDEO(__vcmpgtu4, unsigned char, x > y ? -1 : 0)
__GLINT_VIDEO(__vsetgtu4, unsigned char, x > y)
__GLINT_VIDEO(__vcmples4, signed char, x <= y ? -1 : 0)
__GLINT_VIDEO(__vsetles4, signed char, x <= y)
__GLINT_VIDEO(__vcmpleu4, unsigned char, x <= y ? -1 : 0)
__GLINT_VIDEO(__vsetleu4, unsigned char, x <= y)
__GLINT_VIDEO(__vcmplts4, signed char, x < y ? -1 : 0)
__GLINT_VIDEO(__vsetlts4, signed char, x < y)
__GLINT_VIDEO(__vcmpltu4, unsigned char, x < y ? -1 : 0)
__GLINT_VIDEO(__vsetltu4, unsigned char, x < y)
__GLINT_VIDEO_UNARY(__vneg4, signed char, -x)
__GLINT_VIDEO_UNARY(__vnegss4, signed char, x == -128 ? 127 : -x)
__GLINT_VIDEO_UNARY(__vabs4, signed char, x < 0 ? -x : x)
__GLINT_VIDEO_UNARY(__vabsss4, signed char, x == -128 ? 127 : x < 0 ? -x : x)
#undef __GLINT_VIDEO
#undef __GLINT_VIDEO_UNARY

__glint_any unsigned int __vsads4(unsigned int a, unsigned int b) {
    const unsigned int d = __vabsdiffs4(a, b);
    return (d & 255) + (d >> 8 & 255) + (d >> 16 & 255) + (d >> 24);
}
__glint_any unsigned int __vsadu4(unsigned int a, unsigned int b) {
    const unsigned int d = __vabsdiffu4(a, b);
    return (d & 255) + (d >> 8 & 255) + (d >> 16 & 255) + (d >> 24);
}
__glint_any unsigned int __vsads2(unsigned int a, unsigned int b) {
    const unsigned int d = __vabsdiffs2(a, b);
    return (d & 0xffff) + (d >> 16);
}
__glint_any unsigned int __vsadu2(unsigned int a, unsigned int b) {
    const unsigned int d = __vabsdiffu2(a, b);
    return (d & 0xffff) + (d >> 16);
}

/// Returns total + the sum of a[i] * b[first + i] for i < count. a[i] is byte or half-word i of a.
template <class Left, class Right, class Total>
__glint_any Total __glint_dot(unsigned int a, unsigned int b, Total total, int count, int first) {
#pragma unroll
    for (int i = 0; i < count; ++i) {
        const int x = static_cast<Left>(a >> (8 * sizeof(Left) * i));
        const int y = static_cast<Right>(b >> (8 * sizeof(Right) * (first + i)));
        total += static_cast<Total>(x * y);
    }
    return total;
}
#define __GLINT_DOT(name, left, right, count, first)                                \
    __glint_any int name(int a, int b, int c) {                                     \
        return static_cast<int>(__glint_dot<signed left, signed right>(             \
            static_cast<unsigned int>(a), static_cast<unsigned int>(b),             \
            static_cast<unsigned int>(c), count, first));                           \
    }                                                                               \
    __glint_any unsigned int name(unsigned int a, unsigned int b, unsigned int c) { \
        return __glint_dot<unsigned left, unsigned right>(a, b, c, count, first);   \
    }
__GLINT_DOT(__dp4a, char, char, 4, 0)
__GLINT_DOT(__dp2a_lo, short, char, 2, 0)
__GLINT_DOT(__dp2a_hi, short, char, 2, 2)
#undef __GLINT_DOT
