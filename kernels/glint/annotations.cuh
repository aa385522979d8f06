// Where a function of the device library may be called.
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
