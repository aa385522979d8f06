// SPDX-License-Identifier: MIT
// Waves in space: u_tt = c^2 (u_xx + u_yy + u_zz), where c is the wave speed times the relative
// speed of the cell. Leapfrog with a seven-point stencil. docs/simulations/waves.md has the method.
#include <glint/sim.cuh>

#include "leapfrog.cuh"
//@ simulation "Waves 3D": waves at a dish, a glass ball or a hole; drag to strike or to build
//@ frame 2 steps

struct Params {
    float speed = 1.0f;        //@ 0.1..1.15 cells "Speed": distance per step, outside glass
    float wavelength = 14.0f;  //@ 6..100 log cells "Wavelength": of the sources, outside glass
    float amplitude = 0.75f;   //@ 0..4 "Amplitude": amplitude of the sources
    int tool = 0;              //@ 0..4 "Tool": 0 strike, 1 mirror, 2 glass, 3 source, 4 clear
    float brush = 5.0f;        //@ 1..50 log cells "Brush": radius of the ball that a drag changes
    float glass = 0.6f;        //@ 0.1..1 "Glass": relative speed in glass
    float border = 20.0f;      //@ 0..100 cells "Border": absorbing layer's width (0: faces reflect)
    int scene = 0;             //@ 0..3 "Scene": 0 dish, 1 glass, 2 hole, 3 empty (after a reset)
    float cut = 0.5f;          //@ 0..1 "Cut": fraction of the depth that is cut away in front
    int width = 160;           //@ 8..1024 log cells "Width": takes effect at the next reset
    int height = 112;          //@ 8..1024 log cells "Height": takes effect at the next reset
    int depth = 112;           //@ 8..1024 log cells "Depth": takes effect at the next reset
};
struct Space {        //@ width x height x depth
    float* strength;  //@ 0.04..0.35 "Strength" as volume: absolute level behind the cut
    float* level;     //@ -0.5..0.5 "Level" as coolwarm
    float* before;    // level half a step before `level`
    float* medium;    //@ 0..1 "Medium": relative speed (0: mirror, below 0: source)
};

namespace {

/// Laplacian, with a slope of 0 at the faces of the box.
__device__ float laplacian(const float* f, int3 c, int3 n) {
    const int layer = n.x * n.y, i = c.z * layer + c.y * n.x + c.x;
    const float left = f[c.x > 0 ? i - 1 : i], right = f[c.x < n.x - 1 ? i + 1 : i];
    const float down = f[c.y > 0 ? i - n.x : i], up = f[c.y < n.y - 1 ? i + n.x : i];
    const float near = f[c.z > 0 ? i - layer : i], far = f[c.z < n.z - 1 ? i + layer : i];
    return left + right + down + up + near + far - 6 * f[i];
}

}  // namespace

/// Creates the obstacles and sources of a scene. Lengths are in heights, measured from the center.
//@ init
__global__ void build(int width, int height, int depth, Params params, float* medium) {
    const int3 c = glint::cell();
    if (c.x >= width || c.y >= height || c.z >= depth) return;
    const float x = (c.x + 0.5f - 0.5f * width) / height, y = (c.y + 0.5f) / height - 0.5f;
    const float z = (c.z + 0.5f - 0.5f * depth) / height, r = hypotf(y, z);
    float here = 1;
    if (params.scene == 0) {  // a paraboloid, with the source at its focus
        const bool in_dish = fabsf(x + 0.45f - r * r) < 0.015f && r < 0.36f;
        here = hypotf(x + 0.2f, r) < 0.025f ? -1.0f : in_dish ? 0.0f : 1.0f;
    } else if (params.scene == 1) {
        here = hypotf(x + 0.45f, r) < 0.025f ? -1.0f : hypotf(x, r) < 0.22f ? params.glass : 1.0f;
    } else if (params.scene == 2) {
        const bool in_wall = fabsf(x + 0.2f) < 0.012f && r > 0.08f;
        here = hypotf(x + 0.45f, r) < 0.025f ? -1.0f : in_wall ? 0.0f : 1.0f;
    }
    medium[(c.z * height + c.y) * width + c.x] = here;
}

/// Starts the waves at rest: levels half a step before and half a step after the start are equal.
//@ init
__global__ void let_go(int width, int height, int depth, float dt, Params params,
                       const float* level, const float* medium, float* before) {
    const int3 c = glint::cell();
    if (c.x >= width || c.y >= height || c.z >= depth) return;
    const int i = (c.z * height + c.y) * width + c.x;
    const float k = leapfrog::courant(medium[i], dt, params);
    before[i] = level[i] + 0.5f * k * k * laplacian(level, c, make_int3(width, height, depth));
}

/// First half of a step: advances `before` from half a step before to half a step after `level`.
//@ step blocks 64 x 1 x 2 for 64 x 8 x 2 on GPUs
__global__ void go(int width, int height, int depth, float dt, unsigned step, Params params,
                   const float* level, const float* medium, float* before) {
    leapfrog::half_step<true>({width, height, depth}, dt, 2 * step, params, level, medium, before);
}

/// Second half of a step: computes the level at the end from those at the middle and beginning.
//@ step blocks 64 x 1 x 2 for 64 x 8 x 2 on GPUs
__global__ void follow(int width, int height, int depth, float dt, unsigned step, Params params,
                       const float* before, const float* medium, float* level) {
    leapfrog::half_step<true>({width, height, depth}, dt, 2 * step + 1, params, before, medium,
                              level);
}

/// Changes the scene at the mouse, on the visible slice or the plane through the camera's target.
//@ drag
__global__ void change(int width, int height, int depth, float3 mouse, Params params, float* level,
                       float* before, float* medium) {
    const int3 c = glint::cell();
    if (c.x >= width || c.y >= height || c.z >= depth) return;
    const float3 middle = make_float3(c.x + 0.5f, c.y + 0.5f, c.z + 0.5f);
    const float r = glint::length(middle - mouse) / params.brush;
    if (r >= 1) return;
    const int i = (c.z * height + c.y) * width + c.x;
    const float bump = 0.3f * (1 - r * r) * (1 - r * r);
    if (params.tool == 0) level[i] += bump, before[i] += bump;
    if (params.tool == 1) medium[i] = 0;
    if (params.tool == 2) medium[i] = params.glass;
    if (params.tool == 3) medium[i] = medium[i] == 0 ? -1 : -fabsf(medium[i]);
    if (params.tool == 4) medium[i] = 1;
}

/// Computes how strongly each cell is drawn. Mirrors are drawn at a third of the full strength.
//@ draw
__global__ void show(int width, int height, int depth, Params params, const float* level,
                     const float* medium, float* strength) {
    const int3 c = glint::cell();
    if (c.x >= width || c.y >= height || c.z >= depth) return;
    const int i = (c.z * height + c.y) * width + c.x;
    const bool is_shown = c.z + 0.5f < (1 - params.cut) * depth;
    strength[i] = !is_shown ? 0.0f : medium[i] == 0 ? 0.12f : fabsf(level[i]);
}

//@ max 0..0.5773 "Courant number": above the limit, waves grow without bound (reduce the speed)
__device__ float stability(float medium, float dt, Params params) {
    return leapfrog::courant(medium, dt, params);
}
//@ max "Maximum level"
__device__ float highest(float level) { return fabsf(level); }
