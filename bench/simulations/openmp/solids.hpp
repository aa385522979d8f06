// SPDX-License-Identifier: MIT
#pragma once

/// Substeps of apps/sand_snow, after its particles have been sorted.
namespace glint::bench::openmp {

/// A particle. Lengths are in cells, times in substeps, and masses relative to a cell of water.
struct SolidsParticle {
    float place[3];
    float memory;
    float velocity[3];
    float mass;
    float slope[9];   ///< gradient of the velocity, row-major
    float strain[6];  ///< xx yy zz xy xz yz
    int material, number;
};

/// Material parameters, with the simulation's names.
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
    float rate;  ///< length of a substep in s, divided by the length of a cell in m
    float pull;  ///< gravity, in cells per substep per substep
    float floor_friction, wall_friction;
    Materials materials;
    SolidsParticle *now, *sorted;
    float* grids[2];  ///< four numbers per node
    unsigned* key;
    int* begins;  ///< begin of each 4 x 4 x 4 block's particles and of gone particles, and the end
    int* counts;  ///< one set per thread
    int* order;
};

extern "C" {

/// Runs substeps. The result is in `now`, sorted by block. Returns the number of particles that
/// moved too far from their block to be correct, which is 0 in all benchmarked substeps.
int openmp_solids(const Solids* solids);
}

}  // namespace glint::bench::openmp
