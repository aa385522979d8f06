// Where a function of the device library may be called.
#pragma once

/// In kernels, and in host code where the compiler sees any: what nvcc, NVRTC and glint's CPU front
/// end call `__host__ __device__`, and what a plain C++ compiler just calls a function.
#if defined(__CUDACC__) || defined(__CUDA__)
#define GLINT_ANY __host__ __device__ inline
#else
#define GLINT_ANY inline
#endif
