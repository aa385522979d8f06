// SPDX-License-Identifier: MIT
// Particles that the flow of a wind tunnel carries: where they start, and how they move. Places are
// in cells; a tunnel of two dimensions is one cell deep.
#pragma once

#include <glint/ceil_div.cuh>
#include <glint/sim.cuh>

namespace tracers {

constexpr int kStride = 5;  // steps that a move is for: flow passes less than a cell in them
constexpr int kLines = 48;  // along which tracers come from the inlet

/// What tracers know of the tunnel: `ends`, `walls` and `sides` as its parameters have them.
struct Tunnel {
    int3 cells;
    bool is_through;      ///< from an inlet to an outlet
    bool wraps[3];        ///< along which axes it is periodic
    float3 nozzle;        ///< the middle of where they start, at the inlet
    float nozzle_radius;  ///< and how wide that is
    unsigned seed;

    __device__ bool is_flat() const { return cells.z == 1; }
};

template <class Params>
__device__ Tunnel tunnel_of(int3 cells, const Params& params, int sides, float3 nozzle,
                            unsigned seed) {
    return {cells,
            params.ends == 0,
            {params.ends == 1, params.walls == 2, sides == 2},
            nozzle,
            0.5f * params.rake * params.size,
            seed};
}

/// Where the line of a tracer begins: side by side in a flat tunnel, else spread over a disc as the
/// seeds of a sunflower are (Vogel, 1979).
__device__ inline float3 beginning(int tracer, const Tunnel& tunnel) {
    const float part = (tracer % kLines + 0.5f) / kLines;
    if (tunnel.is_flat())
        return make_float3(0, tunnel.nozzle.y + (2 * part - 1) * tunnel.nozzle_radius, 0.5f);
    const float radius = sqrtf(part) * tunnel.nozzle_radius, turn = 1.236068f * (tracer % kLines);
    return make_float3(0, tunnel.nozzle.y + radius * cospif(turn),
                       tunnel.nozzle.z + radius * sinpif(turn));
}

/// Somewhere in a tunnel that has no inlet.
__device__ inline float3 anywhere(int tracer, unsigned step, const Tunnel& tunnel) {
    const float3 share = glint::uniform3(tracer, step, tunnel.seed);
    return make_float3(share.x * tunnel.cells.x, share.y * tunnel.cells.y,
                       tunnel.is_flat() ? 0.5f : share.z * tunnel.cells.z);
}

__device__ inline int on_axis(int i, int cells, bool wraps) {
    if (wraps) return (i % cells + cells) % cells;
    return min(max(i, 0), cells - 1);
}

__device__ inline int3 cell_of(float3 at, const Tunnel& tunnel) {
    return make_int3(on_axis(int(floorf(at.x)), tunnel.cells.x, tunnel.wraps[0]),
                     on_axis(int(floorf(at.y)), tunnel.cells.y, tunnel.wraps[1]),
                     on_axis(int(floorf(at.z)), tunnel.cells.z, tunnel.wraps[2]));
}

/// At the start they are everywhere along their lines, `count` of them in all.
template <class IsSolid>
__device__ float3 first_place(int tracer, int count, const Tunnel& tunnel,
                              const IsSolid& is_solid) {
    if (!tunnel.is_through) return anywhere(tracer, 0, tunnel);
    const int rows = glint::ceil_div(count, kLines);
    float3 at = beginning(tracer, tunnel);
    at.x = (tracer / kLines + 0.5f) / rows * tunnel.cells.x;
    if (is_solid(cell_of(at, tunnel))) at.x = 0;
    return at;
}

/// Between the centres of cells, of each of which `velocity` gives the flow.
template <class Velocity>
__device__ float3 flow_at(float3 at, const Tunnel& tunnel, const Velocity& velocity) {
    const float3 corner = make_float3(at.x - 0.5f, at.y - 0.5f, at.z - 0.5f);
    const int3 low = make_int3(int(floorf(corner.x)), int(floorf(corner.y)), int(floorf(corner.z)));
    const float3 part = make_float3(corner.x - low.x, corner.y - low.y, corner.z - low.z);
    float3 sum = make_float3(0, 0, 0);
    for (int i = 0; i < (tunnel.is_flat() ? 4 : 8); ++i) {
        const int right = i & 1, above = i >> 1 & 1, behind = i >> 2;
        const float z = tunnel.is_flat() ? 1 : behind ? part.z : 1 - part.z;
        const float share = (right ? part.x : 1 - part.x) * (above ? part.y : 1 - part.y) * z;
        sum +=
            share * velocity(make_int3(on_axis(low.x + right, tunnel.cells.x, tunnel.wraps[0]),
                                       on_axis(low.y + above, tunnel.cells.y, tunnel.wraps[1]),
                                       on_axis(low.z + behind, tunnel.cells.z, tunnel.wraps[2])));
    }
    return sum;
}

/// Into the tunnel along one axis: round it where it is periodic, else to its border.
__device__ inline float within(float at, int cells, bool wraps) {
    return wraps ? at - cells * floorf(at / cells) : glint::clamp(at, 0.0f, float(cells));
}

/// Where a tracer is after kStride steps, by the midpoint rule. What leaves through the outlet or
/// comes into an obstacle starts again.
template <class Velocity, class IsSolid>
__device__ float3 carried(float3 at, int tracer, unsigned step, const Tunnel& tunnel,
                          const Velocity& velocity, const IsSolid& is_solid) {
    const float3 half = at + 0.5f * kStride * flow_at(at, tunnel, velocity);
    float3 next = at + float(kStride) * flow_at(half, tunnel, velocity);
    const bool has_left = tunnel.is_through && (next.x < 0 || next.x >= tunnel.cells.x);
    const float behind = fmaxf(next.x - tunnel.cells.x, 0.0f);  // so that lines stay even
    next.x = within(next.x, tunnel.cells.x, tunnel.wraps[0]);
    next.y = within(next.y, tunnel.cells.y, tunnel.wraps[1]);
    next.z = within(next.z, tunnel.cells.z, tunnel.wraps[2]);
    if (!has_left && !is_solid(cell_of(next, tunnel))) return next;
    if (!tunnel.is_through) return anywhere(tracer, step, tunnel);
    next = beginning(tracer, tunnel);
    next.x = has_left ? behind : 0;
    return next;
}

/// Whether a drag of the mouse in this step takes the tracer with it, and to where in the brush,
/// each from -1 to 1.
__device__ inline bool is_released(int tracer, unsigned step, float3& to) {
    constexpr float kShare = 0.02f;
    const float3 share = glint::uniform3(tracer, step, 0x7ace5u);
    const float3 other = glint::uniform3(tracer, step, 0x7ace6u);
    to = 2.0f * other - make_float3(1, 1, 1);
    return share.x < kShare;
}

}  // namespace tracers
