// SPDX-License-Identifier: MIT
// Stateless random numbers: one number per key, with equal results on every device.
#pragma once

namespace glint {

/// Three well-mixed 32-bit words for each key: pcg3d of Jarzynski and Olano, "Hash Functions for
/// GPU Rendering", Journal of Computer Graphics Techniques 9(3), 2020.
__device__ inline uint3 hash(uint3 key) {
    key.x = key.x * 1664525u + 1013904223u;
    key.y = key.y * 1664525u + 1013904223u;
    key.z = key.z * 1664525u + 1013904223u;
    key.x += key.y * key.z;
    key.y += key.z * key.x;
    key.z += key.x * key.y;
    key.x ^= key.x >> 16;
    key.y ^= key.y >> 16;
    key.z ^= key.z >> 16;
    key.x += key.y * key.z;
    key.y += key.z * key.x;
    key.z += key.x * key.y;
    return key;
}

/// Converts the upper 24 bits to a float in [0, 1).
__device__ inline float unit_float(unsigned int bits) { return (bits >> 8) * 0x1p-24f; }

/// Three independent uniform floats in [0, 1).
__device__ inline float3 uniform3(unsigned int x, unsigned int y, unsigned int z) {
    const uint3 bits = hash(make_uint3(x, y, z));
    return make_float3(unit_float(bits.x), unit_float(bits.y), unit_float(bits.z));
}

}  // namespace glint
