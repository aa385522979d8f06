// SPDX-License-Identifier: MIT
// Initial positions and pins of the vertices of a sheet, and the sheet's normals.
#pragma once

#include <glint/hash.cuh>
#include <glint/vector.cuh>

#include "constraints.cuh"

namespace cloth {

enum Scene { kOntoBall, kTwoCorners, kFlag, kFourCorners, kCurtain };

constexpr int kPins = 4;            // maximum number of pins per vertex
constexpr float kFarthest = 20.0f;  // in sheet sizes; vertices farther from the origin are removed
constexpr float kPleat = 1.05f;     // rad: largest angle of a curtain's pleats
constexpr float kPleats = 5.0f;     // number of pleats of a curtain
constexpr float kUneven = 0.004f;   // in vertex spacings; initial noise, from which folds grow

/// Distance between adjacent vertices, in m.
template <class Params>
__device__ float spacing_of(const Params& params, int columns, int rows) {
    return params.size / max(max(columns, rows) - 1, 1);
}

/// Limits how far a vertex can move away from a pinned vertex.
struct Pin {
    int vertex;  ///< -1: no pin
    float distance;
};

/// Pin k of the vertex c, for k below kPins.
template <class Params>
__device__ Pin pin_of(int k, int2 c, int columns, int rows, const Params& params) {
    int2 at = make_int2((k & 1) * (columns - 1), (k >> 1) * (rows - 1));
    if (params.scene == kOntoBall) return {-1, 0};
    if (params.scene == kTwoCorners && k > 1) return {-1, 0};
    if (params.scene == kFlag || params.scene == kCurtain) {
        if (k > 0) return {-1, 0};
        at = params.scene == kFlag ? make_int2(0, c.y) : make_int2(c.x, 0);
    }
    const float dx = c.x - at.x, dy = c.y - at.y;
    return {at.y * columns + at.x, spacing_of(params, columns, rows) * sqrtf(dx * dx + dy * dy)};
}

/// Offset in x and z of a column of a pleated curtain from the first column, in vertex spacings.
/// The distance between adjacent columns stays 1.
__device__ inline float2 pleated(int column, int columns) {
    float2 at = make_float2(0, 0);
    for (int k = 0; k < column; ++k) {
        const float turn = kPleat * cosf(6.2831853f * kPleats * (k + 0.5f) / fmaxf(columns - 1, 1));
        at = at + make_float2(cosf(turn), sinf(turn));
    }
    return at;
}

/// Initial position and inverse mass of a vertex.
template <class Params>
__device__ float4 laid(int2 c, int columns, int rows, unsigned seed, const Params& params) {
    const float spacing = spacing_of(params, columns, rows);
    const float across = spacing * (c.x - 0.5f * (columns - 1)), down = spacing * c.y;
    const float uneven = kUneven * spacing * (glint::uniform3(c.x, c.y, seed).x - 0.5f);
    const float top = 1.05f * params.size;
    bool is_pinned = false;
    for (int k = 0; k < kPins; ++k) {
        const Pin pin = pin_of(k, c, columns, rows, params);
        is_pinned = is_pinned || pin.vertex == c.y * columns + c.x;
    }
    const float weight = is_pinned ? 0.0f : 1.0f;
    float3 at;
    if (params.scene == kFlag) {
        at = make_float3(across, top - down, uneven);
    } else if (params.scene == kCurtain) {
        const float2 edge = pleated(c.x, columns), end = pleated(columns - 1, columns);
        at = make_float3(spacing * (edge.x - 0.5f * end.x), top - down, spacing * edge.y + uneven);
    } else if (params.scene == kTwoCorners) {
        at = make_float3(across, top + uneven, down);
    } else {
        const float above = params.ball > 0 ? params.ball_at.y + params.ball : 0.5f * params.size;
        at = make_float3(params.ball_at.x + across, above + 0.06f * params.size + uneven,
                         params.ball_at.z + down - 0.5f * spacing * (rows - 1));
    }
    return make_float4(at.x, at.y, at.z, weight);
}

/// Unit normal at a vertex, from the adjacent vertices. Zero if an adjacent vertex was removed or
/// the adjacent triangles are degenerate.
__device__ inline float3 normal_at(const float4* position, int x, int y, int columns, int rows) {
    const auto at = [&](int column, int row) {
        return position[min(max(row, 0), rows - 1) * columns + min(max(column, 0), columns - 1)];
    };
    const float4 west = at(x - 1, y), east = at(x + 1, y), north = at(x, y - 1),
                 south = at(x, y + 1);
    const float3 none = make_float3(0, 0, 0);
    if (west.w < 0 || east.w < 0 || north.w < 0 || south.w < 0) return none;
    return glint::normalize(
        glint::cross(glint::xyz(east) - glint::xyz(west), glint::xyz(south) - glint::xyz(north)),
        none);
}

}  // namespace cloth
