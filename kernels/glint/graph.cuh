// SPDX-License-Identifier: MIT
// Functions with which a kernel decides what a graph does next.
#pragma once

#ifndef __GLINT_CPU__  // always defined there

/// Sets a graph's condition, which the kernel receives as `cudaGraphConditionalHandle`. Part of
/// CUDA; nvcc declares it, NVRTC does not.
extern "C" __device__ void cudaGraphSetConditional(unsigned long long condition,
                                                   unsigned int value);

#endif
