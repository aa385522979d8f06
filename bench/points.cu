// SPDX-License-Identifier: MIT
// Generates points to draw.
#include <glint/hash.cuh>

namespace {

__device__ unsigned char byte(float x) { return static_cast<unsigned char>(255.0f * x + 0.5f); }

}  // namespace

/// Scatters points evenly in a cube of the given side. Each point has its own color.
extern "C" __global__ void scatter(unsigned int count, float side, float4* positions,
                                   uchar4* colours) {
    const unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    const float3 at = glint::uniform3(i, 1u, 0u), colour = glint::uniform3(i, 2u, 0u);
    positions[i] = make_float4(side * (at.x - 0.5f), side * (at.y - 0.5f), side * (at.z - 0.5f), 0);
    colours[i] = make_uchar4(byte(colour.x), byte(colour.y), byte(colour.z), 255);
}

/// Like `scatter`, but places the points on a hilly surface through the cube, as in scans.
extern "C" __global__ void scatter_on_surface(unsigned int count, float side, float4* positions,
                                              uchar4* colours) {
    const unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    const float3 at = glint::uniform3(i, 1u, 0u), colour = glint::uniform3(i, 2u, 0u);
    const float x = side * (at.x - 0.5f), z = side * (at.z - 0.5f);
    const float y = 0.15f * side * (sinf(5 * x) * cosf(4 * z) + 0.02f * (at.y - 0.5f));
    positions[i] = make_float4(x, y, z, 0);
    colours[i] = make_uchar4(byte(colour.x), byte(colour.y), byte(colour.z), 255);
}
