// SPDX-License-Identifier: MIT
// Simplex noise: smoother and less aligned to axes than cubic lattice noise. Sums four corners.
#pragma once

#include <glint/hash.cuh>
#include <glint/vector.cuh>

namespace glint {

/// A noise value and its exact gradient at one position.
struct SimplexNoise {
    float value;  ///< from -1 to 1, with mean 0
    float3 gradient;
};

namespace detail {

/// Returns a random direction for each corner.
__device__ inline float3 corner_direction(int3 corner, unsigned int seed) {
    const uint3 bits = hash(vector_cast<uint3>(corner) + make_uint3(0, 0, seed * 0x9e3779b9u));
    const float3 cube = vector_cast<float3>(bits) * 0x1p-31f - 1.0f;
    return normalize(cube, make_float3(1, 0, 0));
}

/// Adds what a corner contributes at offset `from`: a slope times a fourth-power falloff.
__device__ inline void add_corner(SimplexNoise& sum, float3 from, float3 direction) {
    const float t = ::fmaxf(0.5f - dot(from, from), 0.0f);
    const float t2 = t * t, slope = dot(direction, from);
    sum.value += t2 * t2 * slope;
    sum.gradient += t2 * t2 * direction - 8 * t2 * t * slope * from;
}

/// Returns 1 for the `count` largest coordinates, else 0. Among equal coordinates, the first wins.
__device__ inline int3 greatest_axes(float3 v, int count) {
    const int x = (v.x >= v.y) + (v.x >= v.z), y = (v.y > v.x) + (v.y >= v.z);
    const int z = (v.z > v.x) + (v.z > v.y);
    return make_int3(x > 2 - count, y > 2 - count, z > 2 - count);
}

}  // namespace detail

/// Three-dimensional simplex noise, with features of about size 1 and continuous second
/// derivatives. Perlin, "Improving Noise" and US 6867776 (2001, expired), in the form of Gustavson,
/// "Simplex noise demystified", 2005.
__device__ inline SimplexNoise simplex_noise(float3 at, unsigned int seed) {
    const float3 cell = floor(at + sum(at) / 3);
    const float3 from = at - (cell - sum(cell) / 6);
    const int3 corner = vector_cast<int3>(cell);
    SimplexNoise noise = {};
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        const int3 step = detail::greatest_axes(from, k);
        detail::add_corner(noise, from - vector_cast<float3>(step) + k / 6.0f,
                           detail::corner_direction(corner + step, seed));
    }
    constexpr float kScale = 107;  // if all directions point away, sums reach 1 / 107.6
    noise.value *= kScale;
    noise.gradient *= kScale;
    return noise;
}

/// A sum of simplex noises. Each has half the size, and `gain` times the height, of the previous.
__device__ inline SimplexNoise fractal_noise(float3 at, int octaves, float gain,
                                             unsigned int seed) {
    SimplexNoise total = {};
    float height = 1, frequency = 1;
    for (int octave = 0; octave < octaves; ++octave) {
        const SimplexNoise part = simplex_noise(at * frequency, seed + octave);
        total.value += height * part.value;
        total.gradient += height * frequency * part.gradient;
        height *= gain;
        frequency *= 2;
    }
    return total;
}

}  // namespace glint
