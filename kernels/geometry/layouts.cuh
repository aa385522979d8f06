// SPDX-License-Identifier: MIT
// Arguments of the kernels in this folder, shared by host and device.
#pragma once

namespace glint::geometry {

struct Cells {
    int x, y, z;
};
static_assert(sizeof(Cells) == 12, "the host and device layouts must match");

/// The position of a grid in the coordinates of a mesh.
struct Frame {
    double low_x, low_y, low_z;  // corner of the first cell
    double scale;                // cells, or fractions of a cell, per unit of the mesh
};
static_assert(sizeof(Frame) == 32, "the host and device layouts must match");

/// The grid as rays traverse it: its extents along the rays and along the two directions across.
struct Rays {
    int along, a, b;  // numbers of cells
    int axis;         // direction of the rays: 0 for x, 1 for y, 2 for z
    int bits;         // a cell has 2^bits fractions
    int words;        // words per column, with 32 cells per word
};
static_assert(sizeof(Rays) == 24, "the host and device layouts must match");

}  // namespace glint::geometry
