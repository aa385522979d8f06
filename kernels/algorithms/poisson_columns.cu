// SPDX-License-Identifier: MIT
// Norms and corrections on large three-dimensional levels. Each thread processes several cells and
// keeps their common data in registers. Results equal those of poisson.cu.
#include <algorithms/poisson_sums.cuh>
#include <algorithms/poisson_transfer.cuh>

namespace glint::poisson_solver {

/// The column of cells that a thread processes.
struct Column {
    int x, y, begin, end;
    bool is_there;
};

__device__ inline Column own_column(const Level& level) {
    const int x = static_cast<int>(blockIdx.x * kBlockWidth + threadIdx.x % kBlockWidth);
    const int y =
        static_cast<int>(blockIdx.y * (kThreads / kBlockWidth) + threadIdx.x / kBlockWidth);
    const int begin = static_cast<int>(blockIdx.z) * kColumn;
    return {x, y, begin, min(begin + kColumn, level.z.cells),
            x < level.x.cells && y < level.y.cells};
}

/// Returns the value at layer z of a column, where z may also be -1 or the number of cells.
__device__ inline Value in_layer(const Axis& axis, const Value* p, int z, long long layer) {
    if (z < 0) z = axis.wraps ? axis.cells - 1 : -1;
    if (z >= axis.cells) z = axis.wraps ? 0 : -1;
    return z < 0 ? Value(0) : p[z * layer];
}

/// The values that one cell needs, except those of its two neighbors along z.
struct Around {
    Value here, left, right, above, below, goal;
};

__device__ inline Value laplacian(const Around& a, Value lower, Value upper, const Value (&x)[2],
                                  const Value (&y)[2], const Value (&z)[2]) {
    Value sum = 0;
    sum += x[0] * (a.left - a.here);
    sum += x[1] * (a.right - a.here);
    sum += y[0] * (a.below - a.here);
    sum += y[1] * (a.above - a.here);
    sum += z[0] * (lower - a.here);
    sum += z[1] * (upper - a.here);
    return sum;
}
__device__ inline Value diagonal(const Value (&x)[2], const Value (&y)[2], const Value (&z)[2]) {
    return x[0] + x[1] + (y[0] + y[1]) + (z[0] + z[1]);
}

/// The correction at the center of a coarse cell, and how it changes toward the centers of the two
/// neighbors along each dimension, multiplied by the openness of the faces between them.
struct Slopes {
    Value here;
    Value below[3], above[3];
};

__device__ inline void slope_along(const Axis& axis, int i, long long stride, long long face,
                                   const Value* e, long long at, Value& down, Value& up) {
    down = open_below(axis, face) * (below(axis, i, e, at, stride) - e[at]);
    up = open_above(axis, i, face, stride) * (above(axis, i, e, at, stride) - e[at]);
}

__device__ inline Slopes slopes_at(const Level& coarse, Cell c, const Value* e) {
    const long long at = index_of(coarse, c), nx = coarse.x.cells, ny = coarse.y.cells;
    Slopes s{e[at], {}, {}};
    slope_along(coarse.x, c.x, 1, face_of(coarse, 0, c), e, at, s.below[0], s.above[0]);
    slope_along(coarse.y, c.y, nx, face_of(coarse, 1, c), e, at, s.below[1], s.above[1]);
    if constexpr (kRank == 3)
        slope_along(coarse.z, c.z, nx * ny, face_of(coarse, 2, c), e, at, s.below[2], s.above[2]);
    return s;
}

__device__ inline Value lean_by(const Axis& fine, int i, Value down, Value up) {
    const Value toward = fine.toward[i];
    return toward < 0 ? -toward * down : toward * up;
}

/// Returns the correction at one of the fine cells in the coarse cell.
__device__ inline Value correction_in(const Level& fine, Cell c, const Slopes& s) {
    Value sum = s.here + lean_by(fine.x, c.x, s.below[0], s.above[0]) +
                lean_by(fine.y, c.y, s.below[1], s.above[1]);
    if constexpr (kRank == 3) sum += lean_by(fine.z, c.z, s.below[2], s.above[2]);
    return sum;
}

}  // namespace glint::poisson_solver

/// Writes partial sums of the squared residual and right-hand side, one pair per block.
extern "C" __global__ void __launch_bounds__(256)
    poisson_column_norms(glint::poisson_solver::Level level, const glint::poisson_solver::Value* f,
                         const double* given_mean, const glint::poisson_solver::Value* p,
                         double* parts) {
    using namespace glint::poisson_solver;
    __shared__ Reduce::Storage storage;
    const Column column = own_column(level);
    const int x = column.x, y = column.y, nx = level.x.cells;
    double residual = 0, right = 0;
    if (column.is_there) {
        const long long layer = static_cast<long long>(nx) * level.y.cells;
        const long long first = static_cast<long long>(y) * nx + x;
        const Value mean = given_mean ? static_cast<Value>(*given_mean) : Value(0);
        const Value xs[2] = {level.x.low[x], level.x.high[x]};
        const Value ys[2] = {level.y.low[y], level.y.high[y]};
        const long long left = step_below(level.x, x), ahead = step_above(level.x, x);
        const long long below = static_cast<long long>(step_below(level.y, y)) * nx;
        const long long above = static_cast<long long>(step_above(level.y, y)) * nx;
        Value lower = in_layer(level.z, p + first, column.begin - 1, layer);
        Value here = in_layer(level.z, p + first, column.begin, layer);
#pragma unroll 4
        for (int z = column.begin; z < column.end; ++z) {
            const Value* at = p + first + z * layer;
            const Value upper = in_layer(level.z, p + first, z + 1, layer);
            const Around a{here,
                           neighbor(at, left),
                           neighbor(at, ahead),
                           neighbor(at, above),
                           neighbor(at, below),
                           f[first + z * layer] - mean};
            const Value zs[2] = {level.z.low[z], level.z.high[z]};
            Pull<Value> pull{laplacian(a, lower, upper, xs, ys, zs), diagonal(xs, ys, zs)};
            if constexpr (kOpen)
                if (!is_clear(level, {x, y, z}))
                    pull = pull_through<true>(level, {x, y, z}, p, first + z * layer);
            const double goal = pull.diagonal > 0 ? a.goal : Value(0);
            const double rest = pull.diagonal > 0 ? a.goal - pull.laplacian : Value(0);
            residual += rest * rest;
            right += goal * goal;
            lower = here, here = upper;
        }
    }
    const unsigned block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
    leave_part(residual, parts + 2 * static_cast<long long>(block), storage);
    leave_part(right, parts + 2 * static_cast<long long>(block) + 1, storage);
}

/// Adds the coarser level's correction to the fine cells in each coarse cell. The correction is
/// interpolated linearly between cell centers.
extern "C" __global__ void __launch_bounds__(256)
    poisson_spread(glint::poisson_solver::Level fine, glint::poisson_solver::Level coarse,
                   const glint::poisson_solver::Value* e, glint::poisson_solver::Value* p) {
    using namespace glint::poisson_solver;
    const Cell c = {static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x),
                    static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y),
                    static_cast<int>(blockIdx.z)};
    if (c.x >= coarse.x.cells || c.y >= coarse.y.cells || c.z >= coarse.z.cells) return;
    const Slopes slopes = slopes_at(coarse, c, e);
    const Box box = children_of(fine, coarse, c);
    for (int z = box.begin.z; z < box.end.z; ++z)
        for (int y = box.begin.y; y < box.end.y; ++y)
            for (int x = box.begin.x; x < box.end.x; ++x) {
                const Cell child{x, y, z};
                p[index_of(fine, child)] += correction_in(fine, child, slopes);
            }
}
