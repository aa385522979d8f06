// SPDX-License-Identifier: MIT
// Conway's Game of Life. Cells that died keep glowing for a while.
#include <glint/sim.cuh>
//@ simulation "Life": gliders, oscillators and still lifes emerge; drag to add living cells

struct Params {
    float density = 0.25f;  //@ 0..1 "Density": fraction of living cells after a reset
    float glow = 0.94f;     //@ 0..0.999 "Glow": fraction of the trace that remains after a step
    float brush = 6.0f;     //@ 1..64 log cells "Brush": radius of the disk that a drag fills
};
struct Life {              //@ 1024 x 576 wraps
    float* trace;          //@ 0..1 "Trace" as inferno: 1 for living cells
    unsigned char* alive;  //@ 0..1 "Alive" as grey
};

//@ init
__global__ void sow(int width, int height, unsigned seed, Params params, unsigned char* alive) {
    const int2 c = glint::cell();
    if (c.x >= width || c.y >= height) return;
    alive[c.y * width + c.x] = glint::uniform3(c.x, c.y, seed).x < params.density;
}

//@ step
__global__ void live(int width, int height, const unsigned char* alive, unsigned char* alive_next) {
    const int2 c = glint::cell();
    if (c.x >= width || c.y >= height) return;
    const int here = alive[c.y * width + c.x];
    int neighbours = -here;
    for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -1; dx <= 1; ++dx)
            neighbours += alive[(c.y + dy + height) % height * width + (c.x + dx + width) % width];
    alive_next[c.y * width + c.x] = neighbours == 3 || (neighbours == 2 && here);
}

//@ step
__global__ void fade(int width, int height, Params params, const unsigned char* alive,
                     float* trace) {
    const int2 c = glint::cell();
    if (c.x >= width || c.y >= height) return;
    const int i = c.y * width + c.x;
    trace[i] = alive[i] ? 1.0f : params.glow * trace[i];
}

//@ drag
__global__ void scatter(int width, int height, float2 mouse, int step, unsigned seed, Params params,
                        unsigned char* alive) {
    const int2 c = glint::cell();
    if (c.x >= width || c.y >= height) return;
    if (hypotf(c.x + 0.5f - mouse.x, c.y + 0.5f - mouse.y) < params.brush)
        alive[c.y * width + c.x] = glint::uniform3(c.x, c.y, seed + step).x < 0.4f;
}

//@ sum cells "Population"
__device__ int population(unsigned char alive) { return alive; }
