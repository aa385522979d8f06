// SPDX-License-Identifier: MIT
// Functions by which a kernel controls what a graph does next.
#pragma once

#ifndef __GLINT_CPU__  // always defined there

/// Sets a graph's condition, which the kernel receives as `cudaGraphConditionalHandle`. It is part
/// of CUDA. nvcc declares it; NVRTC does not.
extern "C" __device__ void cudaGraphSetConditional(unsigned long long condition,
                                                   unsigned int value);

#endif
