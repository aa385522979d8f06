// SPDX-License-Identifier: MIT
// Waves in a plane: u_tt = c^2 (u_xx + u_yy), where c is the wave speed times the relative speed of
// the cell. Leapfrog scheme with a five-point stencil. docs/simulations/waves.md describes the
// method and its validation.
#include <glint/sim.cuh>

#include "leapfrog.cuh"
//@ simulation "Waves": light or sound in lenses, slits and dishes; drag to change the scene
//@ frame 8 steps

struct Params {
    float speed = 1.0f;        //@ 0.1..1.4 cells "Speed": distance per step, outside glass
    float wavelength = 18.0f;  //@ 6..200 log cells "Wavelength": of the sources, outside glass
    float amplitude = 0.2f;    //@ 0..4 "Amplitude": amplitude of the sources
    int tool = 0;              //@ 0..4 "Tool": 0 strike, 1 mirror, 2 glass, 3 source, 4 clear
    float brush = 6.0f;        //@ 1..100 log cells "Brush": radius of the disk that a drag changes
    float glass = 0.6f;        //@ 0.1..1 "Glass": relative speed in glass
    float border = 60.0f;      //@ 0..200 cells "Border": absorbing layer's width (0: edges reflect)
    int scene = 0;             //@ 0..3 "Scene": 0 lens, 1 slits, 2 dish, 3 empty (after a reset)
    int width = 960;           //@ 8..16384 log cells "Width": takes effect at the next reset
    int height = 540;          //@ 8..16384 log cells "Height": takes effect at the next reset
};
struct Plane {        //@ width x height
    uchar4* picture;  //@ "Waves"
    float* level;     //@ -1..1 "Level" as coolwarm
    float* before;    // level half a step before `level`
    float* medium;    //@ 0..1 "Medium" as grey: relative speed (0: mirror, below 0: source)
};

namespace {

/// Laplacian, with a slope of 0 at the edges.
__device__ float laplacian(const float* f, int2 c, int width, int height) {
    const int i = c.y * width + c.x;
    const float left = f[c.x > 0 ? i - 1 : i], right = f[c.x < width - 1 ? i + 1 : i];
    const float down = f[c.y > 0 ? i - width : i], up = f[c.y < height - 1 ? i + width : i];
    return left + right + down + up - 4 * f[i];
}

}  // namespace

/// Creates the obstacles and sources of a scene. Lengths are in heights, measured from the center.
//@ init
__global__ void build(int width, int height, Params params, float* medium) {
    const int2 c = glint::cell();
    if (c.x >= width || c.y >= height) return;
    const float x = (c.x + 0.5f - 0.5f * width) / height, y = (c.y + 0.5f) / height - 0.5f;
    const bool in_row = c.x == int(params.border) + 4 && fabsf(y) < 0.34f;
    float here = 1;
    if (params.scene == 0) {
        const bool in_lens = hypotf(x + 0.60f, y) < 0.4f && hypotf(x - 0.04f, y) < 0.4f;
        here = in_row ? -1.0f : in_lens ? params.glass : 1.0f;
    } else if (params.scene == 1) {
        const bool in_wall = fabsf(x + 0.45f) < 0.006f && fabsf(fabsf(y) - 0.08f) > 0.016f;
        here = in_row ? -1.0f : in_wall ? 0.0f : 1.0f;
    } else if (params.scene == 2) {  // a parabola, with the source at its focus
        const bool in_dish = fabsf(x + 0.6f - y * y) < 0.01f && fabsf(y) < 0.3f;
        here = hypotf(x + 0.35f, y) < 0.01f ? -1.0f : in_dish ? 0.0f : 1.0f;
    }
    medium[c.y * width + c.x] = here;
}

/// Starts the waves at rest: levels half a step before and half a step after the start are equal.
//@ init
__global__ void let_go(int width, int height, float dt, Params params, const float* level,
                       const float* medium, float* before) {
    const int2 c = glint::cell();
    if (c.x >= width || c.y >= height) return;
    const int i = c.y * width + c.x;
    const float k = leapfrog::courant(medium[i], dt, params);
    before[i] = level[i] + 0.5f * k * k * laplacian(level, c, width, height);
}

/// First half of a step: advances `before` from half a step before to half a step after `level`.
//@ step blocks 128 x 1 for 128 x 12 on GPUs
__global__ void go(int width, int height, float dt, unsigned step, Params params,
                   const float* level, const float* medium, float* before) {
    leapfrog::half_step<false>({width, height, 1}, dt, 2 * step, params, level, medium, before);
}

/// Second half of a step: computes the level at the end from those at the middle and beginning.
//@ step blocks 128 x 1 for 128 x 12 on GPUs
__global__ void follow(int width, int height, float dt, unsigned step, Params params,
                       const float* before, const float* medium, float* level) {
    leapfrog::half_step<false>({width, height, 1}, dt, 2 * step + 1, params, before, medium, level);
}

//@ drag
__global__ void change(int width, int height, float2 mouse, float2 mouse_before, Params params,
                       float* level, float* before, float* medium) {
    const int2 c = glint::cell();
    if (c.x >= width || c.y >= height) return;
    const float2 way = mouse - mouse_before;
    const float2 to = make_float2(c.x + 0.5f, c.y + 0.5f) - mouse_before;
    const float part = glint::dot(to, way) / fmaxf(glint::dot(way, way), 1e-12f);
    const float r = glint::length(to - way * glint::clamp(part, 0.0f, 1.0f)) / params.brush;
    if (r >= 1) return;
    const int i = c.y * width + c.x;
    const float bump = 0.3f * (1 - r * r) * (1 - r * r);
    if (params.tool == 0) level[i] += bump, before[i] += bump;
    if (params.tool == 1) medium[i] = 0;
    if (params.tool == 2) medium[i] = params.glass;
    if (params.tool == 3) medium[i] = medium[i] == 0 ? -1 : -fabsf(medium[i]);
    if (params.tool == 4) medium[i] = 1;
}

/// Crests get warm colors, troughs cold ones; glass is greenish, mirrors are bright, sources white.
//@ draw
__global__ void shade(int width, int height, const float* level, const float* medium,
                      uchar4* picture) {
    const int2 c = glint::cell();
    if (c.x >= width || c.y >= height) return;
    const int i = c.y * width + c.x;
    const float u = level[i], m = medium[i];
    const float light = 1 - expf(-2.2f * fabsf(u));
    const float3 wave = u > 0 ? make_float3(1.0f, 0.62f, 0.22f) : make_float3(0.16f, 0.5f, 1.0f);
    const float3 ground =
        glint::lerp(make_float3(0.16f, 0.24f, 0.22f), make_float3(0.02f, 0.025f, 0.045f),
                    glint::clamp(fabsf(m), 0.0f, 1.0f));
    float3 colour = ground + wave * light;
    if (m == 0) colour = make_float3(0.72f, 0.74f, 0.78f);
    if (m < 0) colour = make_float3(1, 1, 1);
    colour = glint::clamp(colour * 255.0f, make_float3(0, 0, 0), make_float3(255, 255, 255));
    picture[i] = make_uchar4(colour.x, colour.y, colour.z, 255);
}

//@ max 0..0.7071 "Courant number": above the limit, waves grow without bound (reduce the speed)
// Courant number of a cell. Its limit is 1 / sqrt(2), because the stencil has five points.
__device__ float stability(float medium, float dt, Params params) {
    return leapfrog::courant(medium, dt, params);
}
//@ max "Maximum level"
__device__ float highest(float level) { return fabsf(level); }
