// SPDX-License-Identifier: MIT
// Accumulates the light of glowing points; halo.cu draws it with a halo.
//
// Light is accumulated in integers, whose sum does not depend on the order, so images are identical
// in all runs. The light is stored in a pyramid of grids, each with half as many nodes per
// dimension as the previous one, so large points cost no more than small ones. Node i of grid g is
// at pixel (i - 1) * 2^g, counted from the image's lower left corner.
#include <studio/places.cuh>
#include <studio/sizes.cuh>

using namespace glint::studio;
using namespace glint::studio::sizes;

namespace {

constexpr float kLargest_px = 100.0f;

constexpr int kGreen = 21, kBlue = 42;  ///< the first bits of green and blue in a sum
constexpr unsigned long long kField = (1ull << kGreen) - 1;

__device__ int columns_of(const LightGrids& grids, int grid) {
    return (grids.width >> grid) + kExtraNodes;
}
__device__ int rows_of(const LightGrids& grids, int grid) {
    return (grids.height >> grid) + kExtraNodes;
}

/// Returns the index of a grid's first node.
__device__ int first_of(const LightGrids& grids, int grid) {
    int first = 0;
    for (int finer = 0; finer < kLightGrids - 1; ++finer)
        if (finer < grid) first += columns_of(grids, finer) * rows_of(grids, finer);
    return first;
}

/// Returns a pseudorandom number from 0 to 1 that depends only on the point's index.
__device__ float own_number(unsigned int i) {
    i *= 2654435769u;
    i = (i ^ i >> 15) * 2246822519u;
    return (i >> 8) * 0x1p-24f;
}

__device__ void add(const LightSums& light, int node, float3 amount, float share) {
    const auto red = static_cast<unsigned int>(share * amount.x + 0.5f);
    const auto green = static_cast<unsigned int>(share * amount.y + 0.5f);
    const auto blue = static_cast<unsigned int>(share * amount.z + 0.5f);
    const unsigned long long added = red | static_cast<unsigned long long>(green) << kGreen |
                                     static_cast<unsigned long long>(blue) << kBlue;
    if (added == 0) return;
    const unsigned long long before = atomicAdd(&light.sums[node], added);
    const unsigned long long after = before + added;
    const unsigned long long into = before ^ added ^ after;  // carries into each bit
    const unsigned long long carried = (into >> kGreen & 1) | (into >> kBlue & 1) << kGreen |
                                       static_cast<unsigned long long>(after < before) << kBlue;
    if (carried == 0) return;
    atomicAdd(&light.carries[node], carried);
    light.lit[0] = 1;
}

/// Distributes light over the four nodes of a cell, as a round spot. `node` is the first node.
__device__ void add_to_four(const LightSums& light, int node, int columns, float u, float v,
                            float3 amount) {
    add(light, node, amount, (1 - u) * (1 - v));
    add(light, node + 1, amount, u * (1 - v));
    add(light, node + columns, amount, (1 - u) * v);
    add(light, node + columns + 1, amount, u * v);
}

/// Distributes light over the three nodes of the half cell that contains the point. Costs a quarter
/// less than four nodes and preserves the center of mass. Among many points, the shape is not
/// noticeable. Each diagonal of the cells serves half of the points, so neither is preferred.
__device__ void add_to_three(const LightSums& light, int node, int columns, float u, float v,
                             bool is_mirrored, float3 amount) {
    if (is_mirrored) u = 1 - u;
    const int left = node + is_mirrored, right = node + !is_mirrored;
    const bool is_beyond = u + v > 1;
    add(light, is_beyond ? right + columns : left, amount, fabsf(1 - u - v));
    add(light, right, amount, is_beyond ? 1 - v : u);
    add(light, left + columns, amount, is_beyond ? 1 - u : v);
}

__device__ void add_to_grid(const LightSums& light, const LightGrids& grids, int grid, float2 at,
                            bool is_mirrored, float3 amount) {
    const int columns = columns_of(grids, grid), rows = rows_of(grids, grid);
    const float scale = 1.0f / (1 << grid);
    const float x = at.x * scale + 1, y = at.y * scale + 1;
    const int column = static_cast<int>(floorf(x)), row = static_cast<int>(floorf(y));
    if (column < 0 || row < 0 || column > columns - 2 || row > rows - 2) return;
    const int node = first_of(grids, grid) + row * columns + column;
    if (grids.are_few) return add_to_four(light, node, columns, x - column, y - row, amount);
    add_to_three(light, node, columns, x - column, y - row, is_mirrored, amount);
}

__device__ void mark(const LightSums& light, int tile) {
    if (light.lit[1 + tile] == 0) light.lit[1 + tile] = 1;
}

/// Marks tiles so that each tile that the point reaches is marked, or next to a marked tile.
__device__ void mark_tiles(const LightSums& light, const LightGrids& grids, int grid, float2 at) {
    const float reach = static_cast<float>(2 << grid);
    const auto tile = [](float place, int tiles) {
        return min(max(static_cast<int>(place), 0) >> kTileBits, tiles - 1);
    };
    const int left = tile(at.x - reach, grids.tile_columns);
    const int right = tile(at.x + reach, grids.tile_columns);
    const int bottom = tile(at.y - reach, grids.tile_rows);
    const int top = tile(at.y + reach, grids.tile_rows);
    mark(light, bottom * grids.tile_columns + left);
    if (right != left) mark(light, bottom * grids.tile_columns + right);
    if (top == bottom) return;
    mark(light, top * grids.tile_columns + left);
    if (right != left) mark(light, top * grids.tile_columns + right);
}

/// Raises a channel to the power of 1.5. Sums on this scale keep contrast and color.
__device__ float raised(unsigned char c) {
    const float x = c * (1.0f / 255);
    return x * sqrtf(x);
}

__device__ float3 sum_of(const LightSums& light, int node) {
    const unsigned long long sum = light.sums[node];
    light.sums[node] = 0;
    float3 total =
        make_float3(static_cast<float>(static_cast<unsigned int>(sum & kField)),
                    static_cast<float>(static_cast<unsigned int>(sum >> kGreen & kField)),
                    static_cast<float>(static_cast<unsigned int>(sum >> kBlue)));
    if (light.lit[0] == 0) return total;
    const unsigned long long carries = light.carries[node];
    light.carries[node] = 0;
    const auto red = static_cast<float>(static_cast<unsigned int>(carries & kField));
    const auto green = static_cast<float>(static_cast<unsigned int>(carries >> kGreen & kField));
    const auto blue = static_cast<float>(static_cast<unsigned int>(carries >> kBlue));
    // Carries out of red were also added to green's field, and carries out of green to blue's.
    total.x += 0x1p21f * red;
    total.y += 0x1p21f * green - red;
    total.z += 0x1p22f * blue - green;
    return total;
}

/// Returns the next coarser grid's light at a node. The node coincides with a coarser node, or is
/// halfway between two coarser nodes, or is in the middle of four.
__device__ float3 coarser_light(const LightGrids& grids, int grid, int x, int y,
                                const float* coarser) {
    const int columns = columns_of(grids, grid + 1), plane = columns * rows_of(grids, grid + 1);
    const int left = (x + 1) / 2, right = x / 2 + 1;
    const int bottom = (y + 1) / 2 * columns, top = (y / 2 + 1) * columns;
    const auto mean = [&](const float* of) {
        return 0.25f * (of[bottom + left] + of[bottom + right] + of[top + left] + of[top + right]);
    };
    return make_float3(mean(coarser), mean(coarser + plane), mean(coarser + 2 * plane));
}

}  // namespace

/// Adds the light of each point. All numbers of `light` must be 0 before the launch.
extern "C" __global__ void add_light(Values places, unsigned long long count, PointCamera camera,
                                     Values values, ColorScale scale, const uchar4* colors,
                                     LightGrids grids, LightSums light) {
    const unsigned long long i =
        blockIdx.x * static_cast<unsigned long long>(blockDim.x) + threadIdx.x;
    if (i >= count) return;
    const Clip clip = clip_at(places, i, camera);
    if (!(clip.w > 0 && fabsf(clip.z) <= clip.w && is_finite(clip.w))) return;
    const float asked_px = camera.radius * camera.focal_px / clip.w;
    const float radius_px =  // with the smooth edge
        fminf(fmaxf(asked_px, camera.smallest_px), kLargest_px) + 0.5f;
    const float fineness =
        fminf(fmaxf(log2f(radius_px / kGridRadius_px), 0.0f), static_cast<float>(kLightGrids - 1));
    const int grid = static_cast<int>(
        fineness + (grids.are_few ? 0.0f : own_number(static_cast<unsigned int>(i))));
    const float2 at = make_float2((0.5f + 0.5f * clip.x / clip.w) * grids.width,
                                  (0.5f + 0.5f * clip.y / clip.w) * grids.height);
    const auto reach = static_cast<float>(4 << grid);
    if (!(at.x >= -reach && at.y >= -reach && at.x <= grids.width + reach &&
          at.y <= grids.height + reach))
        return;

    const uchar4 emitted =
        values.first ? shown_color(values, i, scale, colors) : make_uchar4(115, 166, 255, 255);
    // A point below the minimum size is drawn fainter, not smaller, so that it does not flicker.
    const float shrink = fminf(asked_px / camera.smallest_px, 1.0f);
    const float size = radius_px / (kGridRadius_px * (1 << grid));
    const float weight =
        grids.steps * (emitted.w * (1.0f / 255)) * (shrink * shrink) * (size * size);
    const float3 amount = make_float3(weight * raised(emitted.x), weight * raised(emitted.y),
                                      weight * raised(emitted.z));
    const float beyond = grids.are_few ? fineness - grid : 0.0f;
    const bool is_mirrored = (i & 1) != 0;
    const float kept = 1 - beyond;
    add_to_grid(light, grids, grid, at, is_mirrored,
                make_float3(kept * amount.x, kept * amount.y, kept * amount.z));
    // A node of the coarser grid covers as many pixels as four nodes of this grid.
    const float given = 0.25f * beyond;
    if (given > 0)
        add_to_grid(light, grids, grid + 1, at, is_mirrored,
                    make_float3(given * amount.x, given * amount.y, given * amount.z));
    mark_tiles(light, grids, grid + (given > 0), at);
}

/// Marks tiles that have light, or are next to a tile with light. Launch one thread per tile.
extern "C" __global__ void widen_tiles(LightGrids grids, const unsigned int* lit,
                                       unsigned int* near_light) {
    const int tile = blockIdx.x * blockDim.x + threadIdx.x;
    if (tile >= grids.tile_columns * grids.tile_rows) return;
    const int column = tile % grids.tile_columns, row = tile / grids.tile_columns;
    unsigned int any = 0;
    for (int y = max(row - 1, 0); y <= min(row + 1, grids.tile_rows - 1); ++y)
        for (int x = max(column - 1, 0); x <= min(column + 1, grids.tile_columns - 1); ++x)
            any |= lit[1 + y * grids.tile_columns + x];
    near_light[tile] = any;
}

/// Writes the light of one grid and of all coarser grids as red, green and blue planes, and clears
/// the grid. `columns` and `rows` count the grid's nodes; `first` is its first node's index.
extern "C" __global__ void gather_light(LightGrids grids, int grid, int columns, int rows,
                                        int first, float step_light, LightSums light,
                                        const unsigned int* near_light, const float* coarser,
                                        float* total) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= columns || y >= rows) return;
    const int tile_x = min((x << grid) >> kTileBits, grids.tile_columns - 1);
    const int tile_y = min((y << grid) >> kTileBits, grids.tile_rows - 1);
    const int node = y * columns + x, nodes = rows * columns;
    float3 here = make_float3(0, 0, 0);
    if (near_light[tile_y * grids.tile_columns + tile_x]) {
        if (grid + 1 < kLightGrids) here = coarser_light(grids, grid, x, y, coarser);
        const float3 sum = sum_of(light, first + node);
        here.x += step_light * sum.x;
        here.y += step_light * sum.y;
        here.z += step_light * sum.z;
    }
    total[node] = here.x;
    total[nodes + node] = here.y;
    total[2 * nodes + node] = here.z;
}
