// SPDX-License-Identifier: MIT
// The Ising model by the Metropolis rule, which updates the black and the white squares of a
// checkerboard in turn. The spins order below T = 2 / ln(1 + sqrt 2) = 2.269 (Onsager, 1944).
#include <glint/sim.cuh>
//@ simulation "Ising magnet": domains grow below a temperature of 2.27 and melt above it

struct Params {
    float temperature = 2.2f;  //@ 0.5..5 "Temperature": in units of the coupling
    float field = 0.0f;        //@ -1..1 "Field": external field, which favors one direction
    int size = 512;            //@ 64..8192 log "Size": an even number; takes effect at the next reset
};
struct Magnet {         //@ size x size wraps
    signed char* spin;  //@ -1..1 "Spin" as plasma
};

//@ init
__global__ void heat(int width, int height, unsigned seed, signed char* spin) {
    const int2 c = glint::cell();
    if (c.x < width && c.y < height)
        spin[c.y * width + c.x] = glint::uniform3(c.x, c.y, seed).x < 0.5f ? -1 : 1;
}

__device__ int neighbours(const signed char* spin, int x, int y, int width, int height) {
    return spin[y * width + (x + 1) % width] + spin[y * width + (x + width - 1) % width] +
           spin[(y + 1) % height * width + x] + spin[(y + height - 1) % height * width + x];
}

/// All neighbors of a square have the other color, so the order of the updates does not matter.
__device__ void flip(int colour, int width, int height, int step, unsigned seed, Params params,
                     signed char* spin) {
    const int2 c = glint::cell();
    if (c.x >= width || c.y >= height || (c.x + c.y) % 2 != colour) return;
    signed char& s = spin[c.y * width + c.x];
    const float cost = 2 * s * (neighbours(spin, c.x, c.y, width, height) + params.field);
    const float3 u = glint::uniform3(c.y * width + c.x, step, seed + 1);
    if (u.x < expf(-cost / params.temperature)) s = -s;
}

//@ step
__global__ void flip_black(int width, int height, int step, unsigned seed, Params params,
                           signed char* spin) {
    flip(0, width, height, step, seed, params, spin);
}
//@ step
__global__ void flip_white(int width, int height, int step, unsigned seed, Params params,
                           signed char* spin) {
    flip(1, width, height, step, seed, params, spin);
}

//@ drag
__global__ void magnetise(int width, int height, float2 mouse, signed char* spin) {
    const int2 c = glint::cell();
    if (c.x < width && c.y < height && hypotf(c.x - mouse.x, c.y - mouse.y) < 20)
        spin[c.y * width + c.x] = 1;
}

//@ mean -1..1 "Magnetization"
__device__ float magnetisation(signed char spin) { return spin; }
