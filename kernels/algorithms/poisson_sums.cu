// SPDX-License-Identifier: MIT
// Multigrid for Poisson's equation: sums over a level.
#include <algorithms/poisson_index.cuh>
#include <algorithms/poisson_sums.cuh>

/// Writes partial sums of values multiplied by cell volumes, one per block.
extern "C" __global__ void __launch_bounds__(256)
    poisson_sums(glint::poisson_solver::Level level, const glint::poisson_solver::Value* values,
                 const double* measure, double* parts) {
    using namespace glint::poisson_solver;
    if (is_unique(measure)) return;
    __shared__ Reduce::Storage storage;
    double sum = 0;
    for_each_cell(level, [&](Cell c) {
        const Value value = values[index_of(level, c)];
        if (has_equation(level, c)) sum += volume_of(level, c) * value;
    });
    leave_part(sum, parts + blockIdx.x, storage);
}

/// Computes the mean in one block. The mean is 0 if the solution is unique.
extern "C" __global__ void __launch_bounds__(256)
    poisson_mean(int count, const double* parts, const double* measure, double* mean) {
    using namespace glint::poisson_solver;
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

/// Adds up two columns of partial results in one block.
extern "C" __global__ void __launch_bounds__(256)
    poisson_join(int count, const double* parts, double* sums) {
    using namespace glint::poisson_solver;
    __shared__ Reduce::Storage storage;
    double first = 0, second = 0;
    for (int i = static_cast<int>(threadIdx.x); i < count; i += kThreads) {
        first += parts[2 * i];
        second += parts[2 * i + 1];
    }
    leave_part(first, sums, storage);
    leave_part(second, sums + 1, storage);
}

/// Subtracts the mean, and sets cells without an equation to 0.
extern "C" __global__ void __launch_bounds__(256)
    poisson_settle(glint::poisson_solver::Level level, const double* mean,
                   glint::poisson_solver::Value* p) {
    using namespace glint::poisson_solver;
    const Cell c{global_x(), global_y(), global_z()};
    if (c.x >= level.x.cells || c.y >= level.y.cells || c.z >= level.z.cells) return;
    const long long at = index_of(level, c);
    const Value shift = mean ? static_cast<Value>(*mean) : Value(0);
    p[at] = diagonal_at(level, c) > 0 ? p[at] - shift : Value(0);
}

/// Writes partial sums of the squared residual and right-hand side, one pair per block.
extern "C" __global__ void __launch_bounds__(256)
    poisson_norms(glint::poisson_solver::Level level, const glint::poisson_solver::Value* f,
                  const double* mean, const glint::poisson_solver::Value* p, double* parts) {
    using namespace glint::poisson_solver;
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
