// SPDX-License-Identifier: MIT
// Solutions in double for right-hand sides in float: residuals are computed in double, and
// corrections in float.
#include <algorithms/poisson_sums.cuh>

namespace glint::poisson_solver {

__device__ inline Cell own_cell() {
    return {static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x),
            static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y), static_cast<int>(blockIdx.z)};
}
__device__ inline bool is_outside(const Level& level, Cell c) {
    return c.x >= level.x.cells || c.y >= level.y.cells || c.z >= level.z.cells;
}

}  // namespace glint::poisson_solver

/// Computes the residual, and partial sums of its squares and of the squared right-hand side.
extern "C" __global__ void __launch_bounds__(256)
    poisson_refine_residual(glint::poisson_solver::Level level, const float* f, const double* mean,
                            const double* p, float* residual, double* parts) {
    using namespace glint::poisson_solver;
    __shared__ Reduce::Storage storage;
    double left = 0, right = 0;
    for_each_cell(level, [&](Cell c) {
        const long long at = index_of(level, c);
        const Pull<double> pull = pull_at(level, c, p, at);
        const bool is_there = pull.diagonal > 0;
        const double goal = f[at] - (mean ? *mean : 0);
        const double difference = is_there ? goal - pull.laplacian : 0;
        residual[at] = static_cast<float>(difference);
        left += difference * difference;
        right += is_there ? goal * goal : 0;
    });
    leave_part(left, parts + 2 * blockIdx.x, storage);
    leave_part(right, parts + 2 * blockIdx.x + 1, storage);
}

extern "C" __global__ void __launch_bounds__(256)
    poisson_refine_add(glint::poisson_solver::Level level, const float* e, double* p) {
    using namespace glint::poisson_solver;
    const Cell c = own_cell();
    if (!is_outside(level, c)) p[index_of(level, c)] += e[index_of(level, c)];
}

/// Writes partial sums of values multiplied by cell volumes, one per block.
extern "C" __global__ void __launch_bounds__(256)
    poisson_refine_sums(glint::poisson_solver::Level level, const double* values, double* parts) {
    using namespace glint::poisson_solver;
    __shared__ Reduce::Storage storage;
    double sum = 0;
    for_each_cell(level, [&](Cell c) {
        if (has_equation(level, c)) sum += volume_of(level, c) * values[index_of(level, c)];
    });
    leave_part(sum, parts + blockIdx.x, storage);
}

/// Subtracts the mean, and sets cells without an equation to 0.
extern "C" __global__ void __launch_bounds__(256)
    poisson_refine_settle(glint::poisson_solver::Level level, const double* mean, double* p) {
    using namespace glint::poisson_solver;
    const Cell c = own_cell();
    if (is_outside(level, c)) return;
    const long long at = index_of(level, c);
    p[at] = diagonal_at(level, c) > 0 ? p[at] - (mean ? *mean : 0) : 0;
}
