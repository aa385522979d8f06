// SPDX-License-Identifier: MIT
#pragma once

#include <algorithms/poisson_level.cuh>

namespace glint::poisson_solver {

/// The coordinates of a thread's cell. The threads form a grid that covers the grid of cells.
__device__ inline int global_x() { return static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x); }
__device__ inline int global_y() { return static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y); }
__device__ inline int global_z() { return static_cast<int>(blockIdx.z); }

}  // namespace glint::poisson_solver
