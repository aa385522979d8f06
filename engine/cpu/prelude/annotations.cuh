// SPDX-License-Identifier: MIT
#pragma once

// CUDA C++ keywords, defined with attributes that Clang knows.

#undef __CUDA_ARCH__
#define __CUDA_ARCH__ 800
#define __GLINT_CPU__ 1

#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __host__ __attribute__((host))
// The lowering finds these variables in the module by their annotations.
#define __constant__ __attribute__((constant, annotate("glint.constant")))
#define __managed__ __attribute__((device))
#define __shared__ __attribute__((shared, annotate("glint.shared")))
#define __forceinline__ inline __attribute__((always_inline))
#define __noinline__ __attribute__((noinline))
// The other arguments, blocks per multiprocessor and per cluster, have no meaning here.
#define __launch_bounds__(threads, ...) __attribute__((launch_bounds(threads)))
#define __grid_constant__
#define __restrict__ __restrict
#define __align__(n) __attribute__((aligned(n)))
#define __builtin_align__(n) __attribute__((aligned(n)))

/// Opens a function in which each operation rounds once: none is contracted or approximated,
/// regardless of the options.
#define __GLINT_EXACT _Pragma("clang fp contract(off) reassociate(off) reciprocal(off)")

/// A device function of the prelude.
#define __glint_device static inline __attribute__((device, always_inline))
/// A function of the prelude that host code may call, too.
#define __glint_any static inline __attribute__((host, device, always_inline))
/// A member function of the prelude.
#define __glint_member __attribute__((device, always_inline))
/// A member function of the prelude that host code may call, too.
#define __glint_any_member __attribute__((host, device, always_inline))
/// A deduction guide, which Clang treats as a function.
#define __glint_guide __attribute__((host, device))
/// A function of the runtime, or one that the lowering replaces.
#define __glint_runtime extern "C" __attribute__((device, nothrow, convergent))
/// A function of the runtime whose result depends only on its arguments: its calls may be moved and
/// vectorized.
#define __glint_pure_runtime extern "C" __attribute__((host, device, nothrow, const))
