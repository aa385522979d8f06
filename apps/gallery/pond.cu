// SPDX-License-Identifier: MIT
// Waves on shallow water: the wave equation on a grid, explicit in time, with reflecting walls.
#include <glint/sim.cuh>
//@ simulation "Pond": drag to press the water down
//@ dt 0.004 s
//@ frame 4 steps

struct Params {
    float speed = 1.2f;    //@ 0.1..1.7 m/s "Wave speed": stable if speed * dt / cell size < 0.7
    float damping = 0.2f;  //@ 0..5 1/s "Damping"
    float rain = 0.6f;     //@ 0..1 "Rain": probability of a drop every 16 steps
    float brush = 0.08f;   //@ 0.02..0.5 log m "Brush": radius of the disk that a drag presses
};
struct Pond {       //@ 960 x 540 of 0.01 m
    uchar4* water;  //@ "Water"
    float* level;   //@ -0.3..0.3 "Level" as turbo
    float* rising;  //@ 1/s "Rise"
};

/// A dent of depth 1 with a raised rim. The sum over all cells is 0, which conserves the water.
__device__ float dent(int2 c, float2 centre, float radius, int width, int height) {
    const auto hill = [&](int x, int y) {
        const float u = (min(max(x, 0), width - 1) + 0.5f - centre.x) / radius;
        const float v = (min(max(y, 0), height - 1) + 0.5f - centre.y) / radius;
        return powf(fmaxf(1 - u * u - v * v, 0.0f), 3);
    };
    const float row = hill(c.x - 1, c.y) + hill(c.x + 1, c.y) - 4 * hill(c.x, c.y);
    return radius * radius / 12 * (row + hill(c.x, c.y - 1) + hill(c.x, c.y + 1));
}

//@ step
__global__ void push(int width, int height, float dt, Params params, const float* level,
                     float* rising) {
    const int2 c = glint::cell();
    if (c.x >= width || c.y >= height) return;
    const int i = c.y * width + c.x;
    const float left = level[c.x > 0 ? i - 1 : i], right = level[c.x < width - 1 ? i + 1 : i];
    const float down = level[c.y > 0 ? i - width : i], up = level[c.y < height - 1 ? i + width : i];
    const float k = params.speed / 0.01f;
    const float pull = k * k * (left + right + down + up - 4 * level[i]);
    rising[i] += dt * (pull - params.damping * rising[i]);
}

//@ step
__global__ void rise(int width, int height, float dt, int step, unsigned seed, Params params,
                     const float* rising, float* level) {
    const int2 c = glint::cell();
    if (c.x >= width || c.y >= height) return;
    const int i = c.y * width + c.x;
    level[i] += dt * rising[i];
    const float3 drop = glint::uniform3(step / 16, seed, 7);  // at most one drop per 16 steps
    if (step % 16 == 0 && drop.z < params.rain)
        level[i] += 0.9f * dent(c, make_float2(drop.x * width, drop.y * height), 10, width, height);
}

//@ drag
__global__ void press(int width, int height, float2 mouse, Params params, float* level) {
    const int2 c = glint::cell();
    if (c.x >= width || c.y >= height) return;
    level[c.y * width + c.x] += 0.08f * dent(c, mouse, 1.5f * params.brush / 0.01f, width, height);
}

/// Draws the water, lit from the upper left.
//@ draw
__global__ void shade(int width, int height, const float* level, uchar4* water) {
    const int2 c = glint::cell();
    if (c.x >= width || c.y >= height) return;
    const int i = c.y * width + c.x;
    const float dx = level[min(c.x + 1, width - 1) - c.x + i] - level[i - (c.x > 0)];
    const float dy = level[i + (c.y < height - 1 ? width : 0)] - level[i - (c.y > 0 ? width : 0)];
    const float3 normal = glint::normalize(make_float3(-6 * dx, -6 * dy, 1.0f));
    const float light = fmaxf(glint::dot(normal, make_float3(-0.48f, 0.6f, 0.64f)), 0.0f);
    const float glint_of_sun = powf(light, 40.0f);
    const float deep = glint::clamp(0.5f + 1.5f * level[i], 0.0f, 1.0f);
    const float3 sea = glint::lerp(make_float3(4, 28, 66), make_float3(40, 150, 190), deep);
    const float3 colour = sea * (0.35f + light) + make_float3(255, 250, 230) * glint_of_sun;
    water[i] = make_uchar4(fminf(colour.x, 255), fminf(colour.y, 255), fminf(colour.z, 255), 255);
}

//@ mean "Mean level"
__device__ float mean_level(float level) { return level; }
