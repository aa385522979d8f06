// SPDX-License-Identifier: MIT
// Smoothed particle hydrodynamics: interactions between neighbors. Lengths are in kernel radii,
// which are also the cell width. docs/simulations/dam.md has the equations.
#pragma once

#include <glint/cells.cuh>

#include "neighbours.cuh"

namespace dam {

constexpr float kPi = 3.14159265f;

/// Cell keys of spare particles, and of particles that have left the tank.
constexpr unsigned kSpare = 0xfffffffeu, kGone = 0xffffffffu;

/// Kinds of lattice points.
constexpr unsigned char kNothing = 0, kWater = 1, kWall = 2;

/// Cells of a tank and its walls. The tank's inner size is in particle spacings; depth 1 means 2D.
__device__ inline glint::CellLayout cells_of(int width, int height, int depth) {
    const auto enough = [](int length) {
        return static_cast<int>(ceilf((length + 2 * kLayers) / kRadius));
    };
    const bool is_flat = depth == 1;
    return {make_float3(-kLayers, -kLayers, is_flat ? 0.5f - 0.5f * kRadius : -kLayers), kRadius,
            make_int3(enough(width), enough(height), is_flat ? 1 : enough(depth))};
}

/// Returns 1 / sqrt(x) for normal (not subnormal) numbers.
__device__ inline float inverse_root(float x) {
#ifdef __GLINT_CPU__
#pragma clang fp reciprocal(on)
    return 1 / sqrtf(x);  // faster than rsqrtf, which handles subnormal numbers
#else
    return rsqrtf(x);
#endif
}

/// Wendland's C2 kernel (1995) for r from 0 to 1: (1 - r)^4 (1 + 4 r), without normalization.
__device__ inline float wendland(float r) {
    const float t = 1 - r, t2 = t * t;
    return t2 * t2 * (1 + 4 * r);
}

/// The gradient of the normalized kernel is this factor times (1 - r)^3, times the vector to the
/// neighbor in radii, times the neighbor's rest volume. The factor makes sums over neighbors equal
/// integrals. Without it, sum / integral would be 0.974 on a square and 0.985 on a hexagonal lattice
/// in 2D, and 0.979 (cubic), 0.991 (face-centered) and 0.995 (body-centered) in 3D.
__device__ inline float slope_of(bool is_flat) {
    const float whole = is_flat ? 7 / kPi / 0.98f : 21 / (2 * kPi) / 0.988f;
    return 20 * whole / (is_flat ? kRadius * kRadius : kRadius * kRadius * kRadius);
}

/// Sums over a particle's neighbors. w is (1 - r)^3 times the neighbor's volume, where r is the
/// distance. d is the vector to the neighbor.
struct Sums {
    float3 slope = {0, 0, 0};     ///< w d
    float3 pressure = {0, 0, 0};  ///< w d times the neighbor's compression
    float3 friction = {0, 0, 0};  ///< w d times separation speed over distance; water only
    float spread = 0;             ///< w times the separation speed times r
    float diffusion = 0;          ///< w times the difference in compression; water only
    float fullness = 0;           ///< w r^2; sum: number of dimensions / slope_of() in water
};

/// A particle. `place` has its position in its cell, from 0 to 1, and its volume relative to rest,
/// which is negative for walls. `flow` has its velocity and its compression.
struct Particle {
    float4 place, flow;
};

/// Adds the contribution of a neighbor with the given volume and flow. A particle's contribution to
/// its own sums is 0. `weight` is the hydrostatic compression per radius of displacement.
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

/// Sums over all neighbors of the particle `own`, which is in the cell `cell`.
__device__ inline Sums sums_of(const Particle& own, int3 cell, const glint::CellLayout& layout,
                               const int* begins, float3 weight, const Crowd& crowd, Notes& notes) {
    Sums sums;
    for_each_neighbor(own.place, cell, layout, begins, crowd, notes,
                      [&](int j, const float4& there, float3 d) {
                          add(sums, own, d, there.w, crowd.flow(j), weight);
                      });
    return sums;
}

/// Compression of a wall particle: that of the water in front of the wall, extrapolated to the
/// particle (Adami, Hu and Adams, "A generalized wall boundary condition for smoothed particle
/// hydrodynamics", 2012). Negative values become 0, so walls never pull.
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
