// SPDX-License-Identifier: MIT
// What a simulation's file needs: where its thread is, random numbers by hash, and arithmetic on
// vectors.
#pragma once

#include <glint/hash.cuh>
#include <glint/vector.cuh>

namespace glint {

/// A cell of a grid: an int2 or an int3, as it is taken.
struct Cell {
    int x, y, z;

    __device__ operator int2() const { return make_int2(x, y); }
    __device__ operator int3() const { return make_int3(x, y, z); }
};

/// The cell of a grid that is this thread's; it may lie outside.
__device__ inline Cell cell() {
    return {static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x),
            static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y),
            static_cast<int>(blockIdx.z * blockDim.z + threadIdx.z)};
}

#ifndef GLINT_MARKS_INDEX
/// The element of a list that is this thread's; it may lie behind the last.
__device__ inline int index() { return static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x); }
#else
// Compiled, and not run, to find the kernels that call it: compilers report atomics.
__device__ int index_mark;
__device__ inline int index() { return atomicExch(&index_mark, 0); }
#endif

}  // namespace glint
