// SPDX-License-Identifier: MIT
#pragma once

/// A step of apps/flock in 3-D, in a box that does not wrap and without predators.
namespace glint::bench::openmp {

/// The data of all boids, one array per component.
struct Boids {
    float *x, *y, *z;  ///< m
    float *u, *v, *w;  ///< m/s
    unsigned* key;     ///< cell index; outside the grid, the number of cells
};

struct Birds {
    int count;
    int box[3];    ///< m
    int cells[3];  ///< as wide as the boids' sight
    float sight, apart;
    int most;  ///< boids met in a row of three cells
    float separate, align, together, speed, pace, agility, noise, home, roost, margin, avoid, dt;
    unsigned step, seed;
    const float* distance;  ///< m to the nearest solid, at the center of each cubic meter
    Boids now, sorted;
    float* seen;  ///< number of boids that each one sees
    int* begins;  ///< of each cell's boids, of those outside, and the end
    int* counts;  ///< one set per thread
    int* order;
};

extern "C" {

/// The result is in `now`, sorted by the previous cells.
void openmp_birds(const Birds* birds);
}

}  // namespace glint::bench::openmp
