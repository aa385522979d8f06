// SPDX-License-Identifier: MIT
// Multigrid for Poisson's equation: the coarsest levels.
#include <algorithms/poisson_bottom.cuh>

/// Processes the coarsest levels of a V-cycle in one block. Sweeps on the finest of these levels,
/// whose right-hand side is given, and does the whole cycle on the coarser levels.
extern "C" __global__ void __launch_bounds__(1024)
    poisson_bottom(const glint::poisson_solver::Bottom* given, int count, int sweeps,
                   int last_sweeps, glint::poisson_solver::Value relaxation,
                   glint::poisson_solver::Value last_relaxation,
                   const glint::poisson_solver::Value* f, const double* mean,
                   glint::poisson_solver::Value* p) {
    using namespace glint::poisson_solver;
    __shared__ Bottom levels[kMaxBottom];
    __shared__ Value values[kBottomThreads + 1];
    fetch(given, levels, count);
    if (threadIdx.x == 0) levels[0].f = const_cast<Value*>(f), levels[0].p = p;
    __syncthreads();
    // Descends to the coarsest level and ascends again.
    for (int visit = 0; visit < 2 * count - 1; ++visit) {
        const bool is_down = visit < count - 1, is_last = visit == count - 1;
        const int i = visit < count ? visit : 2 * count - 2 - visit;
        if (visit >= count) prolong_in_block(levels[i], levels[i + 1]);
        const double* const mean_there = i == 0 ? mean : nullptr;
        const Level& level = levels[i].level;
        if (is_last && level.x.cells * level.y.cells * level.z.cells <= kBottomThreads)
            solve_in_block(levels[i], last_sweeps, last_relaxation, mean_there, values);
        else
            sweep_in_block(levels[i], is_last ? last_sweeps : sweeps,
                           is_last ? last_relaxation : relaxation, mean_there);
        if (is_down) restrict_in_block(levels[i], levels[i + 1], i == 0 ? mean : nullptr);
    }
}
