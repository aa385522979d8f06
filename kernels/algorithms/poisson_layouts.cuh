// SPDX-License-Identifier: MIT
// What the host passes to the kernels of Poisson's equation; both sides include it. Number is a
// float or a double; the host, which reads none of them, takes void.
#pragma once

namespace glint::poisson {

/// One dimension of a level. Cells may differ in width: the last one of a coarse level does where
/// a finer one has an odd number.
template <class Number>
struct AxisOf {
    int cells;
    int wraps;             // whether the first cell is the last one's neighbour
    const Number* low;     // for each cell 1 / (its width * the distance across its lower face)
    const Number* high;    // and its upper face
    const Number* width;   // of each cell
    const Number* toward;  // from its coarse cell's centre, part of the way to the next; below: < 0
    const float* open;     // the part of each face that is open, one more than cells
    int halves;            // whether two cells, or three at the end, are one of the coarser level
    int unused;
};
static_assert(sizeof(AxisOf<void>) == 56, "the host and device layouts must match");

template <class Number>
struct LevelOf {
    AxisOf<Number> x, y, z;
    // For each 64 cells of a row, whether all that leads out of them is wholly open.
    const unsigned char* clear;
    int segments;  // of so many cells, in a row
    int unused;
};
static_assert(sizeof(LevelOf<void>) == 184, "the host and device layouts must match");

/// One of the levels that a single block does, and where its right side and its solution are.
template <class Number>
struct BottomOf {
    LevelOf<Number> level;
    Number* f;
    Number* p;
};
static_assert(sizeof(BottomOf<void>) == 200, "the host and device layouts must match");

}  // namespace glint::poisson
