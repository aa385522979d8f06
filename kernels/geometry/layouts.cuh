// SPDX-License-Identifier: MIT
// What the host passes to the kernels in this folder; both sides include it.
#pragma once

namespace glint::geometry {

struct Cells {
    int x, y, z;
};
static_assert(sizeof(Cells) == 12, "the host and device layouts must match");

/// Where a grid lies in the coordinates of a mesh.
struct Frame {
    double low_x, low_y, low_z;  // the corner of the first cell
    double scale;                // parts of a cell, or cells, for each unit of the mesh
};
static_assert(sizeof(Frame) == 32, "the host and device layouts must match");

/// The grid as rays see it: `along` them, and in the two directions across.
struct Rays {
    int along, a, b;  // cells
    int axis;         // that the rays go along: 0 is x
    int bits;         // a cell has 2^bits parts
    int words;        // of 32 cells in each column
};
static_assert(sizeof(Rays) == 24, "the host and device layouts must match");

}  // namespace glint::geometry
