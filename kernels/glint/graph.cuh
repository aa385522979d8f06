// SPDX-License-Identifier: MIT
// What a kernel calls that decides what a graph does next.
#pragma once

#ifndef __GLINT_CPU__  // where it is always there

/// Sets a graph's condition, which the kernel takes as `cudaGraphConditionalHandle`. CUDA's own;
/// nvcc declares it, NVRTC does not.
extern "C" __device__ void cudaGraphSetConditional(unsigned long long condition,
                                                   unsigned int value);

#endif
