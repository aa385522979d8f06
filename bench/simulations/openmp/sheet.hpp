// SPDX-License-Identifier: MIT
#pragma once

/// Substeps of apps/cloth: a sheet that nobody holds, with a ball and a floor.
namespace glint::bench::openmp {

struct Triple {
    float x, y, z;
};

/// As the simulation names them.
struct SheetBodies {
    float self_friction, friction, ball, spin;
    Triple ball_at;
    bool floor;
};

struct Sheet {
    int columns, rows, substeps;
    int refresh;  ///< substeps from one search for contacts to the next
    float dt;     ///< of a substep
    float spacing, thickness, reach;
    float stretch, shear, bend;  ///< inverse stiffness, as projections have it
    float damping;
    Triple gravity;
    SheetBodies bodies;
    float *position, *next;  ///< four numbers of each vertex: m, and by how much it gives way
    float* velocity;         ///< three of each: m/s
    float* ahead[4];         ///< as positions, each kind by itself
    float* moved;            ///< as positions
    float* sorted;           ///< as positions, and which vertex
    unsigned *near, *key;
    unsigned char* touching;
    int cells;    ///< a power of two
    int* begins;  ///< of each cell's vertices, and the end
    int* counts;  ///< as many for each thread
    int* order;
};

extern "C" {

void openmp_sheet(const Sheet* sheet);
}

}  // namespace glint::bench::openmp
