// SPDX-License-Identifier: MIT
// Falling sand in 2 x 2 Margolus blocks with alternating offsets, so that no two threads touch the
// same cell and no grain is lost.
#include <glint/sim.cuh>
//@ simulation "Falling sand": drag to pour sand or water; sand piles up, and water flows around it
//@ frame 4 steps

struct Params {
    int material = 1;      //@ 1..3 "Material": of the brush: 1 sand, 2 water, 3 wall
    float brush = 9.0f;    //@ 1..60 log cells "Brush": radius of the disk that a drag fills
    float pour = 0.3f;     //@ 0.01..1 "Density": density of the poured material
};
struct Box {               //@ 480 x 270
    unsigned char* cell;   //@ 0..3 "Material" as none: 0 empty, 1 sand, 2 water, 3 wall
    uchar4* shown;         //@ "Sand"
};

//@ init
__global__ void build(int width, int height, unsigned seed, unsigned char* cell) {
    const int2 c = glint::cell();
    if (c.x >= width || c.y >= height) return;
    const int i = c.y * width + c.x;
    for (int k = 1; k <= 4; ++k)  // four rows of funnels
        if (abs(height - 1 - c.y - 50 * k) < 3 && (c.x + 61 * k) % 120 > 14) cell[i] = 3;
    if (c.y >= height - 44 && c.x > 60 && c.x < 420) cell[i] = glint::uniform3(c.x, c.y, seed).x < 0.6f ? 1 + (c.x > 240) : 0;
}

/// Returns true if the upper cell sinks into the lower cell.
__device__ bool sinks(int above, int below) {
    return (above == 1 && (below == 0 || below == 2)) || (above == 2 && below == 0);
}
__device__ void swap(unsigned char& a, unsigned char& b) {
    const unsigned char kept = a;
    a = b, b = kept;
}

//@ step
__global__ void fall(int width, int height, int step, unsigned seed, unsigned char* cell) {
    const int2 c = glint::cell();
    const int x = 2 * c.x - (step & 1), y = 2 * c.y - (step >> 1 & 1);
    if (x < 0 || y < 0 || x + 1 >= width || y + 1 >= height) return;
    unsigned char* low = cell + y * width + x;
    unsigned char* top = low + width;
    const float3 u = glint::uniform3(x, y * 7919 + step, seed);
    const int first = u.x < 0.5f;  // the column that moves first
    for (int k = 0; k < 2; ++k)
        if (const int i = k ^ first; sinks(top[i], low[i]) && u.y < 0.95f) swap(top[i], low[i]);
    for (int k = 0; k < 2; ++k)
        if (const int i = k ^ first; sinks(top[i], low[1 - i]) && top[1 - i] != 3) swap(top[i], low[1 - i]);
    if (u.z < 0.5f && top[0] + top[1] == 2 && top[0] != 1) swap(top[0], top[1]);  // water flows
    if (u.z >= 0.5f && low[0] + low[1] == 2 && low[0] != 1) swap(low[0], low[1]);
}

//@ drag
__global__ void pour(int width, int height, float2 mouse, int step, unsigned seed, Params params,
                     unsigned char* cell) {
    const int2 c = glint::cell();
    if (c.x >= width || c.y >= height || hypotf(c.x - mouse.x, c.y - mouse.y) > params.brush) return;
    unsigned char& here = cell[c.y * width + c.x];
    if (params.material == 3 || (here == 0 && glint::uniform3(c.x, c.y, seed + step).x < params.pour))
        here = params.material;
}

//@ draw
__global__ void paint(int width, int height, const unsigned char* cell, uchar4* shown) {
    const int2 c = glint::cell();
    if (c.x >= width || c.y >= height) return;
    const int i = c.y * width + c.x, kind = cell[i];
    const float3 colour = kind == 1   ? make_float3(226, 188, 112)
                          : kind == 2 ? make_float3(52, 128, 214)
                          : kind == 3 ? make_float3(96, 90, 98)
                                      : make_float3(17, 20, 28);
    const float3 lit = colour * (0.88f + 0.12f * glint::uniform3(c.x, c.y, kind).x);
    shown[i] = make_uchar4(lit.x, lit.y, lit.z, 255);
}

//@ sum "Grains": number of sand grains
__device__ int grains(unsigned char cell) { return cell == 1; }
