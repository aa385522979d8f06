// SPDX-License-Identifier: MIT
#pragma once

/// A right-hand side of apps/dam in 3D with a lid, and the step that uses it.
namespace glint::bench::openmp {

/// Particles, as one array for each of eleven numbers, and keys. A key is twice the cell index,
/// plus one for walls.
struct WaterParticles {
    float *x, *y, *z;  ///< in cells, from the corner of the first cell
    float* volume;     ///< negative for walls
    float *u, *v, *w;  ///< m/s
    float* compression;
    float* rates[4];  ///< rates of velocity and compression in the previous step
    unsigned* key;
};

struct Water {
    int particles;
    int cells[3];
    int tank[3];                 ///< size in spacings along x, y and z
    const unsigned char* solid;  ///< solid cells of the tank, x fastest
    float dt, spacing, sound, viscosity, damping, diffusion, shift;
    float gravity[3];
    WaterParticles now, sorted;  ///< `sorted`: space to sort by cell
    int* begins;                 ///< begin of each key: two keys per cell, and the end
    int* counts;                 ///< one set per thread
    int* order;
};

extern "C" {

/// Runs a step. The result is in `now`, sorted by the previous cells.
void openmp_water(const Water* water);
}

}  // namespace glint::bench::openmp
