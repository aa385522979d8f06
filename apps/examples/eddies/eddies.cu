// SPDX-License-Identifier: MIT
// Two-dimensional turbulence: the flow advects its vorticity, and the vorticity determines the
// flow. This requires Fourier transforms, which eddies.cpp runs between these kernels.
#include <glint/sim.cuh>
//@ simulation "Eddies": vortices merge and shed filaments; drag to stir the flow
//@ dt 0.01 s

struct Params {
    float viscosity = 0.0002f;  //@ 0.00001..0.01 log m2/s "Viscosity"
    float speed = 4.0f;         //@ 0.5..20 log 1/s "Vorticity": strength of the initial vortices
    float stir = 40.0f;         //@ 1..200 log 1/s "Stirring": vorticity added by a drag
};
struct Plane {         //@ 512 x 512 of 0.01227184630 m wraps
    float* vorticity;  //@ -8..8 1/s "Vorticity" as turbo
    float* across;     //@ m/s "Velocity x" as none
    float* down;       //@ m/s "Velocity y" as none
};

/// Sets the vorticity to a sum of waves in random directions, with about 8 periods per side.
//@ init
__global__ void sow(int width, int height, unsigned seed, Params params, float* vorticity) {
    const int2 c = glint::cell();
    if (c.x >= width || c.y >= height) return;
    float sum = 0;
    for (int i = 0; i < 48; ++i) {
        const float3 u = glint::uniform3(i, seed, 0);
        const float turns = 6.2831853f * (u.y + rintf(8 * cosf(6.2831853f * u.x)) * c.x / width +
                                          rintf(8 * sinf(6.2831853f * u.x)) * c.y / height);
        sum += cosf(turns);
    }
    vorticity[c.y * width + c.x] = 0.2f * params.speed * sum;
}

/// In Fourier space: applies viscosity exactly, then computes the velocity from the vorticity.
__global__ void find_flow(int width, int height, float dt, Params params, float2* spectrum,
                          float2* across_spectrum, float2* down_spectrum) {
    const int2 c = glint::cell();
    if (c.x > width / 2 || c.y >= height) return;
    const int i = c.y * (width / 2 + 1) + c.x;
    const float kx = c.x, ky = c.y <= height / 2 ? c.y : c.y - height;
    const float square = kx * kx + ky * ky;
    const float2 here = spectrum[i] * expf(-params.viscosity * square * dt);
    const float2 stream = square > 0 ? here * (1 / square) : make_float2(0, 0);
    spectrum[i] = here;
    across_spectrum[i] = make_float2(-ky * stream.y, ky * stream.x);
    down_spectrum[i] = make_float2(kx * stream.y, -kx * stream.x);
}

namespace {

__device__ int wrapped(int i, int n) { return (i % n + n) % n; }

__device__ float bilinear(const float* f, float x, float y, int width, int height) {
    const int i = floorf(x), j = floorf(y);
    const int left = wrapped(i, width), right = wrapped(i + 1, width);
    const float* above = f + wrapped(j, height) * width;
    const float* below = f + wrapped(j + 1, height) * width;
    return glint::lerp(glint::lerp(above[left], above[right], x - i),
                       glint::lerp(below[left], below[right], x - i), y - j);
}

/// Catmull-Rom interpolation between b (t = 0) and c (t = 1).
__device__ float cubic(float a, float b, float c, float d, float t) {
    return b + 0.5f * t * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)));
}

__device__ float bicubic(const float* f, float x, float y, int width, int height) {
    const int i = floorf(x), j = floorf(y);
    float rows[4];
    for (int r = 0; r < 4; ++r) {
        const float* row = f + wrapped(j + r - 1, height) * width;
        rows[r] = cubic(row[wrapped(i - 1, width)], row[wrapped(i, width)],
                        row[wrapped(i + 1, width)], row[wrapped(i + 2, width)], x - i);
    }
    return cubic(rows[0], rows[1], rows[2], rows[3], y - j);
}

}  // namespace

/// Semi-Lagrangian advection: traces each cell backward along the flow by the midpoint method.
__global__ void carry(int width, int height, float dt, const float* across, const float* down,
                      const float* vorticity, float* vorticity_next) {
    const int2 c = glint::cell();
    if (c.x >= width || c.y >= height) return;
    const int i = c.y * width + c.x;
    const float cells = dt / 0.01227184630f;
    const float x = c.x - 0.5f * cells * across[i], y = c.y - 0.5f * cells * down[i];
    const float u = bilinear(across, x, y, width, height), v = bilinear(down, x, y, width, height);
    vorticity_next[i] = bicubic(vorticity, c.x - cells * u, c.y - cells * v, width, height);
}

/// Adds the vorticity of a push in the direction of the mouse's motion.
//@ drag
__global__ void stir(int width, int height, float2 mouse, float2 mouse_before, Params params,
                     float* vorticity) {
    const int2 c = glint::cell();
    if (c.x >= width || c.y >= height) return;
    const float2 way = mouse - mouse_before;
    const float dx = (c.x - mouse.x) / 16, dy = (c.y - mouse.y) / 16;
    const float length = fmaxf(glint::length(way), 1.0f);
    vorticity[c.y * width + c.x] +=
        params.stir * (dy * way.x - dx * way.y) / length * expf(-dx * dx - dy * dy);
}

//@ mean m2/s2 "Energy"
__device__ float energy(float across, float down) { return 0.5f * (across * across + down * down); }
