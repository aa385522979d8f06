// SPDX-License-Identifier: MIT
// A 3D wind tunnel: its setup, its initial flow, and its damping zones. `Params` is the parameter
// struct of the .cu file.
#pragma once

#include "d3q19.cuh"

namespace tunnel3d {

// On CPUs, all cells of a row are processed together.
#if defined(__GLINT_CPU__)
constexpr bool kByRows = true;
#else
constexpr bool kByRows = false;
#endif

enum Ends { kThrough = 0, kPeriodicEnds = 1, kClosed = 2 };
enum Walls { kWalls = 0, kSlip = 1, kPeriodic = 2 };
enum Start { kInletFlow = 0, kRest = 1, kVortices = 2 };
enum Obstacle { kNone = 0, kSphere = 1, kCylinder = 2 };
constexpr int kBuiltIn = 2;  // value in `solid` of cells of the built-in obstacle
constexpr int kInlet = 8;    // number of cells after the inlet where the flow may be damped

template <class Params>
__device__ d3q19::Fluid fluid_of(const Params& params) {
    return {params.speed * params.size / params.reynolds, params.turbulence, params.push};
}

/// Value of the parabola 6 s (1 - s), whose mean is 1, at the center of cell i of n.
__device__ inline float parabola(int i, int n) {
    return 6 * (i + 0.5f) * (n - i - 0.5f) / (float(n) * n);
}

template <class Params>
__device__ float inlet_speed(int y, int z, const d3q19::Grid& grid, const Params& params) {
    float speed = params.speed;
    if (!params.parabolic) return speed;
    if (params.walls == kWalls) speed *= parabola(y, grid.height);
    if (params.sides == kWalls) speed *= parabola(z, grid.depth);
    return speed;
}

// ------------------------------------------------------------------------------------- obstacles

/// Center (x, y, z) and radius (w) of the built-in obstacle.
template <class Params>
__device__ float4 ball_of(const Params& params) {
    return make_float4(params.place_x * params.width, params.place_y * params.height,
                       params.place_z * params.depth, 0.5f * params.size);
}

/// Vector from the center of the ball, or the axis of the cylinder, to the center of a cell.
__device__ inline float3 from_ball(int obstacle, float4 ball, int x, int y, int z) {
    return make_float3(x + 0.5f - ball.x, y + 0.5f - ball.y,
                       obstacle == kCylinder ? 0.0f : z + 0.5f - ball.z);
}

__device__ inline bool is_in_ball(int obstacle, float4 ball, int3 c) {
    return obstacle != kNone && glint::length(from_ball(obstacle, ball, c.x, c.y, c.z)) < ball.w;
}

/// Sets a cell to solid if the cell is in the built-in obstacle.
template <class Params>
__device__ void build(int3 c, const d3q19::Grid& grid, const Params& params, float4 ball,
                      unsigned char* solid) {
    if (grid.contains(c))
        solid[grid.index(c)] = is_in_ball(params.obstacle, ball, c) ? kBuiltIn : 0;
}

/// Returns true if a cell is solid and obstacles are enabled.
template <class Params>
__device__ bool is_solid(int i, const Params& params, const unsigned char* solid) {
    return params.obstacles && solid[i] != 0;
}

/// Returns true if a cell is in a ball around the mouse.
template <class Params>
__device__ bool is_brushed(int3 c, float3 mouse, const Params& params) {
    return glint::length(make_float3(c.x + 0.5f, c.y + 0.5f, c.z + 0.5f) - mouse) < params.brush;
}

/// Draws or erases an obstacle at a cell near the mouse. Fluid in an erased cell starts at rest.
template <class Populations, class To, class Params>
__device__ void draw_solid(const Populations& all, int3 c, float3 mouse, const Params& params,
                           unsigned char* solid, float3* force, To* f) {
    if (!all.grid.contains(c) || !is_brushed(c, mouse, params)) return;
    const int i = all.grid.index(c);
    if (params.release || (solid[i] == 0) == params.erase) return;
    solid[i] = !params.erase;
    force[i] = make_float3(0, 0, 0);
    for (int d = 0; d < d3q19::kDirections; ++d) all.put(f, d, c, 0);
}

/// Initial flow with Taylor-Green vortices, for a periodic box.
template <class Params>
__device__ d3q19::Moments vortices(int3 c, const d3q19::Grid& grid, const Params& params) {
    const float x = 2 * (c.x + 0.5f) / grid.width, y = 2 * (c.y + 0.5f) / grid.height;
    const float z = 2 * (c.z + 0.5f) / grid.depth;
    const float pressure = (cospif(2 * x) + cospif(2 * y)) * (cospif(2 * z) + 2) / 16;
    return {3 * params.speed * params.speed * pressure,
            params.speed * make_float3(sinpif(x) * cospif(y) * cospif(z),
                                       -cospif(x) * sinpif(y) * cospif(z), 0)};
}

/// Initial flow. In a tunnel with an inlet, this flow has transverse waves. Without them, wakes
/// would stay symmetric.
template <class Params>
__device__ d3q19::Moments first_flow(int3 c, const d3q19::Grid& grid, const Params& params,
                                     unsigned char solid) {
    if (params.start == kVortices) return vortices(c, grid, params);
    if (solid || params.start == kRest || params.ends != kThrough) return {0, make_float3(0, 0, 0)};
    const float x = inlet_speed(c.y, c.z, grid, params), wave = 0.7853982f * c.x / params.size;
    return {0, x * make_float3(1, 0.1f * sinf(wave), 0.05f * sinf(0.8f * wave))};
}

/// Sets the populations of a cell to the initial flow, in equilibrium.
template <class Populations, class To, class Params>
__device__ void blow(const Populations& all, int3 c, const Params& params,
                     const unsigned char* solid, To* f) {
    if (!all.grid.contains(c)) return;
    const d3q19::Moments at = first_flow(c, all.grid, params, solid[all.grid.index(c)]);
    for (int d = 0; d < d3q19::kDirections; ++d)
        all.put(f, d, c, Populations::kOne * d3q19::equilibrium(d, at.rho, at.u));
}

// ------------------------------------------------------------------------------------ calm zones

/// How much too coarse the grid is for the Reynolds number: 0 if it is fine enough, up to 1.
template <class Params>
__device__ float coarseness(const Params& params) {
    return glint::clamp(params.reynolds / params.size / 8 - 1, 0.0f, 1.0f);
}

/// Returns true if the flow is damped at x: before the outlet, to remove eddies, and on coarse
/// grids after the inlet, where oscillations from cell to cell would grow.
template <class Params>
__device__ bool is_calmed(int x, int width, const Params& params) {
    if (params.ends != kThrough) return false;
    return x + params.sponge > width || (x < kInlet && coarseness(params) > 0);
}

/// Moves populations toward the flow of the inlet, by a fraction of the difference.
template <int kOne, class Params>
__device__ __forceinline__ void calm(int3 c, const d3q19::Grid& grid, const Params& params,
                                     float (&g)[d3q19::kDirections]) {
    const float depth = (c.x + params.sponge - grid.width) / params.sponge;
    const float edge = 1 - float(c.x) / kInlet;
    const float share = depth > 0 ? 0.02f * depth * depth : 0.1f * coarseness(params) * edge * edge;
    const float3 wanted = make_float3(inlet_speed(c.y, c.z, grid, params), 0, 0);
    float rho = 0;
#pragma unroll
    for (int d = 0; d < d3q19::kDirections; ++d) rho += depth > 0 ? 0.0f : g[d] * (1.0f / kOne);
#pragma unroll
    for (int d = 0; d < d3q19::kDirections; ++d)
        g[d] -= share * (g[d] - kOne * d3q19::equilibrium(d, rho, wanted));
}

}  // namespace tunnel3d
