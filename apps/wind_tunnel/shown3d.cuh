// SPDX-License-Identifier: MIT
// Views and tracers of a 3D wind tunnel. `Params` and `Populations` are the same types as in
// tunnel3d.cuh.
#pragma once

#include "streams.cuh"
#include "tracers.cuh"
#include "tunnel3d.cuh"

namespace tunnel3d {

/// Force coefficient, relative to the frontal area of the ball or the cylinder across the tunnel.
template <class Params>
__device__ float coefficient(float force, const Params& params) {
    if (!params.obstacles) return 0;
    const float face = params.obstacle == kCylinder ? params.size * params.depth
                                                    : 0.7853982f * params.size * params.size;
    return 2 * force / (params.speed * params.speed * face);
}

/// Value that Q gets inside obstacles, so that an isosurface of Q also shows the obstacles.
constexpr float kShown = 0.5f;

/// Magnitude of the vorticity, and Q, its excess over the strain: Q = (|W|² - |S|²) / 2 (Hunt, Wray
/// and Moin, 1988).
struct Turning {
    float vorticity;
    float q;
};
__device__ inline Turning turning(int3 c, const d3q19::Grid& grid, const float3* velocity) {
    const int3 low = make_int3(max(c.x - 1, 0), max(c.y - 1, 0), max(c.z - 1, 0));
    const int3 high = make_int3(min(c.x + 1, grid.width - 1), min(c.y + 1, grid.height - 1),
                                min(c.z + 1, grid.depth - 1));
    const auto slope = [&](int before, int behind, int cells) {
        return (velocity[behind] - velocity[before]) / float(max(cells, 1));
    };
    const float3 x =
        slope(grid.index(low.x, c.y, c.z), grid.index(high.x, c.y, c.z), high.x - low.x);
    const float3 y =
        slope(grid.index(c.x, low.y, c.z), grid.index(c.x, high.y, c.z), high.y - low.y);
    const float3 z =
        slope(grid.index(c.x, c.y, low.z), grid.index(c.x, c.y, high.z), high.z - low.z);
    const float3 curl = make_float3(y.z - z.y, z.x - x.z, x.y - y.x);
    const float squares = x.x * x.x + y.y * y.y + z.z * z.z;
    return {glint::length(curl), -0.5f * squares - (x.y * y.x + x.z * z.x + y.z * z.y)};
}

/// Computes fields of a cell for views: velocity, speed relative to the inlet, and pressure.
template <class Populations, class Params>
__device__ void measure(const Populations& from, int3 c, const Params& params,
                        const unsigned char* solid, float3* velocity, float* pace,
                        float* pressure) {
    if (!from.grid.contains(c)) return;
    const int i = from.grid.index(c);
    const d3q19::Moments found =
        is_solid(i, params, solid) ? d3q19::Moments{} : d3q19::moments(from, c, params.push);
    velocity[i] = found.u;
    pace[i] = glint::length(found.u) / params.speed;
    pressure[i] = found.rho / (1.5f * params.speed * params.speed);
}

/// Computes the vorticity and Q of a cell, in units of the inlet speed and the obstacle's size.
template <class Params>
__device__ void turn(const d3q19::Grid& grid, int3 c, const Params& params, const float3* velocity,
                     const unsigned char* solid, float* vorticity, float* q) {
    if (!grid.contains(c)) return;
    const int i = grid.index(c);
    const Turning found = turning(c, grid, velocity);
    const float unit = params.size / params.speed;
    const bool rests = is_solid(i, params, solid);
    vorticity[i] = rests ? 0.0f : unit * found.vorticity;
    q[i] = rests ? kShown : unit * unit * found.q;
}

/// Computes the line integral convolution of noise on a slice across z, at the parameter `cut`.
template <class Params>
__device__ void comb(const d3q19::Grid& grid, int2 c, unsigned step, const Params& params,
                     const float3* velocity, const unsigned char* solid, uchar4* colors) {
    if (c.x >= grid.width || c.y >= grid.height) return;
    const int z = min(int(params.cut * grid.depth), grid.depth - 1);
    const int i = grid.index(c.x, c.y, z);
    colors[c.y * grid.width + c.x] = streams::stream_color(
        c, grid.width, grid.height, streams::phase_of(step, params.speed),
        glint::length(velocity[i]) / params.speed, is_solid(i, params, solid), [&](int x, int y) {
            const float3 u = velocity[grid.index(x, y, z)];
            return make_float2(u.x, u.y);
        });
}

// --------------------------------------------------------------------------------------- tracers

template <class Params>
__device__ tracers::Tunnel tunnel_of(const d3q19::Grid& grid, const Params& params, unsigned seed) {
    const float4 ball = ball_of(params);
    return tracers::tunnel_of(make_int3(grid.width, grid.height, grid.depth), params, params.sides,
                              make_float3(0, ball.y, ball.z), seed);
}

template <class Params>
__device__ void seed_tracer(int tracer, int count, const d3q19::Grid& grid, const Params& params,
                            unsigned seed, const unsigned char* solid, float3* place) {
    if (tracer < count)
        place[tracer] =
            tracers::first_place(tracer, count, tunnel_of(grid, params, seed),
                                 [&](int3 c) { return is_solid(grid.index(c), params, solid); });
}

/// Returns the position of a tracer after this step. Tracers move only once every kStride steps.
template <class Populations, class Params>
__device__ float3 carried(float3 at, int tracer, unsigned step, const Populations& from,
                          const Params& params, unsigned seed, const unsigned char* solid) {
    if (step % tracers::kStride != tracers::kStride - 1) return at;
    const auto velocity = [&](int3 c) {
        return is_solid(from.grid.index(c), params, solid) ? make_float3(0, 0, 0)
                                                           : d3q19::moments(from, c, params.push).u;
    };
    return tracers::carried(at, tracer, step, tunnel_of(from.grid, params, seed), velocity,
                            [&](int3 c) { return is_solid(from.grid.index(c), params, solid); });
}

/// Position at which a tracer is drawn (NaN if tracers are off), and the flow's speed in its cell.
template <class Params>
__device__ void show_tracer(int i, int count, const d3q19::Grid& grid, const Params& params,
                            const float* pace, const float3* place, float3* tracer,
                            float* tracer_pace) {
    if (i >= count) return;
    const float3 at = place[i];
    tracer_pace[i] = pace[grid.index(tracers::cell_of(at, tunnel_of(grid, params, 0)))];
    tracer[i] = params.tracers ? at : make_float3(nanf(""), nanf(""), nanf(""));
}

}  // namespace tunnel3d
