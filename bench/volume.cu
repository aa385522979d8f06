// SPDX-License-Identifier: MIT
// Generates volumes to draw.
#include <glint/hash.cuh>
#include <glint/vector.cuh>

namespace {

/// Position of a cell, from -1 to 1 along the longest side.
__device__ float3 place_of(int x, int y, int z, int width, int height, int depth) {
    const float half = 0.5f * max(max(width, height), depth);
    return make_float3((x + 0.5f - 0.5f * width) / half, (y + 0.5f - 0.5f * height) / half,
                       (z + 0.5f - 0.5f * depth) / half);
}

}  // namespace

/// Without `haze`, a ball with folds, which fills two fifths of the box and has values from 0 to 1.
/// With `haze`, noise from 0.5 to 1 in the whole box.
extern "C" __global__ void fill_volume(int width, int height, int depth, int haze, float* values) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    const int z = blockIdx.z;
    if (x >= width || y >= height) return;
    const size_t cell = (static_cast<size_t>(z) * height + y) * width + x;
    const float3 p = place_of(x, y, z, width, height, depth);
    const float folds = sinf(9 * p.x) * cosf(9 * p.y) + sinf(9 * p.y) * cosf(9 * p.z) +
                        sinf(9 * p.z) * cosf(9 * p.x);
    const float ball = fminf(fmaxf(4 * (0.9f - glint::length(p)), 0.0f), 1.0f);
    values[cell] = haze ? 0.5f + 0.5f * glint::uniform3(x, y, z).x : ball * (0.5f + folds / 3);
}
