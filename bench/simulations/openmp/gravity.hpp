// SPDX-License-Identifier: MIT
#pragma once

/// A step of apps/nbody: leapfrog with plain sums over all pairs, both ways.
namespace glint::bench::openmp {

/// A number of each body along x, y and z.
struct Axes {
    float *x, *y, *z;
};

struct Gravity {
    int bodies;  ///< a multiple of 16
    float dt, gravity;
    float softening2;  ///< its square
    Axes place, velocity, acceleration;
    const float* mass;
};

extern "C" {

/// Accelerations are those of the places, before and after.
void openmp_leapfrog(const Gravity* gravity);
}

}  // namespace glint::bench::openmp
