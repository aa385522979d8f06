// SPDX-License-Identifier: MIT
#pragma once

/// A step of apps/flock in 3D, in a box that does not wrap and without predators.
namespace glint::bench::openmp {

/// The data of all boids, one array per component.
struct Boids {
    float *x, *y, *z;  ///< m
    float *u, *v, *w;  ///< m/s
    unsigned* key;     ///< cell index; outside the grid, the number of cells
};

struct Birds {
    int count;
    int box[3];    ///< size of the box in m
    int cells[3];  ///< number of cells, which are as wide as the sight distance
    float sight, apart;
    int most;  ///< maximum number of boids visited in a row of three cells
    float separate, align, together, speed, pace, agility, noise, home, roost, margin, avoid, dt;
    unsigned step, seed;
    const float* distance;  ///< m to the nearest solid, at the centers of 1 m cells
    Boids now, sorted;
    float* seen;  ///< number of boids that each one sees
    int* begins;  ///< begin of each cell's boids and of those outside, and the end
    int* counts;  ///< one set per thread
    int* order;
};

extern "C" {

/// Runs a step. The result is in `now`, sorted by the previous cells.
void openmp_birds(const Birds* birds);
}

}  // namespace glint::bench::openmp
