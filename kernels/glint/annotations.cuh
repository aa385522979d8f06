// SPDX-License-Identifier: MIT
// Macros that state where a library function may be called, and how CPUs run a loop.
#pragma once

/// For functions that kernels and host code can call: `__host__ __device__` for nvcc, NVRTC and
/// glint's CPU front end, and an ordinary function for a plain C++ compiler.
#if defined(__CUDACC__) || defined(__CUDA__)
#define GLINT_ANY __host__ __device__ inline
#else
#define GLINT_ANY inline
#endif

/// Place this macro before GLINT_ANY. CUDA then never inlines the function.
#if defined(__CUDA_ARCH__) && !defined(__GLINT_CPU__)
#define GLINT_APART __noinline__
#else
#define GLINT_APART
#endif

/// Place this before a loop that one thread runs in a kernel. CPUs vectorize the loop, with a mask
/// for the last iterations. Iterations may depend on each other only through sums.
#ifdef __GLINT_CPU__
#define GLINT_BY_LANES _Pragma("clang loop vectorize_predicate(enable) interleave_count(1)")
#else
#define GLINT_BY_LANES
#endif
