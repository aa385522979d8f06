// SPDX-License-Identifier: MIT
// Smooth noise in space, and divergence-free flows derived from it.
#pragma once

#include <glint/hash.cuh>
#include <glint/vector.cuh>

namespace glint {

namespace detail {

/// The weight of the upper neighbor at fraction t, and its slope: Perlin's quintic (2002).
__device__ inline float fade(float t) { return t * t * t * (t * (t * 6.0f - 15.0f) + 10.0f); }
__device__ inline float fade_slope(float t) { return 30.0f * t * t * (t * (t - 2.0f) + 1.0f); }

}  // namespace detail

/// Values and gradients, at one position, of two independent noise functions.
struct NoisePair {
    float value_a;
    float value_b;
    float3 gradient_a;
    float3 gradient_b;
};

/// Two value noise functions with values in [0, 1), on a lattice of period 1, twice differentiable,
/// with exact gradients. Both use the same hash for each corner of a lattice cell.
__device__ inline NoisePair noise_pair(float3 at, unsigned int seed) {
    const float3 cell = make_float3(floorf(at.x), floorf(at.y), floorf(at.z));
    const float3 t = at - cell;
    const float3 w = make_float3(detail::fade(t.x), detail::fade(t.y), detail::fade(t.z));
    const float3 s =
        make_float3(detail::fade_slope(t.x), detail::fade_slope(t.y), detail::fade_slope(t.z));
    const unsigned int x = static_cast<unsigned int>(static_cast<int>(cell.x));
    const unsigned int y = static_cast<unsigned int>(static_cast<int>(cell.y));
    const unsigned int z = static_cast<unsigned int>(static_cast<int>(cell.z)) + seed * 0x9e3779b9u;

    NoisePair sum = {};
#pragma unroll
    for (unsigned int corner = 0; corner < 8; ++corner) {
        const unsigned int i = corner & 1, j = corner >> 1 & 1, k = corner >> 2;
        const uint3 bits = hash(make_uint3(x + i, y + j, z + k));
        const float a = unit_float(bits.x);
        const float b = unit_float(bits.y);
        const float wx = i ? w.x : 1.0f - w.x, sx = i ? s.x : -s.x;
        const float wy = j ? w.y : 1.0f - w.y, sy = j ? s.y : -s.y;
        const float wz = k ? w.z : 1.0f - w.z, sz = k ? s.z : -s.z;
        const float weight = wx * wy * wz;
        const float3 slope = make_float3(sx * wy * wz, wx * sy * wz, wx * wy * sz);
        sum.value_a += a * weight;
        sum.value_b += b * weight;
        sum.gradient_a += a * slope;
        sum.gradient_b += b * slope;
    }
    return sum;
}

/// A divergence-free flow: the cross product of two gradients (DeWolf, "Divergence-Free Noise",
/// 2005). This takes half as much noise as the curl of a vector potential (Bridson, Hourihan and
/// Nordenstam, "Curl-Noise for Procedural Fluid Flow", SIGGRAPH 2007).
__device__ inline float3 curl_noise(float3 at, unsigned int seed) {
    const NoisePair pair = noise_pair(at, seed);
    return cross(pair.gradient_a, pair.gradient_b);
}

}  // namespace glint
