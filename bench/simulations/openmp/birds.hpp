// SPDX-License-Identifier: MIT
#pragma once

/// The OpenMP reference for apps/flock: a 3D step in a box that does not wrap, without predators.
namespace glint::bench::openmp {

/// The data of all boids, one array per component.
struct Boids {
    float *x, *y, *z;  ///< m
    float *u, *v, *w;  ///< m/s
    unsigned* key;     ///< cell index; for boids outside the grid, the number of cells
};

struct Birds {
    int count;
    int box[3];    ///< size of the box in m
    int cells[3];  ///< number of cells; each is as wide as the sight distance
    float sight, apart;
    int most;  ///< maximum number of boids visited in a row of three cells; 0: no limit
    float separate, align, together, speed, pace, agility, noise, home, roost, margin, avoid, dt;
    unsigned step, seed;
    const float* distance;  ///< distance in m to the nearest solid, at the centers of 1 m cells
    Boids now, sorted;
    float* seen;  ///< number of boids that each boid sees
    int* begins;  ///< start of each cell's boids, and of those outside the grid; then the end
    int* counts;  ///< one set of counts per thread
    int* order;
};

extern "C" {

/// Runs a step. Afterward, `now` holds the result, sorted by the cells before the step.
void openmp_birds(const Birds* birds);
}

}  // namespace glint::bench::openmp
