// SPDX-License-Identifier: MIT
#pragma once

/// A step of apps/flock in space, in a box that does not wrap and without predators.
namespace glint::bench::openmp {

/// Numbers of each boid, each kind by itself.
struct Boids {
    float *x, *y, *z;  ///< m
    float *u, *v, *w;  ///< m/s
    unsigned* key;     ///< the number of its cell; of those outside that of all cells
};

struct Birds {
    int count;
    int box[3];    ///< m
    int cells[3];  ///< as wide as boids see
    float sight, apart;
    int most;  ///< met in a row of three cells
    float separate, align, together, speed, pace, agility, noise, home, roost, margin, avoid, dt;
    unsigned step, seed;
    const float* distance;  ///< m to what is solid, at the middle of each cubic metre
    Boids now, sorted;
    float* seen;  ///< by each: how many
    int* begins;  ///< of each cell's boids, of those outside, and the end
    int* counts;  ///< as many for each thread
    int* order;
};

extern "C" {

/// What becomes of the boids is in `now`, in the order of the cells in which they were.
void openmp_birds(const Birds* birds);
}

}  // namespace glint::bench::openmp
