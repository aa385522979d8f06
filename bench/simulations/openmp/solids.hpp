// SPDX-License-Identifier: MIT
#pragma once

/// Substeps of apps/sand_snow, after a sort of its particles.
namespace glint::bench::openmp {

/// Lengths in cells, times in substeps, masses relative to a cell of water.
struct SolidsParticle {
    float place[3];
    float memory;
    float velocity[3];
    float mass;
    float slope[9];   ///< gradient of the velocity, row-major
    float strain[6];  ///< xx yy zz xy xz yz
    int material, number;
};

/// The names are the simulation's.
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
    int* begins;  ///< of blocks of 4 x 4 x 4 cells, of particles that are gone, and the end
    int* counts;  ///< one set per thread
    int* order;
};

extern "C" {

/// The result is in `now`, sorted by block. Returns the number of particles that moved too far from
/// their block to be correct; it is 0 in all these substeps.
int openmp_solids(const Solids* solids);
}

}  // namespace glint::bench::openmp
