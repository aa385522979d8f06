// SPDX-License-Identifier: MIT
// A V-cycle on CPUs. The lanes of a vector process rows of cells, and all operations on a band of
// rows are fused while the band is in a cache. Results equal those of poisson.cu. Levels must not
// have periodic dimensions with an odd number of cells, which would need more colors.
#include <algorithms/poisson_bottom.cuh>
#include <algorithms/poisson_coarsest.cuh>

namespace glint::poisson_solver {

/// Memory that is shared by arrays that are not needed at the same time.
union BottomSpace {
    Value sums[2 * kPart + 1];
    Coarsest coarsest;
};

}  // namespace glint::poisson_solver

/// Half a sweep: relaxes the cells of one parity, in bands of `layers` layers.
extern "C" __global__ void __launch_bounds__(32)
    poisson_row_smooth(glint::poisson_solver::Level level, int layers, int parity,
                       glint::poisson_solver::Value relaxation,
                       const glint::poisson_solver::Value* f, const double* mean,
                       glint::poisson_solver::Value* p) {
    using namespace glint::poisson_solver;
    const Band band(level, layers);
    const Equation on{level, f, value_of(mean), p};
    for (int i = band.begin; i < band.end; ++i) on.relax(i, parity, relaxation);
}

/// Runs some of the steps of a sweep and of restriction. Restriction sets the next coarser level's
/// right-hand side to averages of the residual, and its correction to 0.
extern "C" __global__ void __launch_bounds__(32)
    poisson_row_descend(glint::poisson_solver::Level fine, glint::poisson_solver::Level coarse,
                        int layers, int first_step, int last_step,
                        glint::poisson_solver::Value relaxation,
                        const glint::poisson_solver::Value* f, const double* mean,
                        glint::poisson_solver::Value* p, glint::poisson_solver::Value* coarse_f,
                        glint::poisson_solver::Value* coarse_p) {
    using namespace glint::poisson_solver;
    __shared__ Value sums[2 * kPart + 1];
    const Band band(fine, layers);
    const Descent descent{
        {fine, f, value_of(mean), p}, coarse, relaxation, coarse_f, coarse_p, sums};
    for (int step = first_step; step <= last_step; ++step) descent.run(band, step);
}

/// Runs some of the steps of prolongation and of a sweep. Prolongation adds the coarser level's
/// correction, which is interpolated linearly between cell centers.
extern "C" __global__ void __launch_bounds__(32)
    poisson_row_ascend(glint::poisson_solver::Level fine, glint::poisson_solver::Level coarse,
                       int layers, int first_step, int last_step,
                       glint::poisson_solver::Value relaxation,
                       const glint::poisson_solver::Value* f, const double* mean,
                       glint::poisson_solver::Value* p, const glint::poisson_solver::Value* e) {
    using namespace glint::poisson_solver;
    const Band band(fine, layers);
    const Ascent ascent{{fine, f, value_of(mean), p}, coarse, relaxation, e};
    for (int step = first_step; step <= last_step; ++step) ascent.run(band, step);
}

/// Processes the coarsest levels of a V-cycle, as poisson_bottom does.
extern "C" __global__ void __launch_bounds__(32)
    poisson_row_bottom(const glint::poisson_solver::Bottom* given, int count, int sweeps,
                       int last_sweeps, glint::poisson_solver::Value relaxation,
                       glint::poisson_solver::Value last_relaxation,
                       const glint::poisson_solver::Value* f, const double* mean,
                       glint::poisson_solver::Value* p) {
    using namespace glint::poisson_solver;
    __shared__ BottomSpace space;
    const auto equation_at = [&](int i) {
        return Equation{given[i].level, i == 0 ? f : given[i].f, i == 0 ? value_of(mean) : Value(0),
                        i == 0 ? p : given[i].p};
    };
    for (int i = 0; i < count - 1; ++i) {
        const Equation on = equation_at(i);
        on.relax_all(sweeps, relaxation);
        const Bottom& coarse = given[i + 1];
        for (int layer = 0; layer < layers_of(coarse.level).cells; ++layer)
            on.restrict_to(coarse.level, layer, coarse.f, coarse.p, space.sums);
    }
    const Equation last = equation_at(count - 1);
    if (Coarsest::suits(last.level))
        space.coarsest.solve(last, last_sweeps, last_relaxation);
    else
        last.relax_all(last_sweeps, last_relaxation);
    for (int i = count - 2; i >= 0; --i) {
        const Equation on = equation_at(i);
        for (int layer = 0; layer < layers_of(on.level).cells; ++layer)
            on.prolong_from(given[i + 1].level, layer, given[i + 1].p);
        on.relax_all(sweeps, relaxation);
    }
}
