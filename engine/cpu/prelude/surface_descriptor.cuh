// SPDX-License-Identifier: MIT
#pragma once

// Target of a `cudaSurfaceObject_t` on the CPU. Shared by the runtime and the prelude.

struct GlintSurface {
    unsigned char* data;        // the first byte of the first row
    unsigned long pitch_bytes;  // distance from row to row
    unsigned long slice_bytes;  // distance from slice to slice, or layer to layer
    unsigned int width_bytes;
    unsigned int rows;    // 1 if it is 1-D
    unsigned int slices;  // slices or layers, at least 1
};
