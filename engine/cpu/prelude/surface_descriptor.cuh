#pragma once

// What a `cudaSurfaceObject_t` points to on the CPU. Shared by the runtime and the prelude.

struct GlintSurface {
    unsigned char* data;        // the first byte of the first row
    unsigned long pitch_bytes;  // from row to row
    unsigned int width_bytes;
    unsigned int height;
};
