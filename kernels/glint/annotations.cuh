// SPDX-License-Identifier: MIT
// Where a function of the device library may be called, and how CPUs run a loop.
#pragma once

/// In kernels, and in host code where the compiler sees any: what nvcc, NVRTC and glint's CPU front
/// end call `__host__ __device__`, and what a plain C++ compiler just calls a function.
#if defined(__CUDACC__) || defined(__CUDA__)
#define GLINT_ANY __host__ __device__ inline
#else
#define GLINT_ANY inline
#endif

/// Before such a function: on CUDA it stays one, and does not become part of its callers.
#if defined(__CUDA_ARCH__) && !defined(__GLINT_CPU__)
#define GLINT_APART __noinline__
#else
#define GLINT_APART
#endif

/// Before a loop in a kernel of which a thread does all rounds alone: on CPUs lanes take a round
/// each, with a mask behind the last. Rounds must not depend on each other but by sums.
#ifdef __GLINT_CPU__
#define GLINT_BY_LANES _Pragma("clang loop vectorize_predicate(enable) interleave_count(1)")
#else
#define GLINT_BY_LANES
#endif
