// SPDX-License-Identifier: MIT
#pragma once

/// A step of apps/nbody: leapfrog with plain sums over all ordered pairs.
namespace glint::bench::openmp {

/// One number per body along x, y and z.
struct Axes {
    float *x, *y, *z;
};

struct Gravity {
    int bodies;  ///< a multiple of 16
    float dt, gravity;
    float softening2;  ///< squared
    Axes place, velocity, acceleration;
    const float* mass;
};

extern "C" {

/// Accelerations match the positions, before and after.
void openmp_leapfrog(const Gravity* gravity);
}

}  // namespace glint::bench::openmp
