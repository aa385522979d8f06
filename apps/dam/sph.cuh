// SPDX-License-Identifier: MIT
// Water as particles: what neighbours do to each other, in units of the kernel's radius, which is
// the width of a cell. docs/simulations/dam.md has the equations.
#pragma once

#include <glint/cells.cuh>

#include "neighbours.cuh"

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

/// 1 / sqrt(x) of a normal number.
__device__ inline float inverse_root(float x) {
#ifdef __GLINT_CPU__
#pragma clang fp reciprocal(on)
    return 1 / sqrtf(x);  // rsqrtf asks whether it is normal
#else
    return rsqrtf(x);
#endif
}

/// Wendland's kernel C2 of 1995, (1 - r)^4 (1 + 4 r) up to a factor; r from 0 to 1.
__device__ inline float wendland(float r) {
    const float t = 1 - r, t2 = t * t;
    return t2 * t2 * (1 + 4 * r);
}

/// The slope of a kernel that is 1 as a whole is slope_of (1 - r)^3 times the way to the neighbour,
/// all in radii, times the volume that a particle has at rest. Sums over neighbours are to be as
/// large as integrals: they are 0.974 of these in a square lattice and 0.985 in a hexagonal one;
/// in space 0.979 in a cubic, 0.991 and 0.995 in a face-centred and a body-centred one.
__device__ inline float slope_of(bool is_flat) {
    const float whole = is_flat ? 7 / kPi / 0.98f : 21 / (2 * kPi) / 0.988f;
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

/// Adds what a neighbour of this volume and flow does, or the particle itself, which does nothing.
/// `weight` is by how much more water is compressed at rest for each way down.
__device__ inline void add(Sums& sums, const Particle& own, float3 d, float volume, const float4& f,
                           float3 weight) {
    const float square = glint::dot(d, d), inverse = inverse_root(fmaxf(square, 1e-12f));
    const float t = fmaxf(1 - square * inverse, 0.0f);
    const float w = t * t * t * fabsf(volume), of_water = volume > 0 ? w : 0.0f;
    const float3 away = make_float3(f.x - own.flow.x, f.y - own.flow.y, f.z - own.flow.z);
    const float apart = glint::dot(away, d);
    sums.slope += w * d;
    sums.pressure += w * f.w * d;
    sums.friction += of_water * (apart * inverse * inverse) * d;
    sums.spread += w * apart;
    sums.diffusion += of_water * (f.w - own.flow.w - glint::dot(weight, d));
    sums.fullness += w * square;
}

/// Of all neighbours of a particle in this cell.
__device__ inline Sums sums_of(const Particle& own, int3 cell, const glint::CellLayout& layout,
                               const int* begins, float3 weight, const Crowd& crowd, Notes& notes) {
    Sums sums;
    for_each_neighbour(own.place, cell, layout, begins, crowd, notes,
                       [&](int j, const float4& there, float3 d) {
                           add(sums, own, d, there.w, crowd.flow(j), weight);
                       });
    return sums;
}

/// The compression of the water before a wall's particle, as it is there: Adami, Hu and Adams, "A
/// generalized wall boundary condition for smoothed particle hydrodynamics", 2012. Walls do not
/// pull.
__device__ inline float wall_compression(const float4& own, int3 cell,
                                         const glint::CellLayout& layout, const int* begins,
                                         float3 weight, const Crowd& crowd) {
    float compression = 0, all = 0;
    for_each_cell(cell, layout, [&](int3 c, float3 off) {
        const int number = layout.number(c), end = begins[wall_key(number)];
        GLINT_BY_LANES
        for (int j = begins[water_key(number)]; j < end; ++j) {
            const float3 d = way_to(crowd.place_before(j), own, off);
            const float square = glint::dot(d, d);
            if (square >= 1) continue;
            const float w = wendland(square * inverse_root(fmaxf(square, 1e-12f)));
            compression += w * (crowd.compression_before(j) - glint::dot(weight, d));
            all += w;
        }
    });
    return all > 0 ? fmaxf(compression / all, 0.0f) : 0.0f;
}

}  // namespace dam
