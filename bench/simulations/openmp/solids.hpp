// SPDX-License-Identifier: MIT
#pragma once

/// The OpenMP reference for apps/sand_snow: substeps, after the particles have been sorted.
namespace glint::bench::openmp {

/// A particle. Lengths are in cells, times in substeps, and masses in units of a water cell's mass.
struct SolidsParticle {
    float place[3];
    float memory;
    float velocity[3];
    float mass;
    float slope[9];   ///< gradient of the velocity, row-major
    float strain[6];  ///< components xx, yy, zz, xy, xz and yz
    int material, number;
};

/// Material parameters, named as in the simulation.
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
    int* begins;  ///< start of each 4 x 4 x 4 block's particles and of gone particles; then the end
    int* counts;  ///< one set of counts per thread
    int* order;
};

extern "C" {

/// Runs the substeps. Afterward, `now` holds the result, sorted by block. Returns the number of
/// particles that moved so far from their block that the result is wrong: 0 in this benchmark.
int openmp_solids(const Solids* solids);
}

}  // namespace glint::bench::openmp
