// SPDX-License-Identifier: MIT
// Smoke in divergence-free noise: Bridson, Hourihan and Nordenstam, "Curl-Noise for Procedural
// Fluid Flow", 2007. The motion looks like that of a fluid, but no flow equation is solved.
#include <glint/sim.cuh>
#include <glint/simplex.cuh>
//@ simulation "Curl-noise smoke": drag to add smoke
//@ dt 0.016667 s

struct Params {
    float rise = 0.25f;   //@ 0..2 m/s "Rise": upward speed of the smoke
    float swirl = 0.07f;  //@ 0..0.5 "Swirl": strength of the noise
    float scale = 4.0f;   //@ 1..20 log 1/m "Scale": inverse size of the largest swirls
    float fade = 0.25f;   //@ 0..3 1/s "Fade": decay rate of the smoke
    float brush = 0.05f;  //@ 0.01..0.3 log m "Brush": radius of the disk that a drag fills
};
struct Air {         //@ 960 x 540 of 0.001852 m
    float* density;  //@ 0..1.2 "Density" as inferno
};

/// Velocity: the upward speed plus the curl of a stream function (three octaves of changing noise).
__device__ float2 velocity(float2 at, float time, Params params) {
    float2 sum = make_float2(0, params.rise);
    float size = params.swirl, scale = params.scale;
    for (int i = 0; i < 3; ++i, size *= 0.6f, scale *= 2.1f) {
        const float3 place = make_float3(at.x * scale, (at.y - 0.2f * time) * scale, 0.4f * time + i);
        const float3 slope = glint::simplex_noise(place, 5u + i).gradient;
        sum += size * make_float2(slope.y, -slope.x);
    }
    return sum;
}

__device__ float sampled(const float* f, float x, float y, int width, int height) {
    x = glint::clamp(x - 0.5f, 0.0f, width - 1.001f), y = glint::clamp(y - 0.5f, 0.0f, height - 1.001f);
    const float* at = f + int(y) * width + int(x);
    const float s = x - int(x), t = y - int(y);
    return glint::lerp(glint::lerp(at[0], at[1], s), glint::lerp(at[width], at[width + 1], s), t);
}

/// Traces each cell backward along the flow by one step, and emits new smoke at the bottom.
//@ step
__global__ void carry(int width, int height, float dt, float time, Params params,
                      const float* density, float* density_next) {
    const int2 c = glint::cell();
    if (c.x >= width || c.y >= height) return;
    const float cell = 1.0f / height;
    const float2 at = make_float2(c.x + 0.5f, c.y + 0.5f) * cell;
    const float2 middle = at - 0.5f * dt * velocity(at, time, params);
    const float2 from = (at - dt * velocity(middle, time, params)) / cell;
    float kept = sampled(density, from.x, from.y, width, height) * expf(-params.fade * dt);
    if (from.y < 1) kept = 0;
    for (int i = 1; i <= 3; ++i) {
        const float r = hypotf(at.x - 0.44f * i, at.y - 0.03f) / 0.03f;
        if (r < 1) kept = fmaxf(kept, 1.2f * (1 - r * r));
    }
    density_next[c.y * width + c.x] = kept;
}

//@ drag
__global__ void puff(int width, int height, float2 mouse, Params params, float* density) {
    const int2 c = glint::cell();
    if (c.x >= width || c.y >= height) return;
    const float r = hypotf(c.x + 0.5f - mouse.x, c.y + 0.5f - mouse.y) / (params.brush * height);
    if (r < 1) density[c.y * width + c.x] = fmaxf(density[c.y * width + c.x], 1 - r * r);
}
