// SPDX-License-Identifier: MIT
// Line integral convolution (Cabral and Leedom, 1993): noise that is smeared along the flow on a
// plane. The resulting pattern moves with the flow.
#pragma once

#include <glint/sim.cuh>

namespace streams {

constexpr int kSmear = 20;  // number of cells in each direction

/// Weight of the noise that is `cells` downstream. The weight is a bump that travels with the flow.
__device__ inline float share_of(int cells, float phase) {
    const float near = 0.5f + 0.5f * cospif(cells / (kSmear + 1.0f));
    return near * (0.5f + 0.5f * cospif(2 * (2.0f * cells / kSmear + phase)));
}

/// Phase of the bump, from 0 to 1. The bump moves at the speed of the inlet.
__device__ inline float phase_of(unsigned step, float speed) {
    const unsigned period = max(int(0.5f * kSmear / speed), 1);  // number of steps per bump
    return float(step % period) / period;
}

/// Integrates noise along the flow from a position, either downstream or upstream. Returns the
/// noise in x and the weight in y. `velocity` returns the flow in a cell of the plane.
template <class Velocity>
__device__ float2 smeared(float2 at, float way, float phase, int width, int height,
                          const Velocity& velocity) {
    float2 sum = make_float2(0, 0);
    for (int k = 1; k <= kSmear; ++k) {
        const int x = glint::clamp(int(at.x), 0, width - 1),
                  y = glint::clamp(int(at.y), 0, height - 1);
        const float2 u = velocity(x, y);
        const float pace = glint::length(u);
        if (pace < 1e-6f) break;
        at += u * (way / pace);
        const float share = share_of(way > 0 ? k : -k, phase);
        sum += share * make_float2(glint::uniform3(int(at.x), int(at.y), 7).x, 1);
    }
    return sum;
}

/// Color of a cell, from blue (slow) to yellow (fast). `pace` is the speed relative to the inlet.
template <class Velocity>
__device__ uchar4 stream_color(int2 c, int width, int height, float phase, float pace,
                               bool is_solid, const Velocity& velocity) {
    const float2 at = make_float2(c.x + 0.5f, c.y + 0.5f);
    const float2 sum = smeared(at, 1, phase, width, height, velocity) +
                       smeared(at, -1, phase, width, height, velocity) +
                       share_of(0, phase) * make_float2(glint::uniform3(c.x, c.y, 7).x, 1);
    const float noise = 0.5f + 2.2f * (sum.x / fmaxf(sum.y, 1e-6f) - 0.5f);
    const float fast = glint::clamp(0.6f * pace, 0.0f, 1.0f);
    const float3 slow = make_float3(30, 60, 130), middle = make_float3(70, 160, 170);
    const float3 hue = fast < 0.5f ? glint::lerp(slow, middle, 2 * fast)
                                   : glint::lerp(middle, make_float3(250, 225, 120), 2 * fast - 1);
    const float3 air = (0.35f + 0.65f * glint::clamp(noise, 0.0f, 1.0f)) * hue;
    const float3 colour = is_solid ? make_float3(58, 60, 66) : air;
    return make_uchar4(colour.x, colour.y, colour.z, 255);
}

}  // namespace streams
