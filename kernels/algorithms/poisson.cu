// SPDX-License-Identifier: MIT
// Cell-centered multigrid for Poisson's equation: over-relaxed red-black Gauss-Seidel, restriction
// by averaging residuals, and prolongation by linear interpolation. A half sweep updates only cells
// whose neighbors all have the other color, so all runs are bit-identical.
#include <algorithms/poisson_index.cuh>

/// Half a sweep: relaxes the cells of one parity in a box.
extern "C" __global__ void __launch_bounds__(256)
    poisson_smooth(glint::poisson_solver::Level level, glint::poisson_solver::Box box, int parity,
                   glint::poisson_solver::Value relaxation, const glint::poisson_solver::Value* f,
                   const double* mean, glint::poisson_solver::Value* p) {
    using namespace glint::poisson_solver;
    Cell c{box.begin.x + 2 * global_x(), box.begin.y + global_y(), box.begin.z + global_z()};
    c.x += (c.x + c.y + c.z + parity) & 1;
    if (c.x >= box.end.x || c.y >= box.end.y || c.z >= box.end.z) return;
    if (is_clear(level, c))
        relax_cell<false>(level, c, relaxation, f, mean, p);
    else
        relax_cell<kOpen>(level, c, relaxation, f, mean, p);
}

/// Computes the residual of each cell.
extern "C" __global__ void __launch_bounds__(256)
    poisson_residual(glint::poisson_solver::Level level, const glint::poisson_solver::Value* f,
                     const double* mean, const glint::poisson_solver::Value* p,
                     glint::poisson_solver::Value* residual) {
    using namespace glint::poisson_solver;
    const Cell c{global_x(), global_y(), global_z()};
    if (c.x >= level.x.cells || c.y >= level.y.cells || c.z >= level.z.cells) return;
    residual[index_of(level, c)] = residual_at<kOpen>(level, c, f, mean, p);
}
