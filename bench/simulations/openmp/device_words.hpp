// SPDX-License-Identifier: MIT
#pragma once

#include <math.h>

#include <algorithm>

/// Defines CUDA keywords for plain C++, so that the compilers of the references can compile the
/// device functions of the simulations.
#define __device__
#define __forceinline__ inline __attribute__((always_inline))

#define GLINT_BENCH_VECTORS(scalar, name)                                                        \
    struct name##2 { scalar x, y; };                                                             \
    struct name##3 { scalar x, y, z; };                                                          \
    struct alignas(sizeof(scalar) < 8 ? 4 * sizeof(scalar) : 16) name##4 { scalar x, y, z, w; }; \
    inline name##2 make_##name##2(scalar x, scalar y) { return {x, y}; }                         \
    inline name##3 make_##name##3(scalar x, scalar y, scalar z) { return {x, y, z}; }            \
    inline name##4 make_##name##4(scalar x, scalar y, scalar z, scalar w) { return {x, y, z, w}; }
GLINT_BENCH_VECTORS(float, float)
GLINT_BENCH_VECTORS(double, double)
GLINT_BENCH_VECTORS(int, int)
GLINT_BENCH_VECTORS(unsigned int, uint)
GLINT_BENCH_VECTORS(unsigned char, uchar)
#undef GLINT_BENCH_VECTORS

inline float rsqrt(float x) { return 1 / sqrtf(x); }
inline double rsqrt(double x) { return 1 / ::sqrt(x); }
using std::max;
using std::min;
inline float min(float a, float b) { return fminf(a, b); }
inline float max(float a, float b) { return fmaxf(a, b); }
inline float sinpif(float x) { return sinf(3.14159265f * x); }
