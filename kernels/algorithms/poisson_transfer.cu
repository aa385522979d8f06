// SPDX-License-Identifier: MIT
// Multigrid for Poisson's equation: restriction and prolongation.
#include <algorithms/poisson_index.cuh>
#include <algorithms/poisson_transfer.cuh>

/// Sets the coarser level's right-hand side to averages of the residual, and its correction to 0.
extern "C" __global__ void __launch_bounds__(256)
    poisson_restrict(glint::poisson_solver::Level fine, glint::poisson_solver::Level coarse,
                     const glint::poisson_solver::Value* f, const double* mean,
                     const glint::poisson_solver::Value* p, glint::poisson_solver::Value* coarse_f,
                     glint::poisson_solver::Value* coarse_p) {
    using namespace glint::poisson_solver;
    const Cell c{global_x(), global_y(), global_z()};
    if (c.x >= coarse.x.cells || c.y >= coarse.y.cells || c.z >= coarse.z.cells) return;
    const Box box = children_of(fine, coarse, c);
    const long long at = index_of(coarse, c);
    coarse_f[at] = are_plain_pairs(fine, box) ? mean_of_pairs(fine, coarse, box.begin, f, mean, p)
                                              : mean_of_parts(fine, coarse, box, f, mean, p);
    coarse_p[at] = 0;
}

/// Prolongation: adds the coarser level's correction, interpolated linearly between cell centers.
extern "C" __global__ void __launch_bounds__(256)
    poisson_prolong(glint::poisson_solver::Level fine, glint::poisson_solver::Level coarse,
                    const glint::poisson_solver::Value* e, glint::poisson_solver::Value* p) {
    using namespace glint::poisson_solver;
    const Cell c{global_x(), global_y(), global_z()};
    if (c.x >= fine.x.cells || c.y >= fine.y.cells || c.z >= fine.z.cells) return;
    p[index_of(fine, c)] += correction_at(fine, coarse, c, e);
}
