// SPDX-License-Identifier: MIT
// Multigrid for Poisson's equation: sums and openness that a plan computes once for each level.
#include <algorithms/poisson_index.cuh>
#include <algorithms/poisson_sums.cuh>
#include <algorithms/poisson_transfer.cuh>

namespace glint::poisson_solver {

/// Returns the sum of the coefficients that connect a cell to given values at the borders. The
/// solution is unique if this sum is not 0 for some cell.
__device__ inline double borders_of(const Axis& axis, int i, long long face, long long stride) {
    if (axis.wraps) return 0;
    double sum = 0;
    if (i == 0) sum += axis.low[i] * open_below(axis, face);
    if (i == axis.cells - 1) sum += axis.high[i] * open_above(axis, i, face, stride);
    return sum;
}
__device__ inline double borders_at(const Level& level, Cell c) {
    const long long nx = level.x.cells, ny = level.y.cells;
    double sum = borders_of(level.x, c.x, face_of(level, 0, c), 1) +
                 borders_of(level.y, c.y, face_of(level, 1, c), nx);
    if constexpr (kRank == 3) sum += borders_of(level.z, c.z, face_of(level, 2, c), nx * ny);
    return sum;
}

/// True if each face of a cell that has a coefficient is fully open. A face at a closed border has
/// no coefficient, so its openness does not matter.
__device__ inline bool leads_wholly(const Axis& axis, int i, long long face, long long stride) {
    return (axis.low[i] == 0 || open_below(axis, face) == 1) &&
           (axis.high[i] == 0 || open_above(axis, i, face, stride) == 1);
}
__device__ inline bool leads_wholly(const Level& level, Cell c) {
    const long long nx = level.x.cells, ny = level.y.cells;
    bool is_whole = leads_wholly(level.x, c.x, face_of(level, 0, c), 1) &&
                    leads_wholly(level.y, c.y, face_of(level, 1, c), nx);
    if constexpr (kRank == 3)
        is_whole = is_whole && leads_wholly(level.z, c.z, face_of(level, 2, c), nx * ny);
    return is_whole;
}

/// Returns the openness, from 0 to 1, of the lower face of a cell along an axis.
__device__ inline float open_at(const Level& level, int axis, Cell c) {
    const Axis& along = axis == 0 ? level.x : axis == 1 ? level.y : level.z;
    return along.open[face_of(level, axis, c)];
}

}  // namespace glint::poisson_solver

/// Writes each block's partial sums: the volume of the cells that have an equation, and the
/// borders_at() of these cells.
extern "C" __global__ void __launch_bounds__(256)
    poisson_measure(glint::poisson_solver::Level level, double* parts) {
    using namespace glint::poisson_solver;
    __shared__ Reduce::Storage storage;
    double volume = 0, borders = 0;
    for_each_cell<1>(level, [&](Cell c) {
        if (!(diagonal_at(level, c) > 0)) return;
        volume += volume_of(level, c);
        borders += borders_at(level, c);
    });
    leave_part(volume, parts + 2 * blockIdx.x, storage);
    leave_part(borders, parts + 2 * blockIdx.x + 1, storage);
}

/// Computes the openness of a coarser level's faces along an axis, as the mean over the fine faces
/// of each coarse face. Walls thinner than a coarse cell therefore leak. The leaks make corrections
/// too small, but never too large.
extern "C" __global__ void __launch_bounds__(256)
    poisson_coarsen_open(glint::poisson_solver::Level fine, glint::poisson_solver::Level coarse,
                         int axis, float* open) {
    using namespace glint::poisson_solver;
    const Cell c{global_x(), global_y(), global_z()};
    const int ends[3] = {coarse.x.cells + (axis == 0), coarse.y.cells + (axis == 1),
                         coarse.z.cells + (axis == 2)};
    if (c.x >= ends[0] || c.y >= ends[1] || c.z >= ends[2]) return;
    Box box = children_of(fine, coarse, c);
    if (axis == 0) box.end.x = box.begin.x + 1;
    if (axis == 1) box.end.y = box.begin.y + 1;
    if (axis == 2) box.end.z = box.begin.z + 1;
    double sum = 0;
    for (int z = box.begin.z; z < box.end.z; ++z)
        for (int y = box.begin.y; y < box.end.y; ++y)
            for (int x = box.begin.x; x < box.end.x; ++x) {
                double share = 1;
                if (axis != 0) share *= share_of(fine.x, coarse.x, x);
                if (axis != 1) share *= share_of(fine.y, coarse.y, y);
                if (axis != 2) share *= share_of(fine.z, coarse.z, z);
                sum += share * open_at(fine, axis, {x, y, z});
            }
    open[face_of(coarse, axis, c)] = static_cast<float>(sum);
}

/// Marks segments in which all faces are fully open. A block checks one segment in four rows.
extern "C" __global__ void __launch_bounds__(256)
    poisson_mark_clear(glint::poisson_solver::Level level, unsigned char* clear) {
    using namespace glint::poisson_solver;
    __shared__ int is_other[4];
    const Cell c{global_x(), global_y(), global_z()};
    if (threadIdx.x == 0) is_other[threadIdx.y] = 0;
    __syncthreads();
    const bool is_there = c.x < level.x.cells && c.y < level.y.cells;
    if (is_there && !leads_wholly(level, c)) is_other[threadIdx.y] = 1;
    __syncthreads();
    if (threadIdx.x == 0 && is_there) clear[segment_of(level, c)] = is_other[threadIdx.y] == 0;
}
