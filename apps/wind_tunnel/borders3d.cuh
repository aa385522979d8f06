// SPDX-License-Identifier: MIT
// Borders of a 3D wind tunnel: where the populations that arrive at a cell come from, and the terms
// that the ends and moving walls add. `Params` is the parameter struct of the .cu file.
// `Populations` is a type from d3q19.cuh.
#pragma once

#include "tunnel3d.cuh"

namespace tunnel3d {

using d3q19::cx, d3q19::cy, d3q19::cz, d3q19::opposite, d3q19::weight;

__device__ inline bool is_at_wall(int3 c, const d3q19::Grid& grid) {
    return c.y == 0 || c.z == 0 || c.y == grid.height - 1 || c.z == grid.depth - 1;
}

__device__ inline bool is_at_end(int3 c, const d3q19::Grid& grid) {
    return c.x == 0 || c.x == grid.width - 1;
}

/// Returns true if direction d enters through floor or ceiling. is_from_aside() is for the sides.
__device__ inline bool is_from_above(int d, int3 c, const d3q19::Grid& grid) {
    return cy(d) != 0 && c.y == (cy(d) > 0 ? 0 : grid.height - 1);
}
__device__ inline bool is_from_aside(int d, int3 c, const d3q19::Grid& grid) {
    return cz(d) != 0 && c.z == (cz(d) > 0 ? 0 : grid.depth - 1);
}
/// Returns true if direction d enters the grid from a no-slip wall.
template <class Params>
__device__ __forceinline__ bool is_from_wall(int d, int3 c, const d3q19::Grid& grid,
                                             const Params& params) {
    return (is_from_above(d, c, grid) && params.walls == kWalls) ||
           (is_from_aside(d, c, grid) && params.sides == kWalls);
}

/// Where the population that arrives in direction d comes from: its direction there, the offset
/// along x, and the row of cells. At walls and closed ends, the cell's own population comes back.
struct Origin {
    int d, along, y, z;
};

/// Returns the origin for a cell that may be at a wall (kAtWall) or an end (kAtEnd). Has no branch,
/// because selecting addresses costs less than a second path for a few threads of a warp.
template <bool kAtWall, bool kAtEnd, class Params>
__device__ __forceinline__ Origin origin_of(int d, int3 c, const d3q19::Grid& grid,
                                            const Params& params) {
    const int walls = params.walls, sides = params.sides, ends = params.ends;
    const bool is_above = kAtWall && is_from_above(d, c, grid);
    const bool is_aside = kAtWall && is_from_aside(d, c, grid);
    const bool is_in = kAtEnd && cx(d) != 0 && c.x == (cx(d) > 0 ? 0 : grid.width - 1);
    const bool is_wall = (is_above && walls == kWalls) || (is_aside && sides == kWalls);
    const bool stays = is_wall || (is_in && ends != kPeriodicEnds);
    // At the outlet, copies populations, because the flow does not change along x.
    const bool leaves = is_in && !is_wall && cx(d) < 0 && ends == kThrough;
    const bool turns_y = is_above && walls == kSlip, turns_z = is_aside && sides == kSlip;
    const int over_y = walls == kPeriodic ? (cy(d) > 0 ? grid.height - 1 : 0) : c.y;
    const int over_z = sides == kPeriodic ? (cz(d) > 0 ? grid.depth - 1 : 0) : c.z;
    const int y = is_above ? over_y : c.y - cy(d), z = is_aside ? over_z : c.z - cz(d);
    const int turned_y = turns_y ? d3q19::flipped_y(d) : d;
    const int both = turns_y ? d3q19::flipped_z(d3q19::flipped_y(d)) : d3q19::flipped_z(d);
    const int turned = turns_z ? both : turned_y;
    const int along = is_in ? cx(d) * (grid.width - 1) : -cx(d);
    const int from = leaves ? d : stays ? opposite(d) : turned;
    return {from, stays ? 0 : along, stays ? c.y : y, stays ? c.z : z};
}

namespace detail {

/// Loads the populations that arrive at a cell. Omits the terms of ends and moving walls.
template <bool kAtWall, bool kAtEnd, class Params>
__device__ __forceinline__ void take(const d3q19::Singles& f, int3 c, const Params& params,
                                     float (&g)[d3q19::kDirections]) {
#pragma unroll
    for (int d = 0; d < d3q19::kDirections; ++d) {
        const Origin from = origin_of<kAtWall, kAtEnd>(d, c, f.grid, params);
        g[d] = f.at(from.d, c.x + from.along, from.y, from.z);
    }
}

/// Population that arrives from `from` at a 16-bit cell at z, or at z + depth / 2 if kIsSecond.
template <bool kIsSecond>
__device__ __forceinline__ float crossing(const d3q19::HalvesInRow& f, int d, const Origin& from) {
    const bool is_same_half = cz(d) == 0 || (from.z >= f.words.depth) == kIsSecond;
    return is_same_half ? f.along_row(from.d, from.along, from.y, from.z)
                        : f.other_along_row(from.d, from.along, from.y, from.z);
}

template <bool kAtWall, bool kAtEnd, class Params>
__device__ __forceinline__ void take(const d3q19::HalvesInRow& f, int3 c, const Params& params,
                                     float (&g)[d3q19::kDirections]) {
    const bool is_second = c.z >= f.words.depth;
    const int3 first = make_int3(c.x, c.y, f.layer);
    const int3 second = make_int3(c.x, c.y, f.layer + f.words.depth);
#pragma unroll
    for (int d = 0; d < d3q19::kDirections; ++d) {
        g[d] = crossing<false>(f, d, origin_of<kAtWall, kAtEnd>(d, first, f.grid, params));
        if (kAtWall && cz(d) != 0 && is_second)
            g[d] = crossing<true>(f, d, origin_of<kAtWall, kAtEnd>(d, second, f.grid, params));
    }
}

/// Replaces those populations that arrive through an end, after the row was processed without ends.
template <class Populations, class Params>
__device__ __forceinline__ void take_from_end(const Populations& f, int3 c, const Params& params,
                                              float (&g)[d3q19::kDirections]) {
#pragma unroll
    for (int d = 1; d < d3q19::kDirections; ++d)
        if (cx(d) != 0 && (cx(d) > 0) == (c.x == 0)) {
            const Origin from = origin_of<true, true>(d, c, f.grid, params);
            g[d] = f.at(from.d, c.x + from.along, from.y, from.z);
        }
}

__device__ inline bool is_row_at_wall(const d3q19::Singles& f, int3 c) {
    return is_at_wall(c, f.grid);
}
__device__ inline bool is_row_at_wall(const d3q19::HalvesInRow& f, int3 c) {
    return is_at_wall(make_int3(c.x, c.y, f.layer), f.words);
}

}  // namespace detail

/// Loads the populations that arrive at a cell. Omits the terms of ends and moving walls.
template <class Populations, class Params>
__device__ __forceinline__ void take(const Populations& f, int3 c, const Params& params,
                                     float (&g)[d3q19::kDirections]) {
    if (detail::is_row_at_wall(f, c))
        detail::take<true, !kByRows>(f, c, params, g);
    else
        detail::take<false, !kByRows>(f, c, params, g);
    if (kByRows && is_at_end(c, f.grid)) detail::take_from_end(f, c, params, g);
}

/// Loads the populations that arrive at two 16-bit cells, at z (of c) and at z + depth / 2.
template <class Params>
__device__ __forceinline__ void take(const d3q19::Halves& f, int3 c, const Params& params,
                                     unsigned (&both)[d3q19::kDirections]) {
    if (!is_at_wall(c, f.words)) {
#pragma unroll
        for (int d = 0; d < d3q19::kDirections; ++d) {
            const Origin from = origin_of<false, true>(d, c, f.words, params);
            both[d] = f.word(from.d, c.x + from.along, from.y, from.z);
        }
        return;
    }
    const int3 other = make_int3(c.x, c.y, c.z + f.words.depth);
    const auto bits = [&](const Origin& from) {
        return f.bits(from.d, make_int3(c.x + from.along, from.y, from.z));
    };
#pragma unroll
    for (int d = 0; d < d3q19::kDirections; ++d)
        both[d] = bits(origin_of<true, true>(d, c, f.grid, params)) |
                  bits(origin_of<true, true>(d, other, f.grid, params)) << 16;
}

/// Adds the terms of a moving wall, of an inlet with a given velocity, and of an outlet. The outlet
/// slowly relaxes the pressure to the pressure at rest.
template <int kOne, class Params>
__device__ __forceinline__ void add_at_borders(int3 c, const d3q19::Grid& grid,
                                               const Params& params,
                                               float (&g)[d3q19::kDirections]) {
    if (params.lid != 0 && params.walls == kWalls && c.y == grid.height - 1)
#pragma unroll
        for (int d = 1; d < d3q19::kDirections; ++d)
            if (cy(d) < 0 && cx(d) != 0)
                g[d] = fmaf(6 * kOne * weight(d) * cx(d), params.lid, g[d]);
    if (params.ends != kThrough || !is_at_end(c, grid)) return;
    const bool is_inlet = c.x == 0;
    float rho = 0;
#pragma unroll
    for (int d = 0; d < d3q19::kDirections; ++d) rho += g[d];
    const float more = is_inlet ? 6 * kOne * inlet_speed(c.y, c.z, grid, params) : -0.002f * rho;
#pragma unroll
    for (int d = 1; d < d3q19::kDirections; ++d)
        if (cx(d) != 0 && is_inlet == (cx(d) > 0) && !is_from_wall(d, c, grid, params))
            g[d] = fmaf(weight(d), more, g[d]);
}

/// Adds the terms of borders to the populations that have arrived at a cell, then collides them.
template <int kOne, class Params>
__device__ __forceinline__ void collide(int3 c, const d3q19::Grid& grid, const Params& params,
                                        float (&g)[d3q19::kDirections]) {
    add_at_borders<kOne>(c, grid, params, g);
    if (is_calmed(c.x, grid.width, params)) calm<kOne>(c, grid, params, g);
    d3q19::collide<kOne>(fluid_of(params), g);
}

/// Returns true if rows are processed together, and cell c in the row of `first` is neither at a
/// border nor damped. The code for these cells keeps all values in registers.
template <class Params>
__device__ bool is_plain_row(int3 first, int3 c, const d3q19::Grid& grid, const Params& params) {
    return kByRows && !is_at_wall(first, grid) && !is_at_end(c, grid) &&
           !is_calmed(c.x, grid.width, params);
}

}  // namespace tunnel3d
