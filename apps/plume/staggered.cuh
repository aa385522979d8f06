// SPDX-License-Identifier: MIT
// A staggered 3D grid in which y points up. Speeds along x and z are stored on the cells' lower
// faces along these axes, and speeds along y on the upper faces. Nothing flows through the right,
// far and bottom faces of the box, which are not stored.
#pragma once

#include <glint/vector.cuh>

namespace plume {

/// Where a field has its values: at a cell's center, or on its left, top or near face.
enum class Spot { middle, left, top, near };

struct Grid {
    int width, height, depth;

    __device__ int layer() const { return width * height; }
    __device__ int count() const { return width * height * depth; }
    __device__ int index(int3 c) const { return (c.z * height + c.y) * width + c.x; }
    __device__ bool has(int3 c) const { return c.x < width && c.y < height && c.z < depth; }
};

/// Components of the velocity, in m/s.
struct Flow {
    const float *across, *up, *deep;
};

template <Spot spot>
__device__ float at(const float* f, int i, int j, int k, Grid grid) {
    const int x = glint::clamp(i, 0, grid.width - 1), y = glint::clamp(j, 0, grid.height - 1);
    const int z = glint::clamp(k, 0, grid.depth - 1);
    if (spot == Spot::left && i >= grid.width) return 0;
    if (spot == Spot::top && j < 0) return 0;
    if (spot == Spot::near && k >= grid.depth) return 0;
    return f[(z * grid.height + y) * grid.width + x];
}

/// Eight values for trilinear interpolation. s, t and r are the fractions along x, y and z.
struct Corners {
    float values[8];
    float s, t, r;

    __device__ float value() const {
        float rows[4];
#pragma unroll
        for (int i = 0; i < 4; ++i) rows[i] = glint::lerp(values[2 * i], values[2 * i + 1], s);
        return glint::lerp(glint::lerp(rows[0], rows[1], t), glint::lerp(rows[2], rows[3], t), r);
    }
    /// Returns x, clamped to the range of the eight values.
    __device__ float clamp(float x) const {
        float least = values[0], most = values[0];
#pragma unroll
        for (int i = 1; i < 8; ++i) least = fminf(least, values[i]), most = fmaxf(most, values[i]);
        return fminf(fmaxf(x, least), most);
    }
};

/// Returns true if the cell has a next cell along each axis.
__device__ inline bool is_inner(int i, int j, int k, Grid grid) {
    const auto is_below = [](int a, int count) {
        return static_cast<unsigned>(a) < static_cast<unsigned>(count - 1);
    };
    return is_below(i, grid.width) & is_below(j, grid.height) & is_below(k, grid.depth);
}

/// Reads the values of 2 x 2 x 2 cells, at constant offsets from a single base address.
__device__ inline void read_cube(float (&values)[8], const float* f, int i, int j, int k,
                                 Grid grid) {
    const float* const from = f + grid.index(make_int3(i, j, k));
#pragma unroll
    for (int n = 0; n < 4; ++n) {
        const float* const row = from + (n & 1) * grid.width + (n >> 1) * grid.layer();
        values[2 * n] = row[0], values[2 * n + 1] = row[1];
    }
}

/// Applies the borders along one axis to values read inside the box, for positions -1 to `count`.
/// Beyond an open border, values repeat the nearest value inside; beyond a closed one, they are 0.
struct Borders {
    bool is_before, is_after, is_far_after;
    bool is_closed_before, is_closed_after;

    __device__ Borders(int place, int count, bool is_closed_before, bool is_closed_after)
        : is_before(place < 0),
          is_after(place >= count - 1),
          is_far_after(place >= count),
          is_closed_before(is_closed_before),
          is_closed_after(is_closed_after) {}

    __device__ void apply(float& low, float& high) const {
        const float first = low, last = high;
        if (is_before) low = is_closed_before ? 0 : first, high = first;
        if (is_after) low = is_far_after && is_closed_after ? 0 : last;
        if (is_after && is_closed_after) high = 0;
    }
    __device__ void apply(float (&values)[8], int axis) const {
#pragma unroll
        for (int n = 0; n < 8; ++n)
            if ((n >> axis & 1) == 0) apply(values[n], values[n | 1 << axis]);
    }
};

/// Returns the eight values around a position, which is in cells from the lower corner of the box.
template <Spot spot>
__device__ Corners corners(const float* f, float3 place, Grid grid) {
    float x = place.x - (spot == Spot::left ? 0.0f : 0.5f);
    float y = place.y - (spot == Spot::top ? 1.0f : 0.5f);
    float z = place.z - (spot == Spot::near ? 0.0f : 0.5f);
    Corners round;
#ifndef __GLINT_CPU__
    {  // common case: takes half the instructions of the code below
        const int i = floorf(x), j = floorf(y), k = floorf(z);
        if (is_inner(i, j, k, grid)) {
            read_cube(round.values, f, i, j, k, grid);
            round.s = x - i, round.t = y - j, round.r = z - k;
            return round;
        }
    }
#endif
    x = glint::clamp(x, -1.0f, float(grid.width)), y = glint::clamp(y, -1.0f, float(grid.height));
    z = glint::clamp(z, -1.0f, float(grid.depth));
    const int i = floorf(x), j = floorf(y), k = floorf(z);
    round.s = x - i, round.t = y - j, round.r = z - k;
#ifdef __GLINT_CPU__
    // All lanes read in the same way, and only few of them are at a border.
    read_cube(round.values, f, glint::clamp(i, 0, grid.width - 2),
              glint::clamp(j, 0, grid.height - 2), glint::clamp(k, 0, grid.depth - 2), grid);
    if (!is_inner(i, j, k, grid)) {
        Borders(i, grid.width, false, spot == Spot::left).apply(round.values, 0);
        Borders(j, grid.height, spot == Spot::top, false).apply(round.values, 1);
        Borders(k, grid.depth, false, spot == Spot::near).apply(round.values, 2);
    }
#else
#pragma unroll
    for (int n = 0; n < 8; ++n)
        round.values[n] = at<spot>(f, i + (n & 1), j + (n >> 1 & 1), k + (n >> 2), grid);
#endif
    return round;
}

template <Spot spot>
__device__ float3 place_of(int3 c) {
    return make_float3(c.x + (spot == Spot::left ? 0.0f : 0.5f),
                       c.y + (spot == Spot::top ? 1.0f : 0.5f),
                       c.z + (spot == Spot::near ? 0.0f : 0.5f));
}

/// Velocity at a position, interpolated, in cells per second.
__device__ inline float3 velocity(const Flow& flow, float3 place, Grid grid) {
    return grid.height * make_float3(corners<Spot::left>(flow.across, place, grid).value(),
                                     corners<Spot::top>(flow.up, place, grid).value(),
                                     corners<Spot::near>(flow.deep, place, grid).value());
}

/// Velocity at the center of a cell, in cells per second.
__device__ inline float3 middle_velocity(const Flow& flow, int3 c, Grid grid) {
    const int i = grid.index(c);
    return 0.5f * grid.height *
           make_float3(flow.across[i] + at<Spot::left>(flow.across, c.x + 1, c.y, c.z, grid),
                       flow.up[i] + at<Spot::top>(flow.up, c.x, c.y - 1, c.z, grid),
                       flow.deep[i] + at<Spot::near>(flow.deep, c.x, c.y, c.z + 1, grid));
}

/// Interpolates values at cell centers to the given spot of a cell.
template <Spot spot>
__device__ float between(const float* f, int3 c, Grid grid) {
    int i = grid.index(c), other = i;
    if (spot == Spot::left && c.x > 0) other -= 1;
    if (spot == Spot::top && c.y < grid.height - 1) other += grid.width;
    if (spot == Spot::near && c.z > 0) other -= grid.layer();
    return spot == Spot::middle ? f[i] : 0.5f * (f[i] + f[other]);
}

/// Returns the position to which the flow carries a spot of a cell. `ways` has the displacements
/// along x, y and z: the first three arrays of trace() for backward, the last three for forward.
template <Spot spot>
__device__ float3 carried(const float* ways, int3 c, Grid grid) {
    const int n = grid.count();
    const float3 end = place_of<spot>(c) + make_float3(between<spot>(ways, c, grid),
                                                       between<spot>(ways + n, c, grid),
                                                       between<spot>(ways + 2 * n, c, grid));
    return make_float3(glint::clamp(end.x, 0.0f, float(grid.width)),
                       glint::clamp(end.y, 0.0f, grid.height + 1.0f),
                       glint::clamp(end.z, 0.0f, float(grid.depth)));
}

template <Spot spot>
__device__ float moved(const float* f, const float* ways, int3 c, Grid grid) {
    return corners<spot>(f, carried<spot>(ways, c, grid), grid).value();
}

/// MacCormack correction: adds half the round-trip error, clamped to values around the origin. Air
/// that enters through the open top has no smoke and no heat.
template <Spot spot>
__device__ float corrected(const float* f, const float* ahead, const float* ways, int3 c,
                           Grid grid) {
    const float3 from = carried<spot>(ways, c, grid);
    if (spot == Spot::middle && from.y > grid.height) return 0;
    const float3 to = carried<spot>(ways + 3 * grid.count(), c, grid);
    const int i = grid.index(c);
    const float error = f[i] - corners<spot>(ahead, to, grid).value();
    return corners<spot>(f, from, grid).clamp(ahead[i] + 0.5f * error);
}

/// Central difference of values at cell centers along an axis, per cell.
__device__ inline float difference(const float* f, int3 c, int axis, Grid grid) {
    const int x = axis == 0, y = axis == 1, z = axis == 2;
    return 0.5f * (at<Spot::middle>(f, c.x + x, c.y + y, c.z + z, grid) -
                   at<Spot::middle>(f, c.x - x, c.y - y, c.z - z, grid));
}

/// Vorticity of a cell in 1/s, from the velocities at the centers of its neighbors.
__device__ inline float3 vorticity(const Flow& flow, int3 c, Grid grid) {
    const auto middle = [&](int x, int y, int z) {
        return middle_velocity(flow,
                               make_int3(glint::clamp(c.x + x, 0, grid.width - 1),
                                         glint::clamp(c.y + y, 0, grid.height - 1),
                                         glint::clamp(c.z + z, 0, grid.depth - 1)),
                               grid);
    };
    const float3 x = middle(1, 0, 0) - middle(-1, 0, 0), y = middle(0, 1, 0) - middle(0, -1, 0);
    const float3 z = middle(0, 0, 1) - middle(0, 0, -1);
    return 0.5f * make_float3(y.z - z.y, z.x - x.z, x.y - y.x);
}

}  // namespace plume
