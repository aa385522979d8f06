// SPDX-License-Identifier: MIT
#pragma once

/// A V-cycle for Poisson's equation, as in engine/algorithms/poisson.hpp. It does one red-black
/// sweep of over-relaxed Gauss-Seidel before and after each correction. It restricts residuals by
/// averaging, and interpolates corrections linearly. The solution is 0 on all borders; cells have
/// width 1.
namespace glint::bench::openmp {

/// One of the grids, ordered from fine to coarse; each has half the extents of the previous one.
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
