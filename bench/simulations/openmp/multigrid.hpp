// SPDX-License-Identifier: MIT
#pragma once

/// A V-cycle for Poisson's equation as engine/algorithms/poisson.hpp has it: one red-black sweep of
/// over-relaxed Gauss-Seidel before and after each correction, means of residuals down, linear
/// interpolation up; 0 on all borders, cells of width 1.
namespace glint::bench::openmp {

/// One of the grids, the finest first, each of half the extents of the one before.
struct Level {
    int width, height, depth;  ///< even, but on the coarsest; a plane has a depth of 1
    float *p, *f;
};

struct Cycle {
    int levels;
    float relaxation;
    int last_sweeps;  ///< on the coarsest grid
    float last_relaxation;
};

extern "C" {

void openmp_cycle(const Cycle* cycle, const Level* levels);
}

}  // namespace glint::bench::openmp
