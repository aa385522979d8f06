// SPDX-License-Identifier: MIT
#pragma once

/// The OpenMP reference for apps/nbody: a leapfrog step with plain sums over all ordered pairs.
namespace glint::bench::openmp {

/// Three arrays: the x, y and z components of a vector per body.
struct Axes {
    float *x, *y, *z;
};

struct Gravity {
    int bodies;  ///< number of bodies, a multiple of 16
    float dt, gravity;
    float softening2;  ///< squared softening length
    Axes place, velocity, acceleration;
    const float* mass;
};

extern "C" {

/// Runs a step. Before and after the step, the accelerations belong to the positions.
void openmp_leapfrog(const Gravity* gravity);
}

}  // namespace glint::bench::openmp
