// SPDX-License-Identifier: MIT
#pragma once

// Defines CUDA C++ keywords with attributes that Clang supports.

#undef __CUDA_ARCH__
#define __CUDA_ARCH__ 800
#define __GLINT_CPU__ 1

#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __host__ __attribute__((host))
// In the module, the lowering recognizes these variables by their annotations.
#define __constant__ __attribute__((constant, annotate("glint.constant")))
#define __managed__ __attribute__((device))
#define __shared__ __attribute__((shared, annotate("glint.shared")))
#define __forceinline__ inline __attribute__((always_inline))
#define __noinline__ __attribute__((noinline))
// Uses only the threads per block. Ignores the limits for multiprocessors and clusters.
#define __launch_bounds__(threads, ...) __attribute__((launch_bounds(threads)))
#define __grid_constant__
#define __restrict__ __restrict
#define __align__(n) __attribute__((aligned(n)))
#define __builtin_align__(n) __attribute__((aligned(n)))

/// Starts a function in which each operation is rounded separately. Even if compiler options allow
/// it, operations are not contracted or approximated.
#define __GLINT_EXACT _Pragma("clang fp contract(off) reassociate(off) reciprocal(off)")

/// Marks a device function of the prelude.
#define __glint_device static inline __attribute__((device, always_inline))
/// Marks a function of the prelude that host code can also call.
#define __glint_any static inline __attribute__((host, device, always_inline))
/// Marks a member function of the prelude.
#define __glint_member __attribute__((device, always_inline))
/// Marks a member function of the prelude that host code can also call.
#define __glint_any_member __attribute__((host, device, always_inline))
/// Marks a deduction guide, which Clang treats as a function.
#define __glint_guide __attribute__((host, device))
/// Marks a function that the runtime defines or that the lowering replaces.
#define __glint_runtime extern "C" __attribute__((device, nothrow, convergent))
/// Marks a function of the runtime whose result depends only on its arguments. Calls of such a
/// function can be moved and vectorized.
#define __glint_pure_runtime extern "C" __attribute__((host, device, nothrow, const))
