// SPDX-License-Identifier: MIT
#pragma once

/// A right side of apps/dam in space, with a lid, and the step that is taken with it.
namespace glint::bench::openmp {

/// Eleven numbers of each particle, each kind by itself, and its key: twice the number of its cell,
/// one more for walls.
struct WaterParticles {
    float *x, *y, *z;  ///< in cells, from the corner of the first one
    float* volume;     ///< of walls negative
    float *u, *v, *w;  ///< m/s
    float* compression;
    float* rates[4];  ///< of these four in the step before
    unsigned* key;
};

struct Water {
    int particles;
    int cells[3];
    int tank[3];                 ///< spacings along x, y and z
    const unsigned char* solid;  ///< of the tank, x fastest
    float dt, spacing, sound, viscosity, damping, diffusion, shift;
    float gravity[3];
    WaterParticles now, sorted;  ///< room for the order of cells
    int* begins;                 ///< of keys: two for each cell, and one more
    int* counts;                 ///< as many for each thread
    int* order;
};

extern "C" {

/// What becomes of the particles is in `now`, in the order of the cells in which they were.
void openmp_water(const Water* water);
}

}  // namespace glint::bench::openmp
