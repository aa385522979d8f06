// SPDX-License-Identifier: MIT
// Tracer particles of a wind tunnel: their start positions and motion. Positions are in cells; a 2D
// tunnel is one cell deep.
#pragma once

#include <glint/ceil_div.cuh>
#include <glint/sim.cuh>

namespace tracers {

constexpr int kStride = 5;  // steps per move; the flow moves less than a cell in that time
constexpr int kLines = 48;  // number of lines of tracers that start at the inlet

/// The tunnel's shape, derived from its parameters `ends`, `walls` and `sides`.
struct Tunnel {
    int3 cells;
    bool is_through;      ///< has an inlet and an outlet
    bool wraps[3];        ///< axes along which the tunnel is periodic
    float3 nozzle;        ///< center of the tracers' start positions at the inlet
    float nozzle_radius;  ///< radius of the start positions
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

/// Start of a tracer's line: lines are evenly spaced in a 2D tunnel, and spread over a disk like
/// sunflower seeds in 3D (Vogel, 1979).
__device__ inline float3 beginning(int tracer, const Tunnel& tunnel) {
    const float part = (tracer % kLines + 0.5f) / kLines;
    if (tunnel.is_flat())
        return make_float3(0, tunnel.nozzle.y + (2 * part - 1) * tunnel.nozzle_radius, 0.5f);
    const float radius = sqrtf(part) * tunnel.nozzle_radius, turn = 1.236068f * (tracer % kLines);
    return make_float3(0, tunnel.nozzle.y + radius * cospif(turn),
                       tunnel.nozzle.z + radius * sinpif(turn));
}

/// Random position in a tunnel without an inlet.
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

/// Initial position: the `count` tracers are spread along their lines.
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

/// Interpolates between the values of `velocity` at cell centers.
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

/// Brings a coordinate into the tunnel: wraps it if periodic, otherwise clamps it.
__device__ inline float within(float at, int cells, bool wraps) {
    return wraps ? at - cells * floorf(at / cells) : glint::clamp(at, 0.0f, float(cells));
}

/// Position of a tracer after kStride steps, by the midpoint rule. Tracers that leave through the
/// outlet or enter an obstacle restart.
template <class Velocity, class IsSolid>
__device__ float3 carried(float3 at, int tracer, unsigned step, const Tunnel& tunnel,
                          const Velocity& velocity, const IsSolid& is_solid) {
    const float3 half = at + 0.5f * kStride * flow_at(at, tunnel, velocity);
    float3 next = at + float(kStride) * flow_at(half, tunnel, velocity);
    const bool has_left = tunnel.is_through && (next.x < 0 || next.x >= tunnel.cells.x);
    const float behind = fmaxf(next.x - tunnel.cells.x, 0.0f);  // keeps the spacing along lines
    next.x = within(next.x, tunnel.cells.x, tunnel.wraps[0]);
    next.y = within(next.y, tunnel.cells.y, tunnel.wraps[1]);
    next.z = within(next.z, tunnel.cells.z, tunnel.wraps[2]);
    if (!has_left && !is_solid(cell_of(next, tunnel))) return next;
    if (!tunnel.is_through) return anywhere(tracer, step, tunnel);
    next = beginning(tracer, tunnel);
    next.x = has_left ? behind : 0;
    return next;
}

/// True if a mouse drag in this step moves the tracer; `to` is the tracer's position in the brush,
/// from -1 to 1 along each axis.
__device__ inline bool is_released(int tracer, unsigned step, float3& to) {
    constexpr float kShare = 0.02f;
    const float3 share = glint::uniform3(tracer, step, 0x7ace5u);
    const float3 other = glint::uniform3(tracer, step, 0x7ace6u);
    to = 2.0f * other - make_float3(1, 1, 1);
    return share.x < kShare;
}

}  // namespace tracers
