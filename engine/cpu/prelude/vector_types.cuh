// SPDX-License-Identifier: MIT
#pragma once

// Vector types such as float4, and functions such as make_float4. Sizes and alignments are CUDA's.

#define __GLINT_VECTORS(type, name, alignment2, alignment4)                                    \
    struct name##1 { type x; };                                                                \
    struct __attribute__((aligned(alignment2))) name##2 { type x, y; };                        \
    struct name##3 { type x, y, z; };                                                          \
    struct __attribute__((aligned(alignment4))) name##4 { type x, y, z, w; };                  \
    __glint_any constexpr name##1 make_##name##1(type x) { return {x}; }                       \
    __glint_any constexpr name##2 make_##name##2(type x, type y) { return {x, y}; }            \
    __glint_any constexpr name##3 make_##name##3(type x, type y, type z) { return {x, y, z}; } \
    __glint_any constexpr name##4 make_##name##4(type x, type y, type z, type w) {             \
        return {x, y, z, w};                                                                   \
    }

__GLINT_VECTORS(signed char, char, 2, 4)
__GLINT_VECTORS(unsigned char, uchar, 2, 4)
__GLINT_VECTORS(short, short, 4, 8)
__GLINT_VECTORS(unsigned short, ushort, 4, 8)
__GLINT_VECTORS(int, int, 8, 16)
__GLINT_VECTORS(unsigned int, uint, 8, 16)
__GLINT_VECTORS(long, long, 16, 16)
__GLINT_VECTORS(unsigned long, ulong, 16, 16)
__GLINT_VECTORS(long long, longlong, 16, 16)
__GLINT_VECTORS(unsigned long long, ulonglong, 16, 16)
__GLINT_VECTORS(float, float, 8, 16)
__GLINT_VECTORS(double, double, 16, 16)

#undef __GLINT_VECTORS

// Names in CUDA 13 for vectors of four wide components. The names contain the alignment.
#define __GLINT_WIDE_VECTORS(type, name)                                                   \
    typedef name##4 name##4_16a;                                                           \
    struct __attribute__((aligned(32))) name##4_32a { type x, y, z, w; };                  \
    __glint_any constexpr name##4_16a make_##name##4_16a(type x, type y, type z, type w) { \
        return {x, y, z, w};                                                               \
    }                                                                                      \
    __glint_any constexpr name##4_32a make_##name##4_32a(type x, type y, type z, type w) { \
        return {x, y, z, w};                                                               \
    }

__GLINT_WIDE_VECTORS(long, long)
__GLINT_WIDE_VECTORS(unsigned long, ulong)
__GLINT_WIDE_VECTORS(long long, longlong)
__GLINT_WIDE_VECTORS(unsigned long long, ulonglong)
__GLINT_WIDE_VECTORS(double, double)

#undef __GLINT_WIDE_VECTORS

struct dim3 {
    unsigned int x, y, z;

    __host__
    __device__ constexpr dim3(unsigned int x_ = 1, unsigned int y_ = 1, unsigned int z_ = 1)
        : x(x_), y(y_), z(z_) {}
    __host__ __device__ constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
    __host__ __device__ constexpr operator uint3() const { return {x, y, z}; }
};
