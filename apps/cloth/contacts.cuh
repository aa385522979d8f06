// SPDX-License-Identifier: MIT
// Contacts of cloth with itself, a ball and the floor. The neighbor search uses an unbounded grid,
// whose rows along x are hashed into a fixed number of cells. Each vertex sums the pushes on
// itself. All pushes use positions at the same time, so the order of the vertices does not matter.
#pragma once

#include <glint/hash.cuh>
#include <glint/vector.cuh>

#include "layout.cuh"

namespace cloth {

constexpr int kAdjacent = 2;  // vertices within this offset in the sheet have no contacts

/// A hashed grid of `count` cells; `count` is a power of two.
struct HashedCells {
    float width;
    int count;

    __device__ int3 cell_of(float3 place) const {
        constexpr float kMax =
            1e9f;  // in cells; positions farther out share cells, and so do NaN positions
        const float3 c = glint::clamp(glint::floor(place / width), -kMax, kMax);
        return make_int3(static_cast<int>(c.x), static_cast<int>(c.y), static_cast<int>(c.z));
    }
    __device__ unsigned number_of(int3 cell) const {
        const unsigned row = glint::hash(make_uint3(cell.y, cell.z, 7)).x;
        return (row + static_cast<unsigned>(cell.x)) & static_cast<unsigned>(count - 1);
    }
};

/// Calls visit(j) for each vertex in three consecutive cells along x, starting at cell `number`.
/// Hash collisions add vertices of other cells.
template <class Visit>
__device__ void for_each_in_row(const HashedCells& cells, const int* begins, unsigned number,
                                const Visit& visit) {
    const int first = static_cast<int>(number), last = first + 3;
    const int end = begins[last < cells.count ? last : cells.count];
    for (int j = begins[first]; j < end; ++j) visit(j);
    for (int j = 0; last > cells.count && j < begins[last - cells.count]; ++j) visit(j);
}

/// Corrections of a vertex's position in a substep. `both` also changes the velocity. `place_only`
/// does not, so that resolving an existing overlap does not make the cloth fly apart.
struct Push {
    float3 both, place_only;
};

/// Push that separates two bodies by `depth` along `normal`. `way` is the displacement of the first
/// body relative to the second in this substep. The first body gets `share` of the push.
__device__ inline Push apart(float3 way, float3 normal, float depth, float friction, float share) {
    const float towards = -glint::dot(way, normal);
    const float stopped = fminf(depth, fmaxf(towards, 0.0f));
    const float3 along = way + towards * normal;
    const float slid = glint::length(along);
    const float held = slid > 0 ? fminf(friction * depth, slid) / slid : 0.0f;
    return {share * (stopped * normal - held * along),
            share * fminf(depth - stopped, 0.25f * depth) * normal};
}

/// Position of a vertex at the start of a substep, and its displacement in the substep.
struct Moving {
    float3 from, way;
};

/// Mean push on a vertex from nearby vertices of other folds. `thickness` is the thickness of the
/// cloth, which is the minimum distance between two vertices of different folds.
template <class Params>
__device__ Push push_of_cloth(const Moving& own, int i, int count, int near_count,
                              const unsigned* near, const float4* from, const float4* ahead,
                              float thickness, const Params& params) {
    Push sum{make_float3(0, 0, 0), make_float3(0, 0, 0)};
    int touching = 0;
    const float3 at = own.from + own.way;
    for (int k = 0; k < near_count; ++k) {
        const int j = static_cast<int>(near[k * count + i]);
        const float4 other = ahead[j];
        const float3 between = at - glint::xyz(other);
        const float square = glint::dot(between, between);
        if (other.w < 0 || square >= thickness * thickness) continue;
        const float distance = sqrtf(square);
        const float3 normal =
            distance > 0 ? between / distance : make_float3(0, i < j ? 1.0f : -1.0f, 0);
        const float3 way = own.way - (glint::xyz(other) - glint::xyz(from[j]));
        const float share = other.w == 0 ? 1.0f : 0.5f;
        const Push push = apart(way, normal, thickness - distance, params.self_friction, share);
        sum.both += push.both, sum.place_only += push.place_only;
        ++touching;
    }
    const float part = touching > 0 ? 1.0f / touching : 0.0f;
    return {part * sum.both, part * sum.place_only};
}

/// Sum of the pushes on a vertex by the ball, which spins about a vertical axis, and by the floor.
template <class Params>
__device__ Push push_of_bodies(const Moving& own, float half, float dt, const Params& params) {
    Push sum{make_float3(0, 0, 0), make_float3(0, 0, 0)};
    float3 at = own.from + own.way;
    const float3 out = at - params.ball_at;
    const float distance = glint::length(out), depth = params.ball + half - distance;
    if (params.ball > 0 && depth > 0 && distance > 0) {
        const float turn = params.spin * 0.017453293f * dt;
        const float3 surface = make_float3(turn * out.z, 0, -turn * out.x);
        sum = apart(own.way - surface, out / distance, depth, params.friction, 1);
        at += sum.both + sum.place_only;
    }
    if (params.floor && at.y < half) {
        const Push push =
            apart(own.way + sum.both, make_float3(0, 1, 0), half - at.y, params.friction, 1);
        sum.both += push.both, sum.place_only += push.place_only;
    }
    return sum;
}

}  // namespace cloth
