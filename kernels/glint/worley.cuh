// SPDX-License-Identifier: MIT
// Cellular noise: distances to points scattered in space, one per lattice cube.
#pragma once

#include <glint/hash.cuh>
#include <glint/vector.cuh>

namespace glint {

struct WorleyNoise {
    float nearest;      ///< distance to the nearest point, below 2
    float second;       ///< distance to the second nearest point; equals `nearest` at borders
    unsigned int cell;  ///< random bits, equal wherever the same point is the nearest
};

namespace detail {

__device__ inline void add_point(WorleyNoise& noise, float3 from, float3 cube, unsigned int seed) {
    const uint3 bits =
        hash(vector_cast<uint3>(vector_cast<int3>(cube)) + make_uint3(0, 0, seed * 0x9e3779b9u));
    const float3 point = make_float3(unit_float(bits.x), unit_float(bits.y), unit_float(bits.z));
    const float3 offset = cube + point - from;
    const float square = dot(offset, offset);
    const bool is_nearest = square < noise.nearest;
    noise.second = is_nearest ? noise.nearest : ::fminf(noise.second, square);
    noise.cell = is_nearest ? bits.x ^ bits.y : noise.cell;
    noise.nearest = is_nearest ? square : noise.nearest;
}

}  // namespace detail

/// Worley, "A Cellular Texture Basis Function", SIGGRAPH 1996, with one point per unit cube.
/// Searches only the 27 surrounding cubes, so a distance above 1 may be too large.
__device__ inline WorleyNoise worley_noise(float3 at, unsigned int seed) {
    const float3 centre = floor(at);
    WorleyNoise noise = {16, 16, 0};
    for (int k = 0; k < 27; ++k) {
        const int3 step = make_int3(k % 3 - 1, k / 3 % 3 - 1, k / 9 - 1);
        detail::add_point(noise, at, centre + vector_cast<float3>(step), seed);
    }
    noise.nearest = ::sqrtf(noise.nearest);
    noise.second = ::sqrtf(noise.second);
    return noise;
}

}  // namespace glint
