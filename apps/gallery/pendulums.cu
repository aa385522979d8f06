// SPDX-License-Identifier: MIT
// A double pendulum per pixel, with equal rods and masses, starts at rest from its own pair of
// angles. Both angles range from -pi to pi. The color shows when a rod first flips over.
#include <glint/sim.cuh>
//@ simulation "Double pendulums": half a million pendulums that start at different angles
//@ dt 0.004 s
//@ frame 8 steps

struct Params {
    float gravity = 9.81f;  //@ 0.1..30 m/s2 "Gravity"
    float length = 1.0f;    //@ 0.1..5 m "Length": length of a rod
    int size = 720;         //@ 64..4096 log "Size": takes effect at the next reset
};
struct Pendulums {     //@ size x size
    float4* state;     // both angles and their rates of change
    uchar4* shown;     //@ "Angles"
    float* flipped;    //@ 0.3..30 log s "First flip" as turbo: 0 before the first flip
};

//@ init
__global__ void hang(int width, int height, float4* state) {
    const int2 c = glint::cell();
    if (c.x >= width || c.y >= height) return;
    state[c.y * width + c.x] = make_float4(6.2831853f * ((c.x + 0.5f) / width - 0.5f),
                                           6.2831853f * ((c.y + 0.5f) / height - 0.5f), 0, 0);
}

/// Derivative of the state by Lagrange's equations, for point masses at the ends of massless rods.
__device__ float4 rate(float4 s, Params params) {
    const float g = params.gravity / params.length;
    const float d = s.x - s.y, sine = sinf(d), cosine = cosf(d), below = 3 - cosf(2 * d);
    const float first = (-3 * g * sinf(s.x) - g * sinf(s.x - 2 * s.y) -
                         2 * sine * (s.w * s.w + s.z * s.z * cosine)) / below;
    const float second = 2 * sine * (2 * s.z * s.z + 2 * g * cosf(s.x) + s.w * s.w * cosine) / below;
    return make_float4(s.z, s.w, first, second);
}

/// Takes one step of the classical fourth-order Runge-Kutta method.
//@ step
__global__ void swing(int width, int height, float dt, float time, Params params, float4* state,
                      float* flipped) {
    const int2 c = glint::cell();
    if (c.x >= width || c.y >= height) return;
    const int i = c.y * width + c.x;
    const float4 s = state[i];
    const float4 k1 = rate(s, params), k2 = rate(s + 0.5f * dt * k1, params);
    const float4 k3 = rate(s + 0.5f * dt * k2, params), k4 = rate(s + dt * k3, params);
    state[i] = s + dt / 6 * (k1 + 2.0f * k2 + 2.0f * k3 + k4);
    const bool is_over = fabsf(state[i].x) > 3.1415927f || fabsf(state[i].y) > 3.1415927f;
    if (is_over && flipped[i] == 0) flipped[i] = time + dt;
}

//@ draw
__global__ void paint(int width, int height, const float4* state, uchar4* shown) {
    const int2 c = glint::cell();
    if (c.x >= width || c.y >= height) return;
    const float4 s = state[c.y * width + c.x];
    const float bright = 0.55f + 0.45f * cosf(s.x);
    const float3 hue = 0.5f + 0.5f * glint::cos(s.y + make_float3(0.0f, 2.1f, 4.2f));
    const float3 colour = 255 * bright * hue;
    shown[c.y * width + c.x] = make_uchar4(colour.x, colour.y, colour.z, 255);
}

//@ mean "Fraction that has flipped"
__device__ float part(float flipped) { return flipped > 0; }
