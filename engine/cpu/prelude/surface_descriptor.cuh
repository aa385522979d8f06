// SPDX-License-Identifier: MIT
#pragma once

// What a `cudaSurfaceObject_t` points to on the CPU. Shared by the runtime and the prelude.

struct GlintSurface {
    unsigned char* data;        // the first byte of the first row
    unsigned long pitch_bytes;  // from row to row
    unsigned long slice_bytes;  // from slice to slice, or layer to layer
    unsigned int width_bytes;
    unsigned int rows;    // 1 where it is 1-D
    unsigned int slices;  // or layers, and 1 where there are none
};
