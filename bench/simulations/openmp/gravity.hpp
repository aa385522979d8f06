// SPDX-License-Identifier: MIT
#pragma once

/// A step of apps/nbody: leapfrog with plain sums over all ordered pairs.
namespace glint::bench::openmp {

/// One number per body along x, y and z.
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

/// Runs a step. Accelerations must match the positions before it, and do so after it.
void openmp_leapfrog(const Gravity* gravity);
}

}  // namespace glint::bench::openmp
