// SPDX-License-Identifier: MIT
// Functions by which a kernel controls what a graph does next.
#pragma once

#ifndef __GLINT_CPU__  // CPU headers declare this function

/// Sets the condition of a graph, which the kernel receives as a `cudaGraphConditionalHandle`. This
/// function is part of CUDA, and declared by nvcc but not by NVRTC.
extern "C" __device__ void cudaGraphSetConditional(unsigned long long condition,
                                                   unsigned int value);

#endif
