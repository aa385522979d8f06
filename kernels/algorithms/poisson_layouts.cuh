// SPDX-License-Identifier: MIT
// Arguments of the kernels for Poisson's equation, shared by host and device. Number is float or
// double. On the host, which does not access the numbers, it is void.
#pragma once

namespace glint::poisson_solver {

/// One dimension of a level. All cells except the last have the same width. If a level has an odd
/// number of cells, the last cell of the next coarser level contains three cells, not two.
template <class Number>
struct AxisOf {
    int cells;
    int wraps;             // true if the first and the last cell are neighbors (periodic)
    const Number* low;     // for each cell: 1 / (cell width * distance across the lower face)
    const Number* high;    // for each cell: 1 / (cell width * distance across the upper face)
    const Number* width;   // width of each cell
    const Number* toward;  // offset from the coarse cell's center; 1: the next center
    const float* open;     // openness of each face, from 0 to 1; has cells + 1 elements
    int halves;            // true if a coarser cell has two cells (the last may have three)
    int unused;
};
static_assert(sizeof(AxisOf<void>) == 56, "the host and device layouts must match");

template <class Number>
struct LevelOf {
    AxisOf<Number> x, y, z;
    // For each segment of kSegment cells in a row: 1 if all faces of these cells are fully open.
    const unsigned char* clear;
    int segments;  // number of segments per row
    int unused;
};
static_assert(sizeof(LevelOf<void>) == 184, "the host and device layouts must match");

/// A level that a single block processes, with the addresses of its right-hand side and solution.
template <class Number>
struct BottomOf {
    LevelOf<Number> level;
    Number* f;
    Number* p;
};
static_assert(sizeof(BottomOf<void>) == 200, "the host and device layouts must match");

}  // namespace glint::poisson_solver
