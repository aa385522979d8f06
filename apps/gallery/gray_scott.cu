// SPDX-License-Identifier: MIT
// Gray-Scott: U + 2 V -> 3 V, on a torus. Pearson, "Complex Patterns in a Simple System", 1993.
#include <glint/sim.cuh>
#include <glint/steps_at_once.cuh>
//@ simulation "Gray-Scott": two chemicals that form spots, stripes and mazes; drag to add V
//@ frame 20 steps
struct Params {
    float feed = 0.037f;         //@ 0..0.1 "Feed": inflow rate of U
    float kill = 0.060f;         //@ 0.03..0.08 "Kill": outflow rate of V, in addition to the feed
    float diffusion_u = 0.21f;   //@ 0.01..0.25 "Diffusion of U": cells squared per step
    float diffusion_v = 0.105f;  //@ 0.01..0.25 "Diffusion of V"
    float brush = 12.0f;         //@ 1..64 log cells "Brush": radius of the disk that a drag paints
    int width = 682;             //@ 1..16384 log cells "Width": takes effect at the next reset
    int height = 384;            //@ 1..16384 log cells "Height": takes effect at the next reset
};
struct Chemicals {  //@ width x height wraps
    float* v;       //@ 0..0.4 "V" as inferno
    float* u;       //@ 0..1 "U" as grey
};

/// Puts a square of V into about every eighth patch. A little noise in V breaks the symmetry.
//@ init
__global__ void sow(int width, int height, unsigned seed, float* v) {
    const int2 c = glint::cell();
    if (c.x >= width || c.y >= height) return;
    const float3 patch = glint::uniform3(c.x / 32, c.y / 32, seed);
    const int dx = c.x % 32 - int(16 * patch.x), dy = c.y % 32 - int(16 * patch.y);
    const bool inside = patch.z < 0.12f && dx >= 0 && dx < 16 && dy >= 0 && dy < 16;
    v[c.y * width + c.x] = inside ? 0.25f + 0.02f * glint::uniform3(c.x, c.y, seed + 1).x : 0.0f;
}

//@ init
__global__ void fill(int width, int height, const float* v, float* u) {
    const int2 c = glint::cell();
    if (c.x < width && c.y < height) u[c.y * width + c.x] = 1 - v[c.y * width + c.x];
}

/// U and V of a cell after one step of explicit Euler, which is stable if 4 dt times the larger
/// diffusion is below 1. The fmaf calls fix the rounding, so both kernels below are bit-identical.
__device__ float2 reacted(const glint::Cross<float2>& at, float dt, const Params& params) {
    const float u = at.here.x, v = at.here.y, reaction = u * v * v;
    const float2 around = at.left + at.right + at.down + at.up;
    const float gain_u = fmaf(params.feed, 1 - u, -reaction);
    const float gain_v = fmaf(-(params.feed + params.kill), v, reaction);
    return make_float2(fmaf(dt, fmaf(params.diffusion_u, fmaf(-4, u, around.x), gain_u), u),
                       fmaf(dt, fmaf(params.diffusion_v, fmaf(-4, v, around.y), gain_v), v));
}

//@ step
__global__ void react(int width, int height, float dt, Params params, const float* u,
                      const float* v, float* u_next, float* v_next) {
    const int2 c = glint::cell();
    if (c.x >= width || c.y >= height) return;
    const auto load = [=](int i) { return make_float2(u[i], v[i]); };
    const float2 next = reacted(glint::cross_at<float2>(c, width, height, load), dt, params);
    u_next[c.y * width + c.x] = next.x, v_next[c.y * width + c.x] = next.y;
}

//@ steps 5 blocks 32 x 8 for 86 x 54
__global__ void __launch_bounds__(256, 3)
    react_5(int width, int height, float dt, Params params, const float* u, const float* v,
            float* u_next, float* v_next) {
    glint::steps_at_once<5, float2>(
        width, height, [=](int i) { return make_float2(u[i], v[i]); },
        [=](const glint::Cross<float2>& at) { return reacted(at, dt, params); },
        [=](int i, float2 next) { u_next[i] = next.x, v_next[i] = next.y; });
}

//@ drag
__global__ void paint(int width, int height, float2 mouse, float2 mouse_before, Params params,
                      float* u, float* v) {
    const int2 c = glint::cell();
    if (c.x >= width || c.y >= height) return;
    const float2 way = mouse - mouse_before;
    const float2 to = make_float2(c.x + 0.5f, c.y + 0.5f) - mouse_before;
    const float part = glint::dot(to, way) / fmaxf(glint::dot(way, way), 1e-12f);
    if (glint::length(to - way * glint::clamp(part, 0.0f, 1.0f)) < params.brush)
        u[c.y * width + c.x] = v[c.y * width + c.x] = 0.5f;
}
//@ mean 0..1 "Mean V"
__device__ float mean_v(float v) { return v; }
