// What a V-cycle does on CPUs: rows of cells by the lanes of a vector. It gives what poisson.cu
// gives.
#include <algorithms/poisson_bottom.cuh>
#include <algorithms/poisson_rows.cuh>

namespace glint::poisson {

/// Of so many rows, those of this block.
struct OwnRows {
    int begin, end;

    __device__ explicit OwnRows(const Level& level) {
        const long long rows = static_cast<long long>(level.y.cells) * level.z.cells;
        begin = static_cast<int>(rows * blockIdx.x / gridDim.x);
        end = static_cast<int>(rows * (blockIdx.x + 1) / gridDim.x);
    }
};

__device__ inline int rows_of(const Level& level) { return level.y.cells * level.z.cells; }

__device__ inline void sweep_rows(const Bottom& on, int sweeps, Value relaxation, Value mean) {
    for (int half = 0; half < 2 * sweeps; ++half) {
        relax_rows(on.level, 0, rows_of(on.level), half & 1, relaxation, on.f, mean, on.p);
        __syncthreads();
    }
}

}  // namespace glint::poisson

/// Half a sweep: the cells of one parity.
extern "C" __global__ void __launch_bounds__(32)
    poisson_row_smooth(glint::poisson::Level level, int parity, glint::poisson::Value relaxation,
                       const glint::poisson::Value* f, const double* mean,
                       glint::poisson::Value* p) {
    using namespace glint::poisson;
    const OwnRows rows(level);
    relax_rows(level, rows.begin, rows.end, parity, relaxation, f, value_of(mean), p);
}

/// The right side of the next coarser level, the residual's averages, and a correction of 0.
extern "C" __global__ void __launch_bounds__(32)
    poisson_row_restrict(glint::poisson::Level fine, glint::poisson::Level coarse,
                         const glint::poisson::Value* f, const double* mean,
                         const glint::poisson::Value* p, glint::poisson::Value* coarse_f,
                         glint::poisson::Value* coarse_p) {
    using namespace glint::poisson;
    __shared__ Value sums[2 * kPart + 1];
    const OwnRows rows(coarse);
    restrict_rows(fine, coarse, rows.begin, rows.end, f, value_of(mean), p, sums, coarse_f,
                  coarse_p);
}

/// Adds the coarser level's correction, linear between the centres of its cells.
extern "C" __global__ void __launch_bounds__(32)
    poisson_row_prolong(glint::poisson::Level fine, glint::poisson::Level coarse,
                        const glint::poisson::Value* e, glint::poisson::Value* p) {
    using namespace glint::poisson;
    const OwnRows rows(fine);
    prolong_rows(fine, coarse, rows.begin, rows.end, e, p);
}

/// What a V-cycle does on the coarsest levels, as poisson_bottom does it; they have no seams.
extern "C" __global__ void __launch_bounds__(32)
    poisson_row_bottom(const glint::poisson::Bottom* given, int count, int sweeps, int last_sweeps,
                       glint::poisson::Value relaxation, glint::poisson::Value last_relaxation,
                       const glint::poisson::Value* f, const double* mean,
                       glint::poisson::Value* p) {
    using namespace glint::poisson;
    __shared__ Value sums[2 * kPart + 1];
    const auto level_at = [&](int i) {
        Bottom on = given[i];
        if (i == 0) on.f = const_cast<Value*>(f), on.p = p;
        return on;
    };
    for (int visit = 0; visit < 2 * count - 1; ++visit) {
        const bool is_down = visit < count - 1, is_last = visit == count - 1;
        const int i = visit < count ? visit : 2 * count - 2 - visit;
        const Bottom on = level_at(i);
        const Value mean_there = i == 0 ? value_of(mean) : Value(0);
        if (visit >= count) {
            const Bottom coarse = level_at(i + 1);
            prolong_rows(on.level, coarse.level, 0, rows_of(on.level), coarse.p, on.p);
            __syncthreads();
        }
        sweep_rows(on, is_last ? last_sweeps : sweeps, is_last ? last_relaxation : relaxation,
                   mean_there);
        if (is_down) {
            const Bottom coarse = level_at(i + 1);
            restrict_rows(on.level, coarse.level, 0, rows_of(coarse.level), on.f, mean_there, on.p,
                          sums, coarse.f, coarse.p);
        }
    }
}
