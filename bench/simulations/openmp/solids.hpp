// SPDX-License-Identifier: MIT
#pragma once

/// Substeps of apps/sand_snow, after a sort of its particles.
namespace glint::bench::openmp {

/// Lengths in cells, times in substeps, masses in those of a cell of water.
struct SolidsParticle {
    float place[3];
    float memory;
    float velocity[3];
    float mass;
    float slope[9];   ///< of the velocity, by rows
    float strain[6];  ///< xx yy zz xy xz yz
    int material, number;
};

/// As the simulation names them.
struct Materials {
    float water_density, water_stiffness;
    float jelly_density, jelly_stiffness, jelly_poisson;
    float snow_density, snow_stiffness, snow_poisson, snow_compression, snow_stretch,
        snow_hardening;
    float sand_density, sand_stiffness, sand_poisson, sand_friction;
};

struct Solids {
    int particles;
    int nodes[3];
    int substeps;
    float rate;  ///< of a substep, in s, by the length of a cell in m
    float pull;  ///< of gravity, in cells a substep each substep
    float floor_friction, wall_friction;
    Materials materials;
    SolidsParticle *now, *sorted;
    float* grids[2];  ///< four numbers of each node
    unsigned* key;
    int* begins;  ///< of blocks of 4 x 4 x 4 cells, of what is gone, and the end
    int* counts;  ///< as many for each thread
    int* order;
};

extern "C" {

/// What becomes of the particles is in `now`, by blocks. Returns how many went too far from theirs
/// to be right, as particles do in none of these substeps.
int openmp_solids(const Solids* solids);
}

}  // namespace glint::bench::openmp
