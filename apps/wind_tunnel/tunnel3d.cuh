// What a wind tunnel in three dimensions has round its flow: ends, walls, obstacles, and the force
// on them. `Params` is the file's struct of parameters, and `Populations` one of d3q19.cuh's.
#pragma once

#include "d3q19.cuh"
#include <glint/annotations.cuh>

// A function of its own on CUDA, and on the CPU a part of each caller. Roundings are spelled out,
// so that callers get the same. On CPUs the cells of a row are done together: what comes to them
// across a wall comes from one row, and is not the affair of each of them.
#if defined(__GLINT_CPU__)
#define TUNNEL_APART __forceinline__
#define TUNNEL_BY_ROWS true
#else
#define TUNNEL_APART GLINT_APART
#define TUNNEL_BY_ROWS false
#endif

namespace tunnel3d {

constexpr bool kByRows = TUNNEL_BY_ROWS;

using d3q19::cx, d3q19::cy, d3q19::cz, d3q19::opposite, d3q19::weight;

enum Kind { kOpen = 0, kEnd = 1, kBeside = 2, kSolid = 3 };
enum Ends { kThrough = 0, kPeriodicEnds = 1, kClosed = 2 };
enum Walls { kWalls = 0, kSlip = 1, kPeriodic = 2 };
enum Start { kInletFlow = 0, kRest = 1, kVortices = 2 };
enum Obstacle { kNone = 0, kSphere = 1, kCylinder = 2 };
constexpr int kBuiltIn = 2;  // of `solid`
constexpr int kInlet = 8;    // cells behind the inlet that may be calmed

template <class Params>
__device__ d3q19::Fluid fluid_of(const Params& params) {
    return {params.speed * params.size / params.reynolds, params.turbulence, params.push};
}

/// 6 s (1 - s), whose mean is 1, at the middle of cell i of n.
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

/// Centre and radius of the obstacle that is built in.
template <class Params>
__device__ float4 ball_of(const Params& params) {
    return make_float4(params.place_x * params.width, params.place_y * params.height,
                       params.place_z * params.depth, 0.5f * params.size);
}

/// From its axis or centre to the middle of a cell.
__device__ inline float3 from_ball(int obstacle, float4 ball, int x, int y, int z) {
    return make_float3(x + 0.5f - ball.x, y + 0.5f - ball.y,
                       obstacle == kCylinder ? 0.0f : z + 0.5f - ball.z);
}

__device__ inline bool is_in_ball(int obstacle, float4 ball, int3 c) {
    return obstacle != kNone && glint::length(from_ball(obstacle, ball, c.x, c.y, c.z)) < ball.w;
}

__device__ inline int wrapped(int i, int n) { return i < 0 ? n - 1 : i >= n ? 0 : i; }

__device__ inline bool is_at_wall(int3 c, const d3q19::Grid& grid) {
    return c.y == 0 || c.z == 0 || c.y == grid.height - 1 || c.z == grid.depth - 1;
}

/// What the step does with a cell: the common thing; that at an end of the tunnel; that with walls
/// (unless rows are done together) and obstacles; or nothing.
__device__ inline Kind kind_of(int3 c, const d3q19::Grid& grid, const unsigned char* solid) {
    if (solid[grid.index(c)]) return kSolid;
    if (!kByRows && is_at_wall(c, grid)) return kBeside;
    const int left = max(c.x - 1, 0), right = min(c.x + 1, grid.width - 1);
    int near = 0;
    for (int dz = -1; dz <= 1; ++dz)
        for (int dy = -1; dy <= 1; ++dy) {
            const int y = kByRows ? wrapped(c.y + dy, grid.height) : c.y + dy;
            const int z = kByRows ? wrapped(c.z + dz, grid.depth) : c.z + dz;
            near |= solid[grid.index(left, y, z)] | solid[grid.index(c.x, y, z)] |
                    solid[grid.index(right, y, z)];
        }
    if (near) return kBeside;
    return c.x > 0 && c.x < grid.width - 1 ? kOpen : kEnd;
}

/// On a ball round the mouse.
template <class Params>
__device__ bool is_brushed(int3 c, float3 mouse, const Params& params) {
    return glint::length(make_float3(c.x + 0.5f, c.y + 0.5f, c.z + 0.5f) - mouse) < params.brush;
}

/// Taylor and Green's vortices in a periodic box, as they start.
template <class Params>
__device__ d3q19::Moments vortices(int3 c, const d3q19::Grid& grid, const Params& params) {
    const float x = 2 * (c.x + 0.5f) / grid.width, y = 2 * (c.y + 0.5f) / grid.height;
    const float z = 2 * (c.z + 0.5f) / grid.depth;
    const float pressure = (cospif(2 * x) + cospif(2 * y)) * (cospif(2 * z) + 2) / 16;
    return {3 * params.speed * params.speed * pressure,
            params.speed * make_float3(sinpif(x) * cospif(y) * cospif(z),
                                       -cospif(x) * sinpif(y) * cospif(z), 0)};
}

/// The flow at the start. An inlet's has waves across it, which start wakes that would else stay
/// even.
template <class Params>
__device__ d3q19::Moments first_flow(int3 c, const d3q19::Grid& grid, const Params& params,
                                     unsigned char solid) {
    if (params.start == kVortices) return vortices(c, grid, params);
    if (solid || params.start == kRest || params.ends != kThrough) return {0, make_float3(0, 0, 0)};
    const float x = inlet_speed(c.y, c.z, grid, params), wave = 0.7853982f * c.x / params.size;
    return {0, x * make_float3(1, 0.1f * sinf(wave), 0.05f * sinf(0.8f * wave))};
}

/// Those of the cells at z and z + depth/2, of a grid half as deep.
__device__ inline uchar2 kinds_of(int3 c, const d3q19::Grid& pairs, const unsigned char* solid) {
    const d3q19::Grid grid{pairs.width, pairs.height, 2 * pairs.depth};
    return make_uchar2(kind_of(c, grid, solid),
                       kind_of(make_int3(c.x, c.y, c.z + pairs.depth), grid, solid));
}

// --------------------------------------------------------------------------------------- borders

/// A cell beside borders or obstacles, as others see it.
template <class Populations, class Params>
struct Place {
    int3 c;
    Populations f;
    Params params;
    int obstacle;
    float4 ball;
    const unsigned char* solid;

    __device__ float sent(int d) const { return f.at(opposite(d), c.x, c.y, c.z); }
    __device__ int width() const { return f.grid.width; }
    __device__ int height() const { return f.grid.height; }
    __device__ int depth() const { return f.grid.depth; }
};

/// How far from the cell to the ball along -d, as a share of the way to the next cell.
template <class Populations, class Params>
__device__ float gap(const Place<Populations, Params>& at, int d) {
    const float3 r = from_ball(at.obstacle, at.ball, at.c.x, at.c.y, at.c.z);
    const float3 way = make_float3(cx(d), cy(d), at.obstacle == kCylinder ? 0 : cz(d));
    const float a = glint::dot(way, way), b = -glint::dot(way, r);
    const float outside = fmaf(-at.ball.w, at.ball.w, d3q19::square(r));
    const float root = sqrtf(fmaxf(fmaf(b, b, -a * outside), 0.0f));
    return glint::clamp((-b - root) / a, 0.0f, 1.0f);
}

/// Bouzidi, Firdaouss and Lallemand's linear interpolation (2001).
template <class Populations, class Params>
__device__ float from_surface(const Place<Populations, Params>& at, int d) {
    const float q = gap(at, d), sent = at.sent(d);
    if (q >= 0.5f) return fmaf(2 * q - 1, at.f.at(d, at.c.x, at.c.y, at.c.z), sent) / (2 * q);
    const int x = at.c.x + cx(d), y = at.c.y + cy(d), z = at.c.z + cz(d);
    const bool is_outside =
        x < 0 || y < 0 || z < 0 || x >= at.width() || y >= at.height() || z >= at.depth();
    if (is_outside || at.solid[at.f.grid.index(x, y, z)]) return sent;
    return fmaf(2 * q, sent, (1 - 2 * q) * at.f.at(opposite(d), x, y, z));
}

/// What comes in through an end of the tunnel: an inlet of given velocity, or an outlet where
/// nothing changes along the flow and which draws the pressure slowly to that of rest.
template <class Populations, class Params>
__device__ float through_end(const Place<Populations, Params>& at, int d) {
    if (at.params.ends == kClosed) return at.sent(d);
    if (cx(d) > 0)
        return fmaf(6 * Populations::kOne * weight(d),
                    inlet_speed(at.c.y, at.c.z, at.f.grid, at.params), at.sent(d));
    float rho = 0;
    for (int k = 0; k < d3q19::kDirections; ++k) rho += at.f.at(k, at.c.x, at.c.y, at.c.z);
    return fmaf(-0.002f * weight(d), rho, at.f.at(d, at.c.x, at.c.y, at.c.z));
}

/// What comes to the cell from direction d across borders; adds to the force on obstacles.
template <class Populations, class Params>
__device__ float across_border(const Place<Populations, Params>& at, int d, float3& force) {
    int x = at.c.x - cx(d), y = at.c.y - cy(d), z = at.c.z - cz(d), from = d;
    if (at.params.ends == kPeriodicEnds) x = wrapped(x, at.width());
    if (at.params.walls == kPeriodic) y = wrapped(y, at.height());
    if (at.params.sides == kPeriodic) z = wrapped(z, at.depth());
    const bool is_above = y < 0 || y >= at.height(), is_aside = z < 0 || z >= at.depth();
    if ((is_above && at.params.walls == kWalls) || (is_aside && at.params.sides == kWalls)) {
        const float lid = y >= at.height() && !is_aside ? at.params.lid : 0.0f;
        return fmaf(6 * Populations::kOne * weight(d) * cx(d), lid, at.sent(d));
    }
    if (x < 0 || x >= at.width()) return through_end(at, d);
    if (is_above) y = at.c.y, from = d3q19::flipped_y(from);
    if (is_aside) z = at.c.z, from = d3q19::flipped_z(from);
    const unsigned char obstacle = at.solid[at.f.grid.index(x, y, z)];
    if (!obstacle) return at.f.at(from, x, y, z);
    const float back = obstacle == kBuiltIn ? from_surface(at, d) : at.sent(d);
    const float both = (at.sent(d) + back) * (1.0f / Populations::kOne);
    force -= both * make_float3(cx(d), cy(d), cz(d));
    return back;
}

/// All that comes to a cell beside walls or obstacles, and the force on these. Few cells need it,
/// so it is kept apart from what all do.
template <class Populations, class Params>
__device__ TUNNEL_APART float3 gather(const Place<Populations, Params>& at,
                                      float (&g)[d3q19::kDirections]) {
    float3 force = make_float3(0, 0, 0);
    for (int d = 1; d < d3q19::kDirections; ++d) g[d] = across_border(at, d, force);
    return force;
}

/// The five populations that come in through an end to a cell that has nothing else beside it.
template <class Populations, class Params>
__device__ __forceinline__ void enter(const Populations& f, int3 c, const Params& params,
                                      float (&g)[d3q19::kDirections]) {
    const bool is_left = c.x == 0, is_through = params.ends == kThrough;
    const int across = is_left ? f.grid.width - 1 : 0;
    const float speed = is_left && is_through ? inlet_speed(c.y, c.z, f.grid, params) : 0.0f;
    float rho = 0;
    if (is_through && !is_left)
#pragma unroll
        for (int k = 0; k < d3q19::kDirections; ++k) rho += f.at(k, c.x, c.y, c.z);
    const float more = fmaf(-0.002f, rho, 6 * Populations::kOne * speed);
#pragma unroll
    for (int d = 1; d < d3q19::kDirections; d += 2) {
        if (cx(d) == 0) continue;
        const int in = is_left == (cx(d) > 0) ? d : d + 1, from = is_left ? 1 : -1;
        const int back = in == d ? d + 1 : d, turned = from * cx(d);
        const float next =
            params.ends == kPeriodicEnds
                ? f.at(in, across, c.y - turned * cy(d), c.z - turned * cz(d))
                : fmaf(weight(d), more, f.at(is_through && !is_left ? in : back, c.x, c.y, c.z));
        if (in == d)
            g[d] = next;
        else
            g[d + 1] = next;
    }
}

/// Where what comes to a row in direction d is: the populations of which direction in which row. A
/// wall sends back those of the same cells.
struct Origin {
    int d, y, z;
    bool is_wall, is_lid;
};
/// Without branches, so that it is the same for a row in every compiler's eyes.
template <class Params>
__device__ __forceinline__ Origin origin_of(int d, int3 c, const d3q19::Grid& grid,
                                            const Params& params) {
    const int walls = params.walls, sides = params.sides;
    const bool is_above = cy(d) != 0 && c.y == (cy(d) > 0 ? 0 : grid.height - 1);
    const bool is_aside = cz(d) != 0 && c.z == (cz(d) > 0 ? 0 : grid.depth - 1);
    const bool is_wall = (is_above && walls == kWalls) || (is_aside && sides == kWalls);
    const bool turns_y = is_above && walls == kSlip, turns_z = is_aside && sides == kSlip;
    const int over_y = walls == kPeriodic ? (cy(d) > 0 ? grid.height - 1 : 0) : c.y;
    const int over_z = sides == kPeriodic ? (cz(d) > 0 ? grid.depth - 1 : 0) : c.z;
    const int y = is_above ? over_y : c.y - cy(d), z = is_aside ? over_z : c.z - cz(d);
    const int turned_y = turns_y ? d3q19::flipped_y(d) : d;
    const int both = turns_y ? d3q19::flipped_z(d3q19::flipped_y(d)) : d3q19::flipped_z(d);
    const int turned = turns_z ? both : turned_y;
    const bool is_lid = is_wall && is_above && !is_aside && cy(d) < 0;
    return {is_wall ? opposite(d) : turned, is_wall ? c.y : y, is_wall ? c.z : z, is_wall, is_lid};
}

/// What comes to the cells of a row at a wall, unless it comes through an end or from an obstacle.
template <class Populations, class Params>
__device__ __forceinline__ void cross_walls(const Populations& f, int3 c, const Params& params,
                                            float (&g)[d3q19::kDirections]) {
#pragma unroll
    for (int d = 1; d < d3q19::kDirections; ++d) {
        if (cy(d) == 0 && cz(d) == 0) continue;
        const Origin from = origin_of(d, c, f.grid, params);
        const float lid = from.is_lid ? params.lid : 0.0f;
        const float there = f.at(from.d, c.x - (from.is_wall ? 0 : cx(d)), from.y, from.z);
        g[d] = cx(d) != 0 ? fmaf(6 * Populations::kOne * weight(d) * cx(d), lid, there) : there;
    }
}

/// What comes from `from` to cells of 16 bits at z, or at z + depth/2.
template <bool kIsSecond, class Params>
__device__ __forceinline__ float crossing(const d3q19::HalvesInRow& f, int d, const Origin& from,
                                          const Params& params) {
    const bool is_same_half = cz(d) == 0 || (from.z >= f.words.depth) == kIsSecond;
    const int along = from.is_wall ? 0 : -cx(d);
    const float lid = from.is_lid ? params.lid : 0.0f;
    const float there = is_same_half ? f.along_row(from.d, along, from.y, from.z)
                                     : f.other_along_row(from.d, along, from.y, from.z);
    return cx(d) != 0 ? fmaf(6 * d3q19::Halves::kOne * weight(d) * cx(d), lid, there) : there;
}

/// What comes to cells of 16 bits across a wall, or from the other half of the tunnel.
template <class Params>
__device__ __forceinline__ void cross_walls(const d3q19::HalvesInRow& f, int3 c,
                                            const Params& params, float (&g)[d3q19::kDirections]) {
    const int pairs_depth = f.words.depth;
    const bool is_second = c.z >= pairs_depth;
#pragma unroll
    for (int d = 1; d < d3q19::kDirections; ++d) {
        if (cy(d) == 0 && cz(d) == 0) continue;
        const int3 first = make_int3(0, c.y, f.layer);
        const int3 second = make_int3(0, c.y, f.layer + pairs_depth);
        g[d] = crossing<false>(f, d, origin_of(d, first, f.grid, params), params);
        if (cz(d) != 0 && is_second)
            g[d] = crossing<true>(f, d, origin_of(d, second, f.grid, params), params);
    }
}

/// As enter() does, for the first or the last cell of each row, which may be at a wall.
template <bool kIsFirst, class Populations, class Params>
__device__ __forceinline__ void enter_row(const Populations& f, int3 c, const Params& params,
                                          float (&g)[d3q19::kDirections]) {
    const bool is_through = params.ends == kThrough, draws = is_through && !kIsFirst;
    const float speed = is_through && kIsFirst ? inlet_speed(c.y, c.z, f.grid, params) : 0.0f;
    float rho = 0;
    if (draws)
#pragma unroll
        for (int k = 0; k < d3q19::kDirections; ++k) rho += f.here(k, c);
    const float more = fmaf(-0.002f, rho, 6 * Populations::kOne * speed);
#pragma unroll
    for (int d = 1; d < d3q19::kDirections; ++d) {
        if (cx(d) != (kIsFirst ? 1 : -1)) continue;
        const Origin from = origin_of(d, c, f.grid, params);
        if (from.is_wall) continue;
        g[d] = params.ends == kPeriodicEnds
                   ? f.at(from.d, kIsFirst ? f.grid.width - 1 : 0, from.y, from.z)
                   : fmaf(weight(d), more, draws ? f.here(d, c) : f.here(opposite(d), c));
    }
}

/// What a cell that is not open has in place of what arrives. Writes the force from beside
/// obstacles.
template <class Populations, class Params>
__device__ __forceinline__ void correct(const Populations& f, int3 c, unsigned char kind,
                                        const Params& params, const float4* ball,
                                        const unsigned char* solid, float3* force,
                                        float (&g)[d3q19::kDirections]) {
    if (kind == kEnd) {
        if (!kByRows)
            enter(f, c, params, g);
        else if (c.x == 0)
            enter_row<true>(f, c, params, g);
        else
            enter_row<false>(f, c, params, g);
        return;
    }
    const Place<Populations, Params> at{c, f, params, params.obstacle, ball[0], solid};
    float all[d3q19::kDirections] = {};
    if (kind == kBeside) force[f.grid.index(c)] = gather(at, all);
    if (kind == kSolid) g[0] = 0;
#pragma unroll
    for (int d = 1; d < d3q19::kDirections; ++d) g[d] = all[d];
}

/// How coarse the grid is for the Reynolds number, from 0 to 1.
template <class Params>
__device__ float coarseness(const Params& params) {
    return glint::clamp(params.reynolds / params.size / 8 - 1, 0.0f, 1.0f);
}

/// Whether the flow is calmed there: before the outlet, so that eddies are gone there, and behind
/// the inlet where the grid is coarse, because waves from cell to cell would grow there.
template <class Params>
__device__ bool is_calmed(int x, int width, const Params& params) {
    if (params.ends != kThrough) return false;
    return x + params.sponge > width || (x < kInlet && coarseness(params) > 0);
}

/// Whether rows are done together and the common thing happens to a cell that is in the row of
/// `first`. That has a way of its own, on which all numbers stay in registers.
template <class Params>
__device__ bool is_plain_row(int3 first, int3 c, unsigned char kind, const d3q19::Grid& grid,
                             const Params& params) {
    return kByRows && kind == kOpen && !is_at_wall(first, grid) &&
           !is_calmed(c.x, grid.width, params);
}

/// Takes a share of what differs from the inlet's flow.
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
