// SPDX-License-Identifier: MIT
#pragma once

/// Substeps of apps/cloth: a free sheet, with a ball and a floor.
namespace glint::bench::openmp {

struct Triple {
    float x, y, z;
};

/// The ball and the floor, with the simulation's parameter names.
struct SheetBodies {
    float self_friction, friction, ball, spin;
    Triple ball_at;
    bool floor;
};

struct Sheet {
    int columns, rows, substeps;
    int refresh;  ///< number of substeps between contact searches
    float dt;     ///< length of a substep
    float spacing, thickness, reach;
    float stretch, shear, bend;  ///< inverse stiffness, in the units of the projections
    float damping;
    Triple gravity;
    SheetBodies bodies;
    float *position, *next;  ///< four numbers per vertex: position in m, and inverse mass
    float* velocity;         ///< three numbers per vertex: m/s
    float* ahead[4];         ///< like positions, one array per component
    float* moved;            ///< like positions
    float* sorted;           ///< like `position`, with the vertex index as fourth number
    unsigned *near, *key;
    unsigned char* touching;
    int cells;    ///< number of cells, a power of two
    int* begins;  ///< begin of each cell's vertices, and the end
    int* counts;  ///< one set per thread
    int* order;
};

extern "C" {

void openmp_sheet(const Sheet* sheet);
}

}  // namespace glint::bench::openmp
