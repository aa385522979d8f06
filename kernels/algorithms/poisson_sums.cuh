// SPDX-License-Identifier: MIT
// Sums over a level. Each block writes a partial sum; a later kernel adds the partial sums.
#pragma once

#include <algorithms/poisson_level.cuh>

#include <glint/block_reduce.cuh>

namespace glint::poisson_solver {

constexpr int kThreads = 256;

using Reduce = BlockReduce<double, kThreads>;

__device__ inline void leave_part(double sum, double* part, Reduce::Storage& storage) {
    const double all = Reduce(storage).sum(sum);
    if (threadIdx.x == 0) *part = all;
    __syncthreads();
}

/// Calls `visit(cell)` for all cells. Each block processes a range of rows, several of them in
/// parallel if it has enough threads. Kernels that run only once should not unroll the loop,
/// because unrolled loops take long to compile.
template <int kUnrolled = 4, class Visit>
__device__ inline void for_each_cell(const Level& level, Visit visit) {
    const auto rows = static_cast<unsigned long long>(level.y.cells) * level.z.cells;
    const auto begin = static_cast<unsigned>(rows * blockIdx.x / gridDim.x);
    const auto end = static_cast<unsigned>(rows * (blockIdx.x + 1) / gridDim.x);
    const unsigned width = min(level.x.cells, kThreads), at_once = kThreads / width;
    const unsigned own = threadIdx.x / width;
    if (own >= at_once) return;
#pragma unroll kUnrolled
    for (unsigned row = begin + own; row < end; row += at_once)
        for (int x = static_cast<int>(threadIdx.x % width); x < level.x.cells; x += kThreads)
            visit(Cell{x, static_cast<int>(row % level.y.cells),
                       static_cast<int>(row / level.y.cells)});
}

__device__ inline double volume_of(const Level& level, Cell c) {
    return static_cast<double>(level.x.width[c.x]) * level.y.width[c.y] * level.z.width[c.z];
}

/// True if a level's solution is unique, because it has no free constant, or if no cell has an
/// equation. In both cases, the mean is not subtracted. `measure` holds the volume of the cells
/// with an equation, and the weight of their faces that have given values.
__device__ inline bool is_unique(const double* measure) {
    return !(measure[0] > 0) || measure[1] > 0;
}

/// True if a cell has an open face to another cell or to a given value.
__device__ inline bool has_equation(const Level& level, Cell c) {
    if constexpr (kOpen)
        if (!is_clear(level, c)) return diagonal_at(level, c) > 0;
    return diagonal_through<false>(level, c) > 0;
}

}  // namespace glint::poisson_solver
