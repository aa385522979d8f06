// SPDX-License-Identifier: MIT
#pragma once

/// The OpenMP reference for a V-cycle of engine/algorithms/poisson.hpp. The cycle does one
/// red-black sweep of over-relaxed Gauss-Seidel before and after each correction. It restricts
/// residuals by averaging and interpolates corrections linearly. The solution is 0 on all borders.
/// Cells have a width of 1.
namespace glint::bench::openmp {

/// A grid of the multigrid method. Grids are ordered from fine to coarse; each halves the extents.
struct Level {
    int width, height, depth;  ///< even, except on the coarsest grid; depth is 1 in 2D
    float *p, *f;
};

struct Cycle {
    int levels;
    float relaxation;
    int last_sweeps;  ///< number of sweeps on the coarsest grid
    float last_relaxation;
};

extern "C" {

void openmp_cycle(const Cycle* cycle, const Level* levels);
}

}  // namespace glint::bench::openmp
