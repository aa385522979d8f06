// SPDX-License-Identifier: MIT
// Rendering functions of plume3d that do not depend on its parameters: they draw the sky, read the
// grids, and convert light to bytes.
#pragma once

#include <glint/vector.cuh>

#include "staggered.cuh"

namespace plume {

/// Direction toward the sun, which is infinitely far away.
__device__ inline float3 to_sun() { return make_float3(-0.672f, 0.64f, 0.373f); }

/// Interpolates between the centers of the eight cells around a position. The box is 1 m high.
__device__ inline float value_at(const float* f, float3 place, Grid grid) {
    return corners<Spot::middle>(f, grid.height * place, grid).value();
}

/// Sunlight that reaches a position, interpolated in the coarse grid of light.
__device__ inline float light_at(const float* light, float3 place, float3 size, int lamp) {
    return corners<Spot::middle>(light, lamp * (place / size), Grid{lamp, lamp, lamp}).value();
}

/// Distances at which a ray enters and leaves the box, in lengths of `direction`. A miss has x > y.
__device__ inline float2 inside(float3 from, float3 direction, float3 size) {
    const float3 inverse = make_float3(1 / direction.x, 1 / direction.y, 1 / direction.z);
    const float3 first = -from * inverse, second = (size - from) * inverse;
    return make_float2(fmaxf(glint::greatest(glint::min(first, second)), 0.0f),
                       glint::least(glint::max(first, second)));
}

__device__ inline float3 sky(float3 direction) {
    const float height = glint::clamp(direction.y, 0.0f, 1.0f);
    return glint::lerp(make_float3(0.05f, 0.072f, 0.11f), make_float3(0.008f, 0.014f, 0.032f),
                       sqrtf(height));
}

/// Interleaved gradient noise, which varies strongly between adjacent pixels: Jimenez, "Next
/// Generation Post Processing in Call of Duty: Advanced Warfare", 2014.
__device__ inline float jitter(int x, int y) {
    const float inner = 0.06711056f * x + 0.00583715f * y;
    const float outer = 52.9829189f * (inner - floorf(inner));
    return outer - floorf(outer);
}

/// Converts light to a byte by tone mapping, gamma correction and dithering.
__device__ inline unsigned char byte_of(float light, float noise) {
    const float curve = 1 - expf(-1.25f * light);
    return static_cast<unsigned char>(
        glint::clamp(255 * powf(curve, 1 / 2.2f) + noise, 0.0f, 255.0f));
}

}  // namespace plume
