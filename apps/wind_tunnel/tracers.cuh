// SPDX-License-Identifier: MIT
// Tracer particles of a wind tunnel: their start positions and their motion. Positions are in
// cells. A 2D tunnel is one cell deep.
#pragma once

#include <glint/ceil_div.cuh>
#include <glint/sim.cuh>

namespace tracers {

constexpr int kStride = 5;  // steps per move; during these steps, the flow moves less than a cell
constexpr int kLines = 48;  // number of start points at the inlet, each with a line of tracers

/// Shape of the tunnel, which follows from the parameters `ends`, `walls` and `sides`.
struct Tunnel {
    int3 cells;
    bool is_through;      ///< true if the tunnel has an inlet and an outlet
    bool wraps[3];        ///< for each axis, true if the tunnel is periodic
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

/// Start point of the line of a tracer. In a 2D tunnel, lines are evenly spaced. In 3D, their start
/// points spread over a disk like sunflower seeds (Vogel, 1979).
__device__ inline float3 beginning(int tracer, const Tunnel& tunnel) {
    const float part = (tracer % kLines + 0.5f) / kLines;
    if (tunnel.is_flat())
        return make_float3(0, tunnel.nozzle.y + (2 * part - 1) * tunnel.nozzle_radius, 0.5f);
    const float radius = sqrtf(part) * tunnel.nozzle_radius, turn = 1.236068f * (tracer % kLines);
    return make_float3(0, tunnel.nozzle.y + radius * cospif(turn),
                       tunnel.nozzle.z + radius * sinpif(turn));
}

/// Random position, for tunnels without an inlet.
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

/// Initial position of a tracer. The `count` tracers are spread along their lines.
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

/// Velocity at a position, interpolated between the values of `velocity` at cell centers.
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

/// Brings a coordinate into the tunnel: wraps the coordinate on a periodic axis, else clamps it.
__device__ inline float within(float at, int cells, bool wraps) {
    return wraps ? at - cells * floorf(at / cells) : glint::clamp(at, 0.0f, float(cells));
}

/// Position of a tracer after kStride steps, by the midpoint rule. Tracers that leave through the
/// outlet or enter an obstacle start again.
template <class Velocity, class IsSolid>
__device__ float3 carried(float3 at, int tracer, unsigned step, const Tunnel& tunnel,
                          const Velocity& velocity, const IsSolid& is_solid) {
    const float3 half = at + 0.5f * kStride * flow_at(at, tunnel, velocity);
    float3 next = at + float(kStride) * flow_at(half, tunnel, velocity);
    const bool has_left = tunnel.is_through && (next.x < 0 || next.x >= tunnel.cells.x);
    const float behind = fmaxf(next.x - tunnel.cells.x, 0.0f);  // preserves the spacing of tracers
    next.x = within(next.x, tunnel.cells.x, tunnel.wraps[0]);
    next.y = within(next.y, tunnel.cells.y, tunnel.wraps[1]);
    next.z = within(next.z, tunnel.cells.z, tunnel.wraps[2]);
    if (!has_left && !is_solid(cell_of(next, tunnel))) return next;
    if (!tunnel.is_through) return anywhere(tracer, step, tunnel);
    next = beginning(tracer, tunnel);
    next.x = has_left ? behind : 0;
    return next;
}

/// Returns true if a mouse drag in this step moves the tracer. Sets `to` to the tracer's new
/// position in the brush, from -1 to 1 along each axis.
__device__ inline bool is_released(int tracer, unsigned step, float3& to) {
    constexpr float kShare = 0.02f;
    const float3 share = glint::uniform3(tracer, step, 0x7ace5u);
    const float3 other = glint::uniform3(tracer, step, 0x7ace6u);
    to = 2.0f * other - make_float3(1, 1, 1);
    return share.x < kShare;
}

}  // namespace tracers
