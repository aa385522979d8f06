// SPDX-License-Identifier: MIT
// Initial content of the box.
#pragma once

#include "materials.cuh"

namespace sand_snow {

/// The space between the walls. Lengths are in box widths; `size` is the length along each axis.
struct Room {
    float3 size;

    __device__ explicit Room(Grid grid) {
        const float along = inside(grid.width);
        size = make_float3(1, inside(grid.height) / along, inside(grid.depth) / along);
    }
    /// Number of cells between two opposite walls, for a number of nodes along the axis.
    __device__ static float inside(int nodes) { return nodes - 1 - 2 * kWall; }
    __device__ static float3 place(int3 cell, Grid grid) {
        return (make_float3(cell.x, cell.y, cell.z) + (0.5f - kWall)) / inside(grid.width);
    }
};

__device__ inline bool is_in_box(float3 p, float3 low, float3 high) {
    return p.x >= low.x && p.y >= low.y && p.z >= low.z && p.x < high.x && p.y < high.y &&
           p.z < high.z;
}
__device__ inline bool is_in_ball(float3 p, float3 middle, float radius) {
    return glint::length(p - middle) < radius;
}

constexpr int kNothing = 0;
/// Content of a cell: 0 if the cell is empty, and else the number of the material + 1.
__device__ inline int filled_with(Matter matter) { return matter + 1; }

/// Water behind a dam, a tower of sand, and bodies of jelly and snow that fall on both.
__device__ inline int all_four(float3 p, float3 size) {
    const float z = 0.5f * size.z;
    if (is_in_box(p, make_float3(0, 0, 0), make_float3(0.3f, 0.34f, size.z)))
        return filled_with(kWater);
    if (is_in_box(p, make_float3(0.7f, 0, z - 0.13f), make_float3(0.94f, 0.3f, z + 0.13f)))
        return filled_with(kSand);
    if (is_in_box(p, make_float3(0.4f, 0.2f, z - 0.09f), make_float3(0.58f, 0.38f, z + 0.09f)))
        return filled_with(kJelly);
    if (is_in_ball(p, make_float3(0.78f, 0.46f, z), 0.1f)) return filled_with(kSnow);
    return kNothing;
}

/// A column of sand that collapses.
__device__ inline int column(float3 p, float3 size) {
    const float out = glint::length(make_float2(p.x - 0.5f, p.z - 0.5f * size.z));
    return out < 0.12f && p.y < 0.36f ? filled_with(kSand) : kNothing;
}

/// Two balls and a wall of snow.
__device__ inline int snow(float3 p, float3 size) {
    const float z = 0.5f * size.z;
    if (is_in_box(p, make_float3(0.15f, 0, z - 0.2f), make_float3(0.3f, 0.3f, z + 0.2f)))
        return filled_with(kSnow);
    return is_in_ball(p, make_float3(0.24f, 0.45f, z), 0.11f) ||
                   is_in_ball(p, make_float3(0.7f, 0.3f, z), 0.13f)
               ? filled_with(kSnow)
               : kNothing;
}

__device__ inline int filling(int scene, int3 cell, Grid grid) {
    const float3 size = Room(grid).size, p = Room::place(cell, grid);
    const bool is_inside =
        p.x > 0 && p.y > 0 && p.z > 0 && p.x < size.x && p.y < size.y && p.z < size.z;
    if (!is_inside) return kNothing;
    return scene == 0   ? all_four(p, size)
           : scene == 1 ? column(p, size)
           : scene == 2 ? snow(p, size)
                        : kNothing;
}

}  // namespace sand_snow
