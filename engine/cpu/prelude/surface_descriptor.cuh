// SPDX-License-Identifier: MIT
#pragma once

// A `cudaSurfaceObject_t` is the address of this struct. The runtime and the prelude use it.

struct GlintSurface {
    unsigned char* data;        // start of the first row
    unsigned long pitch_bytes;  // distance between two rows
    unsigned long slice_bytes;  // distance between two slices or layers
    unsigned int width_bytes;
    unsigned int rows;    // number of rows; 1 if the surface is 1-D
    unsigned int slices;  // number of slices or layers, at least 1
};
