// Water as particles: what neighbours do to each other, in units of the kernel's radius, which is
// the width of a cell. docs/simulations/dam.md has the equations.
#pragma once

#include <glint/cells.cuh>

namespace dam {

/// How far particles see, in particle spacings; and how many layers of them a wall needs for that.
constexpr float kRadius = 2.6f;
constexpr int kLayers = 3;
constexpr float kPi = 3.14159265f;

/// Numbers of cells that particles have which are in none.
constexpr unsigned kSpare = 0xfffffffeu, kGone = 0xffffffffu;

/// What lattices of particles have for kinds.
constexpr unsigned char kNothing = 0, kWater = 1, kWall = 2;

/// Of a tank of so many particles inside, with its walls. Flat if it is one deep.
__device__ inline glint::CellLayout cells_of(int width, int height, int depth) {
    const auto enough = [](int length) {
        return static_cast<int>(ceilf((length + 2 * kLayers) / kRadius));
    };
    const bool is_flat = depth == 1;
    return {make_float3(-kLayers, -kLayers, is_flat ? 0.5f - 0.5f * kRadius : -kLayers), kRadius,
            make_int3(enough(width), enough(height), is_flat ? 1 : enough(depth))};
}

/// Wendland's kernel C2 of 1995, (1 - r)^4 (1 + 4 r) up to a factor; r from 0 to 1.
__device__ inline float wendland(float r) {
    const float t = 1 - r, t2 = t * t;
    return t2 * t2 * (1 + 4 * r);
}

/// The slope of a kernel that is 1 as a whole is kSlope (1 - r)^3 times the way to the neighbour,
/// all in radii, times the volume that a particle has at rest.
__device__ inline float slope_of(bool is_flat) {
    const float whole = is_flat ? 7 / kPi : 21 / (2 * kPi);
    return 20 * whole / (is_flat ? kRadius * kRadius : kRadius * kRadius * kRadius);
}

/// What a particle gets of its neighbours, with w(r) = (1 - r)^3 times their volume; `d` is the way
/// to a neighbour.
struct Sums {
    float3 slope = {0, 0, 0};     ///< w d
    float3 pressure = {0, 0, 0};  ///< w d times the neighbour's compression
    float3 friction = {0, 0, 0};  ///< w d times how fast it goes away, over its distance; of water
    float spread = 0;             ///< w times how fast they go away, times the distance
    float diffusion = 0;          ///< w times how much more it is compressed; of water
    float fullness = 0;           ///< w d^2: all round, the number of dimensions over the slope
};

/// A particle: where it is in its cell from 0 to 1, and its volume by that at rest, negative for
/// walls; and its velocity and compression.
struct Particle {
    float4 place, flow;
};

/// Adds what neighbours j from first to end do, of which those before b1 are in the cell before
/// along x, and those from b2 on in the one behind. `off` is from the particle to that row of
/// cells; `weight` is by how much more water is compressed at rest for each way down.
__device__ inline void add_row(Sums& sums, const Particle& own, float3 off, int first, int b1,
                               int b2, int end, float3 weight, const float4* place,
                               const float4* flow) {
    for (int j = first; j < end; ++j) {
        const float4 there = place[j];
        const float across = off.x + (j >= b1 ? (j >= b2 ? 1.0f : 0.0f) : -1.0f);
        const float3 d = make_float3(there.x + across, there.y + off.y, there.z + off.z);
        const float square = glint::dot(d, d);
        if (square >= 1 || square == 0) continue;
        const float4 f = flow[j];
        const float r = sqrtf(square), t = 1 - r;
        const float w = t * t * t * fabsf(there.w);
        const float3 away = make_float3(f.x - own.flow.x, f.y - own.flow.y, f.z - own.flow.z);
        const float apart = w * glint::dot(away, d);
        const float water = there.w > 0 ? 1.0f : 0.0f;
        sums.slope += w * d;
        sums.pressure += w * f.w * d;
        sums.friction += water * apart / square * d;
        sums.spread += apart;
        sums.diffusion += water * w * (f.w - own.flow.w - glint::dot(weight, d));
        sums.fullness += w * square;
    }
}

/// Of all neighbours of a particle in this cell.
__device__ inline Sums sums_of(const Particle& own, int3 cell, const glint::CellLayout& layout,
                               const int* begins, float3 weight, const float4* place,
                               const float4* flow) {
    Sums sums;
    for (int z = -1; z <= 1; ++z)
        for (int y = -1; y <= 1; ++y) {
            const glint::CellRange range =
                glint::near_in_row(layout, begins, cell.x, cell.y + y, cell.z + z);
            if (range.first >= range.end) continue;
            const int here = layout.number(make_int3(cell.x, cell.y + y, cell.z + z));
            add_row(sums, own, make_float3(-own.place.x, y - own.place.y, z - own.place.z),
                    range.first, begins[here], begins[here + 1], range.end, weight, place, flow);
        }
    return sums;
}

/// The compression of the water before a wall's particle, as it is there: Adami, Hu and Adams, "A
/// generalized wall boundary condition for smoothed particle hydrodynamics", 2012. Walls do not
/// pull.
__device__ inline float wall_compression(const float4& own, int3 cell,
                                         const glint::CellLayout& layout, const int* begins,
                                         float3 weight, const float4* place, const float4* flow) {
    float compression = 0, all = 0;
    for (int z = -1; z <= 1; ++z)
        for (int y = -1; y <= 1; ++y) {
            const glint::CellRange range =
                glint::near_in_row(layout, begins, cell.x, cell.y + y, cell.z + z);
            if (range.first >= range.end) continue;
            const int here = layout.number(make_int3(cell.x, cell.y + y, cell.z + z));
            const int b1 = begins[here], b2 = begins[here + 1];
            for (int j = range.first; j < range.end; ++j) {
                const float4 there = place[j];
                const float across = j >= b1 ? (j >= b2 ? 1.0f : 0.0f) : -1.0f;
                const float3 d =
                    make_float3(there.x - own.x + across, there.y - own.y + y, there.z - own.z + z);
                const float square = glint::dot(d, d);
                if (square >= 1 || there.w <= 0) continue;
                const float w = wendland(sqrtf(square));
                compression += w * (flow[j].w - glint::dot(weight, d));
                all += w;
            }
        }
    return all > 0 ? fmaxf(compression / all, 0.0f) : 0.0f;
}

}  // namespace dam
