// SPDX-License-Identifier: MIT
// The coarsest levels of a V-cycle, which a single block processes. These levels have too few cells
// for more blocks, and separate launches would take longer than the work itself.
#pragma once

#include <algorithms/poisson_transfer.cuh>

namespace glint::poisson_solver {

using Bottom = BottomOf<Value>;

/// Returns the color of a cell. If a periodic dimension has an odd number of cells, the last plane
/// has its own colors, because it lies between two planes of the same parity.
__device__ inline int color_of(const Level& level, Cell c) {
    const auto is_seam = [](const Axis& axis, int i) {
        return axis.wraps && axis.cells % 2 == 1 && axis.cells > 1 && i == axis.cells - 1;
    };
    return ((c.x + c.y + c.z) & 1) + 2 * is_seam(level.x, c.x) + 4 * is_seam(level.y, c.y) +
           8 * is_seam(level.z, c.z);
}

__device__ inline void fetch(const Bottom* from, Bottom* to, int count) {
    const auto* words = reinterpret_cast<const int*>(from);
    const int all = count * static_cast<int>(sizeof(Bottom) / sizeof(int));
    for (int i = static_cast<int>(threadIdx.x); i < all; i += kBottomThreads)
        reinterpret_cast<int*>(to)[i] = words[i];
    __syncthreads();
}

template <class Visit>
__device__ inline void each_in_block(const Level& level, Visit visit) {
    const int nx = level.x.cells, ny = level.y.cells, count = nx * ny * level.z.cells;
    for (int i = static_cast<int>(threadIdx.x); i < count; i += kBottomThreads)
        visit(Cell{i % nx, i / nx % ny, i / nx / ny});
}

__device__ inline void sweep_in_block(const Bottom& on, int sweeps, Value relaxation,
                                      const double* mean) {
    const Level& level = on.level;
    const Cell last{level.x.cells - 1, level.y.cells - 1, level.z.cells - 1};
    const int seams = color_of(level, last) / 2;
    for (int sweep = 0; sweep < sweeps; ++sweep)
        for (int color = 0; color < 16; ++color) {
            if ((color / 2 & ~seams) != 0) continue;
            each_in_block(level, [&](Cell c) {
                if (color_of(level, c) == color)
                    relax_cell<kOpen>(level, c, relaxation, on.f, mean, on.p);
            });
            __syncthreads();
        }
}

/// Variant of sweep_in_block() for a level with at most one cell per thread. Each thread keeps its
/// cell's equation in registers. `values` has one more element than there are threads.
__device__ inline void solve_in_block(const Bottom& on, int sweeps, Value relaxation,
                                      const double* mean, Value* values) {
    const Level& level = on.level;
    const int nx = level.x.cells, ny = level.y.cells, count = nx * ny * level.z.cells;
    const int i = static_cast<int>(threadIdx.x);
    const Cell last{nx - 1, ny - 1, level.z.cells - 1};
    const int seams = color_of(level, last) / 2;
    int neighbors[6] = {}, color = -1;
    Value weights[6] = {}, diagonal = 0, goal = 0;
    if (i < count) {
        const Cell c{i % nx, i / nx % ny, i / nx / ny};
        const int place[3] = {c.x, c.y, c.z}, strides[3] = {1, nx, nx * ny};
        const Axis* const axes[3] = {&level.x, &level.y, &level.z};
#pragma unroll
        for (int k = 0; k < kRank; ++k) {
            const Axis& axis = *axes[k];
            const int round = (axis.cells - 1) * strides[k];
            const long long face = face_of(level, k, c);
            const bool is_first = place[k] == 0, is_last = place[k] == axis.cells - 1;
            const int none = axis.wraps ? 0 : kBottomThreads;
            neighbors[2 * k] = !is_first ? i - strides[k] : none ? none : i + round;
            neighbors[2 * k + 1] = !is_last ? i + strides[k] : none ? none : i - round;
            weights[2 * k] = axis.low[place[k]] * open_below(axis, face);
            weights[2 * k + 1] = axis.high[place[k]] * open_above(axis, place[k], face, strides[k]);
            diagonal += weights[2 * k] + weights[2 * k + 1];
        }
        goal = wanted(on.f, mean, i);
        values[i] = on.p[i];
        if (diagonal > 0) color = color_of(level, c);
    }
    if (i == 0) values[kBottomThreads] = 0;
    __syncthreads();
    for (int sweep = 0; sweep < sweeps; ++sweep)
        for (int turn = 0; turn < 16; ++turn) {
            if ((turn / 2 & ~seams) != 0) continue;
            if (color == turn) {
                Value laplacian = 0;
#pragma unroll
                for (int k = 0; k < 2 * kRank; ++k)
                    laplacian += weights[k] * (values[neighbors[k]] - values[i]);
                values[i] += relaxation * (laplacian - goal) / diagonal;
            }
            __syncthreads();
        }
    if (i < count) on.p[i] = values[i];
    __syncthreads();
}

__device__ inline void restrict_in_block(const Bottom& fine, const Bottom& coarse,
                                         const double* mean) {
    each_in_block(coarse.level, [&](Cell c) {
        const Box box = children_of(fine.level, coarse.level, c);
        const long long at = index_of(coarse.level, c);
        coarse.f[at] = mean_of_parts(fine.level, coarse.level, box, fine.f, mean, fine.p);
        coarse.p[at] = 0;
    });
    __syncthreads();
}

__device__ inline void prolong_in_block(const Bottom& fine, const Bottom& coarse) {
    each_in_block(fine.level, [&](Cell c) {
        fine.p[index_of(fine.level, c)] += correction_at(fine.level, coarse.level, c, coarse.p);
    });
    __syncthreads();
}

}  // namespace glint::poisson_solver
