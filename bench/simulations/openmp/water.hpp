// SPDX-License-Identifier: MIT
#pragma once

/// The OpenMP reference for apps/dam in 3D with a lid: the right-hand side, and the step.
namespace glint::bench::openmp {

/// Particles: twelve arrays of numbers and one array of keys. A key is twice the index of the cell,
/// plus one for particles of walls.
struct WaterParticles {
    float *x, *y, *z;  ///< in cells, from the corner of the first cell
    float* volume;     ///< negative for particles of walls
    float *u, *v, *w;  ///< m/s
    float* compression;
    float* rates[4];  ///< rates of velocity and compression in the previous step
    unsigned* key;
};

struct Water {
    int particles;
    int cells[3];
    int tank[3];                 ///< size of the tank, in particle spacings along x, y and z
    const unsigned char* solid;  ///< marks solid cells of the tank; x is the fastest index
    float dt, spacing, sound, viscosity, damping, diffusion, shift;
    float gravity[3];
    WaterParticles now, sorted;  ///< `sorted`: space for the particles sorted by cell
    int* begins;                 ///< where each key (two per cell) begins; then the end
    int* counts;                 ///< one set of counts per thread
    int* order;
};

extern "C" {

/// Runs a step. Afterward, `now` holds the result, sorted by the cells before the step.
void openmp_water(const Water* water);
}

}  // namespace glint::bench::openmp
