// SPDX-License-Identifier: MIT
#pragma once

/// The OpenMP reference for apps/cloth: the substeps of a free sheet, with a ball and a floor.
namespace glint::bench::openmp {

struct Triple {
    float x, y, z;
};

/// The ball and the floor. The members are named like the simulation's parameters.
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
    float stretch, shear, bend;  ///< inverse stiffness, as pull() and unbend() in sheet.cpp take it
    float damping;
    Triple gravity;
    SheetBodies bodies;
    float *position, *next;  ///< four numbers per vertex: position in m, and inverse mass
    float* velocity;         ///< three numbers per vertex: velocity in m/s
    float* ahead[4];         ///< like `position`, but one array per component
    float* moved;            ///< like `position`
    float* sorted;           ///< like `position`, but the fourth number is the index of the vertex
    unsigned *near, *key;
    unsigned char* touching;
    int cells;    ///< number of cells, a power of two
    int* begins;  ///< where the vertices of each cell begin; then the end
    int* counts;  ///< one set of counts per thread
    int* order;
};

extern "C" {

void openmp_sheet(const Sheet* sheet);
}

}  // namespace glint::bench::openmp
