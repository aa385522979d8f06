// SPDX-License-Identifier: MIT
#pragma once

#include <__glint/narrow_rounding.cuh>

// <cuda_fp16.h>: 16-bit floating-point numbers with 5 bits of exponent and 10 bits of fraction.

struct __attribute__((aligned(2))) __half {
    unsigned short __x;

    __half() = default;
    template <class Number>
        requires __glint_is_number<Number>
    __glint_any_member constexpr __half(Number value)
        : __x(__rounded(__glint_number_to_odd(value))) {}
    __glint_any_member constexpr operator float() const {
        return static_cast<float>(__builtin_bit_cast(_Float16, __x));
    }
    template <class Whole>
        requires __glint_is_whole<Whole>
    __glint_any_member constexpr operator Whole() const {
        return __glint_narrow_to_whole<Whole>(static_cast<float>(*this));
    }
    __glint_any_member static constexpr __half __from_bits(unsigned short bits) {
        __half made{};
        made.__x = bits;
        return made;
    }
    __glint_any_member static constexpr unsigned short __rounded(float x) {
        return __builtin_bit_cast(unsigned short, static_cast<_Float16>(x));
    }
};
struct __attribute__((aligned(4))) __half2 {
    __half x, y;
};

#define GLINT_NARROW __half
#define GLINT_NARROW2 __half2
#define GLINT_NAME half
#include <__glint/narrow_conversions.cuh>
#include <__glint/narrow_floats.cuh>
#undef GLINT_NAME
#undef GLINT_NARROW2
#undef GLINT_NARROW

typedef __half half;
typedef __half2 half2;
typedef __half __nv_half;

__glint_any half2 make_half2(half x, half y) { return {x, y}; }
__glint_any half2 __halves2half2(half x, half y) { return {x, y}; }
__glint_any half2 __half2half2(half x) { return {x, x}; }
__glint_any half2 __float2half2_rn(float x) { return {half(x), half(x)}; }
__glint_any half2 __floats2half2_rn(float x, float y) { return {half(x), half(y)}; }
__glint_any half2 __float22half2_rn(float2 v) { return {half(v.x), half(v.y)}; }
__glint_any float2 __half22float2(half2 v) { return {v.x, v.y}; }
__glint_any half2 __low2half2(half2 v) { return {v.x, v.x}; }
__glint_any half2 __high2half2(half2 v) { return {v.y, v.y}; }
__glint_any half2 __lows2half2(half2 a, half2 b) { return {a.x, b.x}; }
__glint_any half2 __highs2half2(half2 a, half2 b) { return {a.y, b.y}; }
