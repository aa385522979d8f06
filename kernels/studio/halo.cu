// SPDX-License-Identifier: MIT
// Converts light, as gathered by glow.cu, to colors with a halo. Rows are counted from the bottom
// of the image. Red, green and blue are separate planes.
#include <studio/dither.cuh>
#include <studio/sizes.cuh>

using namespace glint::studio;
using namespace glint::studio::sizes;

namespace {

__device__ int between(int i, int least, int most) { return min(max(i, least), most); }

/// Returns the first of nine nodes to average for a cell. There are `cells` cells in `size` pixels.
__device__ int first_node(int cell, int cells, int size) {
    return static_cast<int>((cell + 0.5f) * size / cells) - 3;
}

/// exp(-x) for x >= 0, with an error of 1e-6.
__device__ float fading(float x) {
    const float power = -1.44269504f * fminf(x, 80.0f), whole = floorf(power);
    const float t = power - whole;
    const float part =
        0.9999999f +
        t * (0.69315308f +
             t * (0.24015361f + t * (0.055826318f + t * (0.0089893397f + t * 0.0018775767f))));
    return part * __int_as_float((static_cast<int>(whole) + 127) << 23);
}

/// x^(2/3) for x from 1e-9 to 1, error 2e-5: x times its inverse cube root by Newton's method.
__device__ float two_thirds(float x) {
    float y = __int_as_float(0x54a20000 - __float_as_int(x) / 3);
    y *= (4.0f / 3) - (1.0f / 3) * x * (y * y * y);
    y *= (4.0f / 3) - (1.0f / 3) * x * (y * y * y);
    return x * y;
}

/// Converts light to the displayed value, at most 1. Undoes the power of 1.5 that glow.cu applies.
__device__ float shown(float light) { return two_thirds(fmaxf(1 - fading(light), 1e-9f)); }

/// Returns the brightest channel on a logarithmic scale. Light of 0.5, which is typical of a cloud,
/// gives 0.25, and light of 600 gives 1.
__device__ float logarithmic(float light) {
    return fminf(log2f(1 + 16 * light) * (1 / 13.2289f), 1.0f);
}

/// Returns the displayed value of another channel if the brightest channel is displayed as `full`.
__device__ float bright_detail(float light, float brightest, float full) {
    const float share = two_thirds(fmaxf(light / brightest, 1e-9f));
    return full * (share + (1 - share) * (0.7f * full * full));
}

/// Screen-blends `over` on `behind`, which is a byte, and returns a byte.
__device__ unsigned int screened(float over, float noise, unsigned int behind) {
    const float color = fminf(fmaxf(over + noise * (1.0f / 255), 0.0f), 1.0f);
    return static_cast<unsigned int>(255 * color + behind * (1 - color) + 0.5f);
}

}  // namespace

/// Vertical means of nine nodes, with half weight for the outer two. Launch one thread per mean.
extern "C" __global__ void halve_rows(int width, int height, int cell_rows, const float* light,
                                      float* means) {
    const int columns = width + kExtraNodes, rows = height + kExtraNodes;
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int cell = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= columns || cell >= 3 * cell_rows) return;
    const float* plane = light + cell / cell_rows * (columns * rows) + x;
    const int first = first_node(cell % cell_rows, cell_rows, height);
    float sum = 0;
    for (int i = 0; i <= 8; ++i)
        sum += (i % 8 == 0 ? 0.5f : 1.0f) * plane[between(first + i, 0, rows - 1) * columns];
    means[cell * columns + x] = 0.125f * sum;
}

/// Horizontal means of the vertical means: the second step of the reduction to cells.
extern "C" __global__ void halve_columns(int width, int cell_columns, int cell_rows,
                                         const float* means, float* halo) {
    const int columns = width + kExtraNodes;
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= cell_columns || y >= 3 * cell_rows) return;
    const int first = first_node(x, cell_columns, width);
    float sum = 0;
    for (int i = 0; i <= 8; ++i)
        sum += (i % 8 == 0 ? 0.5f : 1.0f) * means[y * columns + between(first + i, 0, columns - 1)];
    halo[y * cell_columns + x] = 0.125f * sum;
}

/// Gaussian blur over 13 cells (sigma 1.7) in one direction: along rows if `along`, else columns.
extern "C" __global__ void blur(int cell_columns, int cell_rows, int along, const float* from,
                                float* to) {
    constexpr float kWeights[7] = {0.234697f, 0.197411f, 0.117478f, 0.049461f,
                                   0.014734f, 0.003105f, 0.000463f};
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= cell_columns || y >= 3 * cell_rows) return;
    const int plane = y / cell_rows * cell_rows;
    float sum = 0;
    for (int i = -6; i <= 6; ++i) {
        const int column = between(x + (along ? i : 0), 0, cell_columns - 1);
        const int row = plane + between(y - plane + (along ? 0 : i), 0, cell_rows - 1);
        sum += kWeights[i < 0 ? -i : i] * from[row * cell_columns + column];
    }
    to[y * cell_columns + x] = sum;
}

/// Screen-blends the light, with its halo, over the image.
extern "C" __global__ void show_light(int width, int height, int tile_columns,
                                      const unsigned int* near_light, const float* light,
                                      int cell_columns, int cell_rows, float halo_weight,
                                      const float* halo, int is_logarithmic,
                                      cudaSurfaceObject_t picture) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    // Blocks are 32 pixels wide, so that each row of a block is in a single tile.
    const int tile_x = (blockIdx.x * blockDim.x) >> kTileBits;
    if (!near_light[(y >> kTileBits) * tile_columns + tile_x]) return;
    const int columns = width + kExtraNodes, nodes = columns * (height + kExtraNodes);
    const int node = (y + 1) * columns + x + 1;
    const float cell_x = (x + 0.5f) * cell_columns / width - 0.5f;
    const float cell_y = (y + 0.5f) * cell_rows / height - 0.5f;
    const float u = cell_x - floorf(cell_x), v = cell_y - floorf(cell_y);
    const int left = max(static_cast<int>(floorf(cell_x)), 0);
    const int right = min(static_cast<int>(floorf(cell_x)) + 1, cell_columns - 1);
    const int bottom = max(static_cast<int>(floorf(cell_y)), 0) * cell_columns;
    const int top = min(static_cast<int>(floorf(cell_y)) + 1, cell_rows - 1) * cell_columns;
    const auto total = [&](int channel) {
        const float* of = light + channel * nodes + node;  // in pixels, nodes are at corners
        const float* around = halo + channel * cell_columns * cell_rows;
        const float below = around[bottom + left] * (1 - u) + around[bottom + right] * u;
        const float above = around[top + left] * (1 - u) + around[top + right] * u;
        return 0.25f * (of[0] + of[1] + of[columns] + of[columns + 1]) +
               halo_weight * (below * (1 - v) + above * v);
    };
    const float red = total(0), green = total(1), blue = total(2);
    const float most = fmaxf(fmaxf(red, green), blue);
    if (most < 1e-5f) return;
    const float full = is_logarithmic ? logarithmic(most) : 0.0f;
    const auto tone = [&](float light) {
        return is_logarithmic ? bright_detail(light, most, full) : shown(light);
    };
    const int row = height - 1 - y, byte = x * static_cast<int>(sizeof(uchar4));
    const auto behind = surf2Dread<unsigned int>(picture, byte, row);
    const float noise = dither(x, y);
    surf2Dwrite(screened(tone(red), noise, behind & 255) |
                    screened(tone(green), noise, behind >> 8 & 255) << 8 |
                    screened(tone(blue), noise, behind >> 16 & 255) << 16 | 255u << 24,
                picture, byte, row);
}
