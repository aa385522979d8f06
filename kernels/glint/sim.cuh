// SPDX-License-Identifier: MIT
// The header for simulation sources: thread positions, hashed random numbers, and vector
// arithmetic.
#pragma once

#include <glint/hash.cuh>
#include <glint/vector.cuh>

namespace glint {

/// The position of a cell in a grid. Converts to int2 or int3.
struct Cell {
    int x, y, z;

    __device__ operator int2() const { return make_int2(x, y); }
    __device__ operator int3() const { return make_int3(x, y, z); }
};

/// Returns the cell of this thread, which may be outside the grid.
__device__ inline Cell cell() {
    return {static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x),
            static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y),
            static_cast<int>(blockIdx.z * blockDim.z + threadIdx.z)};
}

#ifndef GLINT_MARKS_INDEX
/// Returns the index of this thread's list element, which may be past the end.
__device__ inline int index() { return static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x); }
#else
// Compiled only for analysis. If a kernel calls index(), the compiler reports the atomic operation.
__device__ int index_mark;
__device__ inline int index() { return atomicExch(&index_mark, 0); }
#endif

}  // namespace glint
