// SPDX-License-Identifier: MIT
#pragma once

#include <__glint/narrow_rounding.cuh>

// <cuda_bf16.h>. A bfloat16 is the upper half of a float, rounded to nearest.

struct __attribute__((aligned(2))) __nv_bfloat16 {
    unsigned short __x;

    __nv_bfloat16() = default;
    template <class Number>
        requires __glint_is_number<Number>
    __glint_any_member constexpr __nv_bfloat16(Number value)
        : __x(__rounded(__glint_number_to_odd(value))) {}
    __glint_any_member constexpr operator float() const {
        return __builtin_bit_cast(float, static_cast<unsigned int>(__x) << 16);
    }
    template <class Whole>
        requires __glint_is_whole<Whole>
    __glint_any_member constexpr operator Whole() const {
        return __glint_narrow_to_whole<Whole>(static_cast<float>(*this));
    }
    __glint_any_member static constexpr __nv_bfloat16 __from_bits(unsigned short bits) {
        __nv_bfloat16 made{};
        made.__x = bits;
        return made;
    }
    __glint_any_member static constexpr unsigned short __rounded(float x) {
        const unsigned int bits = __builtin_bit_cast(unsigned int, x);
        if (x != x) return 0x7fff;
        return static_cast<unsigned short>((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
    }
};
struct __attribute__((aligned(4))) __nv_bfloat162 {
    __nv_bfloat16 x, y;
};

#define GLINT_NARROW __nv_bfloat16
#define GLINT_NARROW2 __nv_bfloat162
#define GLINT_NAME bfloat16
#include <__glint/narrow_conversions.cuh>
#include <__glint/narrow_floats.cuh>
#undef GLINT_NAME
#undef GLINT_NARROW2
#undef GLINT_NARROW

typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;

__glint_any nv_bfloat162 make_bfloat162(nv_bfloat16 x, nv_bfloat16 y) { return {x, y}; }
__glint_any nv_bfloat162 __halves2bfloat162(nv_bfloat16 x, nv_bfloat16 y) { return {x, y}; }
__glint_any nv_bfloat162 __bfloat162bfloat162(nv_bfloat16 x) { return {x, x}; }
__glint_any nv_bfloat162 __float2bfloat162_rn(float x) { return {x, x}; }
__glint_any nv_bfloat162 __floats2bfloat162_rn(float x, float y) { return {x, y}; }
__glint_any nv_bfloat162 __float22bfloat162_rn(float2 v) { return {v.x, v.y}; }
__glint_any float2 __bfloat1622float2(nv_bfloat162 v) { return {v.x, v.y}; }
__glint_any nv_bfloat16 __low2bfloat16(nv_bfloat162 v) { return v.x; }
__glint_any nv_bfloat16 __high2bfloat16(nv_bfloat162 v) { return v.y; }
__glint_any nv_bfloat162 __low2bfloat162(nv_bfloat162 v) { return {v.x, v.x}; }
__glint_any nv_bfloat162 __high2bfloat162(nv_bfloat162 v) { return {v.y, v.y}; }
__glint_any nv_bfloat162 __lows2bfloat162(nv_bfloat162 a, nv_bfloat162 b) { return {a.x, b.x}; }
__glint_any nv_bfloat162 __highs2bfloat162(nv_bfloat162 a, nv_bfloat162 b) { return {a.y, b.y}; }
