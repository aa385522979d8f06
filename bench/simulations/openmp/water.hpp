// SPDX-License-Identifier: MIT
#pragma once

/// A right-hand side of apps/dam in 3-D, with a lid, and the step that uses it.
namespace glint::bench::openmp {

/// Eleven numbers per particle, one array each, and its key: twice its cell index, plus one for
/// walls.
struct WaterParticles {
    float *x, *y, *z;  ///< in cells, from the corner of the first one
    float* volume;     ///< negative for walls
    float *u, *v, *w;  ///< m/s
    float* compression;
    float* rates[4];  ///< of velocity and compression in the previous step
    unsigned* key;
};

struct Water {
    int particles;
    int cells[3];
    int tank[3];                 ///< spacings along x, y and z
    const unsigned char* solid;  ///< of the tank, x fastest
    float dt, spacing, sound, viscosity, damping, diffusion, shift;
    float gravity[3];
    WaterParticles now, sorted;  ///< `sorted` has space for the cell order
    int* begins;                 ///< of keys: two per cell, and one more
    int* counts;                 ///< one set per thread
    int* order;
};

extern "C" {

/// The result is in `now`, sorted by the previous cells.
void openmp_water(const Water* water);
}

}  // namespace glint::bench::openmp
