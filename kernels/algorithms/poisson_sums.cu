// SPDX-License-Identifier: MIT
// Multigrid for Poisson's equation: sums over a level, and what is prepared for it.
#include <algorithms/poisson_index.cuh>
#include <algorithms/poisson_sums.cuh>
#include <algorithms/poisson_transfer.cuh>

namespace glint::poisson {

/// What leads through borders to a value that is given, and so makes the solution unique.
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

/// Whether nothing that leads out of a cell would change if its faces were wholly open. What a
/// closed border has for a face does not matter.
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

/// How open the lower face of a cell is.
__device__ inline float open_at(const Level& level, int axis, Cell c) {
    const Axis& along = axis == 0 ? level.x : axis == 1 ? level.y : level.z;
    return along.open[face_of(level, axis, c)];
}

}  // namespace glint::poisson

/// values.
extern "C" __global__ void __launch_bounds__(256)
    poisson_measure(glint::poisson::Level level, double* parts) {
    using namespace glint::poisson;
    __shared__ Reduce::Storage storage;
    double volume = 0, borders = 0;
    for_each_cell(level, [&](Cell c) {
        if (!(diagonal_at(level, c) > 0)) return;
        volume += volume_of(level, c);
        borders += borders_at(level, c);
    });
    leave_part(volume, parts + 2 * blockIdx.x, storage);
    leave_part(borders, parts + 2 * blockIdx.x + 1, storage);
}

/// Each block's part of the sum of values times volumes.
extern "C" __global__ void __launch_bounds__(256)
    poisson_sums(glint::poisson::Level level, const glint::poisson::Value* values,
                 const double* measure, double* parts) {
    using namespace glint::poisson;
    if (is_unique(measure)) return;
    __shared__ Reduce::Storage storage;
    double sum = 0;
    for_each_cell(level, [&](Cell c) {
        const Value value = values[index_of(level, c)];
        if (has_equation(level, c)) sum += volume_of(level, c) * value;
    });
    leave_part(sum, parts + blockIdx.x, storage);
}

/// The mean, by one block; 0 where the solution is unique.
extern "C" __global__ void __launch_bounds__(256)
    poisson_mean(int count, const double* parts, const double* measure, double* mean) {
    using namespace glint::poisson;
    __shared__ Reduce::Storage storage;
    if (is_unique(measure)) {
        if (threadIdx.x == 0) *mean = 0;
        return;
    }
    double sum = 0;
    for (int i = static_cast<int>(threadIdx.x); i < count; i += kThreads) sum += parts[i];
    const double all = Reduce(storage).sum(sum);
    if (threadIdx.x == 0) *mean = all / measure[0];
}

/// The sums of two columns of parts, by one block.
extern "C" __global__ void __launch_bounds__(256)
    poisson_join(int count, const double* parts, double* sums) {
    using namespace glint::poisson;
    __shared__ Reduce::Storage storage;
    double first = 0, second = 0;
    for (int i = static_cast<int>(threadIdx.x); i < count; i += kThreads) {
        first += parts[2 * i];
        second += parts[2 * i + 1];
    }
    leave_part(first, sums, storage);
    leave_part(second, sums + 1, storage);
}

/// Takes the mean away, and leaves 0 in cells without an equation.
extern "C" __global__ void __launch_bounds__(256)
    poisson_settle(glint::poisson::Level level, const double* mean, glint::poisson::Value* p) {
    using namespace glint::poisson;
    const Cell c{global_x(), global_y(), global_z()};
    if (c.x >= level.x.cells || c.y >= level.y.cells || c.z >= level.z.cells) return;
    const long long at = index_of(level, c);
    const Value shift = mean ? static_cast<Value>(*mean) : Value(0);
    p[at] = diagonal_at(level, c) > 0 ? p[at] - shift : Value(0);
}

/// Each block's part of the squares of the residual and of the right side.
extern "C" __global__ void __launch_bounds__(256)
    poisson_norms(glint::poisson::Level level, const glint::poisson::Value* f, const double* mean,
                  const glint::poisson::Value* p, double* parts) {
    using namespace glint::poisson;
    __shared__ Reduce::Storage storage;
    double residual = 0, right = 0;
    for_each_cell(level, [&](Cell c) {
        const long long at = index_of(level, c);
        const Pull<Value> pull = pull_at(level, c, p, at);
        if (!(pull.diagonal > 0)) return;
        const double goal = wanted(f, mean, at);
        const double left = goal - pull.laplacian;
        residual += left * left;
        right += goal * goal;
    });
    leave_part(residual, parts + 2 * blockIdx.x, storage);
    leave_part(right, parts + 2 * blockIdx.x + 1, storage);
}

/// small then, never too great.
extern "C" __global__ void __launch_bounds__(256)
    poisson_coarsen_open(glint::poisson::Level fine, glint::poisson::Level coarse, int axis,
                         float* open) {
    using namespace glint::poisson;
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

/// Which of the segments of a row are clear: a block for a segment of each of four rows.
extern "C" __global__ void __launch_bounds__(256)
    poisson_mark_clear(glint::poisson::Level level, unsigned char* clear) {
    using namespace glint::poisson;
    __shared__ int is_other[4];
    const Cell c{global_x(), global_y(), global_z()};
    if (threadIdx.x == 0) is_other[threadIdx.y] = 0;
    __syncthreads();
    const bool is_there = c.x < level.x.cells && c.y < level.y.cells;
    if (is_there && !leads_wholly(level, c)) is_other[threadIdx.y] = 1;
    __syncthreads();
    if (threadIdx.x == 0 && is_there) clear[segment_of(level, c)] = is_other[threadIdx.y] == 0;
}
