// SPDX-License-Identifier: MIT
// 2D flow around obstacles by the lattice Boltzmann method: nine velocities, He and Luo's
// incompressible equilibrium (1997), two relaxation times (Ginzburg, 2005), Smagorinsky turbulence
// (Hou, 1996), walls halfway between cells. See docs/simulations/wind_tunnel.md.
#include <glint/sim.cuh>

#include "d2q9.cuh"
#include "streams.cuh"
#include "tracers.cuh"
//@ simulation "Wind tunnel": flow around a cylinder, an image or drawn obstacles; drag to draw
//@ frame 20 steps

struct Params {
    float reynolds = 150.0f;   //@ 0.1..100000 log "Reynolds number": based on speed and size
    float speed = 0.08f;       //@ 0.005..0.1 cells/step "Speed": mean speed at the inlet
    float size = 24.0f;        //@ 4..1024 log cells "Size": diameter of the cylinder
    float turbulence = 0.0f;   //@ 0..0.3 "Smagorinsky constant": about 0.17 (0: no model)
    int ends = 0;              //@ 0..2 "Ends": 0 inlet and outlet, 1 periodic, 2 walls
    int walls = 1;             //@ 0..2 "Top and bottom": 0 no-slip, 1 free-slip, 2 periodic
    bool parabolic = false;    //@ "Parabolic inlet": parabolic instead of uniform inlet profile
    float sponge = 96.0f;      //@ 0..1024 cells "Sponge": width of the damping zone at the outlet
    float lid = 0.0f;          //@ -0.1..0.1 cells/step "Lid": speed of the top wall
    float push = 0.0f;         //@ 0..0.001 cells/step2 "Push": body force to the right
    bool cylinder = true;      //@ "Cylinder": place a cylinder at the next reset
    float cylinder_x = 0.18f;  //@ 0..1 "Cylinder x": center, in tunnel widths; applies at a reset
    float cylinder_y = 0.5f;   //@ 0..1 "Cylinder y": center, in tunnel heights; applies at a reset
    float brush = 6.0f;        //@ 1..100 log cells "Brush": radius of the brush
    bool erase = false;        //@ "Erase": erase obstacles instead of drawing
    bool tracers = false;      //@ "Tracers": show particles that the flow carries
    bool release = false;      //@ "Release tracers": release tracers instead of drawing
    float rake = 4.0f;         //@ 0.1..100 log "Rake": width of the tracer start line / size
    int tracer_count = 8192;   //@ 48..1000000 log "Number of tracers": applies at the next reset
    int width = 576;           //@ 16..8192 log cells "Width": takes effect at the next reset
    int height = 240;          //@ 16..8192 log cells "Height": takes effect at the next reset
};

struct Flow {              //@ width x height
    uchar4* picture;       //@ "Wake"
    uchar4* streams;       //@ "Streams": moving noise that is smeared along the flow
    float* vorticity;      //@ -4..4 "Vorticity" as coolwarm: in units of speed / size
    float* pace;           //@ 0..2 "Speed" as viridis: relative to the inlet
    float* pressure;       //@ -1..1 "Pressure" as coolwarm: relative to the dynamic pressure
    float2* velocity;      //@ cells/step "Velocity" as arrows
    unsigned char* solid;  //@ 0..1 "Solid" as grey: 1 is an obstacle, 2 is the cylinder
    unsigned char* kind;   // value of Kind, which says how a cell is processed
    float2* force;         // force of the flow on an obstacle cell in the previous step
};
/// Populations by direction. The populations at rest are subtracted, which improves the precision.
struct Populations {  //@ width x height x 9
    float* f;         //@ "Populations" as none
};
struct Tracers {     //@ tracer_count
    float2* place;   // position in cells
    float2* tracer;  //@ cells "Tracers" as points by line over Flow
    float* line;     //@ 0..1 "Tracer line" as turbo: start position, from the bottom
};
struct Shape {         //@ 1
    float4* cylinder;  //@ cells "Cylinder" as none: center and radius at the last reset
};

namespace {

// On CPUs, all cells of a row are processed together, and the two cells at the ends of a row have
// their own kind.
#if defined(__GLINT_CPU__)
constexpr bool kHasEnds = true;
using Index = long long;  // cannot wrap, so the compiler knows that neighbors are adjacent
#else
constexpr bool kHasEnds = false;
using Index = int;
#endif

enum Kind { kOpen = 0, kAdjacent = 1, kSolid = 2, kEnd = 3 };  // kEnd occurs only on CPUs
enum Ends { kThrough = 0, kPeriodicEnds = 1, kClosed = 2 };
constexpr int kInlet = 8;  // number of cells after the inlet where the flow may be damped
enum Walls { kWalls = 0, kSlip = 1, kPeriodic = 2 };

using d2q9::cx, d2q9::cy, d2q9::opposite, d2q9::upside_down, d2q9::weight;

__device__ float viscosity(const Params& params) {
    return params.speed * params.size / params.reynolds;
}

__device__ float equilibrium(int d, float rho, float ux, float uy) {
    const float along = cx(d) * ux + cy(d) * uy;
    return weight(d) * (rho + 3 * along + 4.5f * along * along - 1.5f * (ux * ux + uy * uy));
}

__device__ float inlet_speed(int y, int height, const Params& params) {
    if (!params.parabolic) return params.speed;
    return 6 * params.speed * (y + 0.5f) * (height - y - 0.5f) / (float(height) * height);
}

__device__ bool is_in_cylinder(float x, float y, float4 cylinder) {
    return hypotf(x - cylinder.x, y - cylinder.y) < cylinder.z;
}

}  // namespace

//@ init
__global__ void shape(Params params, float4* cylinder) {
    if (glint::index() == 0)
        cylinder[0] = make_float4(params.cylinder_x * params.width,
                                  params.cylinder_y * params.height, 0.5f * params.size, 0.0f);
}

//@ init
__global__ void build(int width, int height, Params params, const float4* cylinder,
                      unsigned char* solid) {
    const int2 c = glint::cell();
    if (c.x >= width || c.y >= height) return;
    const bool inside = is_in_cylinder(c.x + 0.5f, c.y + 0.5f, cylinder[0]);
    solid[c.y * width + c.x] = params.cylinder && inside ? 2 : 0;
}

namespace {

/// Kind of a cell, which selects the code for the cell: no code (kSolid), the common case (kOpen),
/// the end of a row (kEnd), or borders and obstacles (kAdjacent).
__device__ Kind kind_of(int x, int y, int width, int height, const unsigned char* solid) {
    if (solid[y * width + x]) return kSolid;
    const bool is_end = x == 0 || x == width - 1;
    if ((!kHasEnds && is_end) || y == 0 || y == height - 1) return kAdjacent;
    int near = 0;
    for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -1; dx <= 1; ++dx) {
            const int other = kHasEnds ? (x + dx + width) % width : x + dx;
            near |= solid[(y + dy) * width + other];
        }
    return near ? kAdjacent : is_end ? kEnd : kOpen;
}

}  // namespace

//@ init
__global__ void tell_apart(int width, int height, const unsigned char* solid, unsigned char* kind) {
    const int2 c = glint::cell();
    if (c.x >= width || c.y >= height) return;
    kind[c.y * width + c.x] = kind_of(c.x, c.y, width, height, solid);
}

/// Sets the initial flow: the inlet's speed, plus a transverse wave, which makes wakes asymmetric.
//@ init over Flow
__global__ void blow(int width, int height, Params params, const unsigned char* kind, float* f) {
    const int2 c = glint::cell();
    if (c.x >= width || c.y >= height) return;
    const int i = c.y * width + c.x;
    const bool rests = params.ends != kThrough || kind[i] == kSolid;
    const float ux = rests ? 0 : inlet_speed(c.y, height, params);
    const float uy = 0.1f * ux * sinf(0.7853982f * c.x / params.size);
    for (int d = 0; d < 9; ++d) f[d * width * height + i] = equilibrium(d, 0, ux, uy);
}

namespace {

/// A cell, and the extents of the grid.
struct Place {
    int x, y, width, height;

    __device__ Index index() const { return Index(y) * width + x; }
    __device__ Index cells() const { return Index(width) * height; }
};

/// Distance from a cell to the cylinder along -d, as a fraction of the distance to the next cell.
__device__ float gap(const Place& at, int d, float4 cylinder) {
    const float rx = at.x + 0.5f - cylinder.x, ry = at.y + 0.5f - cylinder.y;
    const float a = cx(d) * cx(d) + cy(d) * cy(d), b = -(cx(d) * rx + cy(d) * ry);
    const float root =
        sqrtf(fmaxf(b * b - a * (rx * rx + ry * ry - cylinder.z * cylinder.z), 0.0f));
    return glint::clamp((-b - root) / a, 0.0f, 1.0f);
}

/// Population from the cylinder, interpolated linearly (Bouzidi, Firdaouss and Lallemand, 2001).
__device__ float from_cylinder(const Place& at, int d, float4 cylinder, const unsigned char* solid,
                               const float* f) {
    const float sent = f[opposite(d) * at.cells() + at.index()], q = gap(at, d, cylinder);
    if (q >= 0.5f) return (sent + (2 * q - 1) * f[d * at.cells() + at.index()]) / (2 * q);
    const int x = at.x + cx(d), y = at.y + cy(d);
    if (x < 0 || y < 0 || x >= at.width || y >= at.height || solid[y * at.width + x]) return sent;
    return 2 * q * sent + (1 - 2 * q) * f[opposite(d) * at.cells() + y * at.width + x];
}

/// Population that arrives through an end. An inlet has a given velocity. At an outlet, the flow
/// does not change along x, and the pressure slowly relaxes to the pressure at rest.
__device__ float through_end(const Place& at, int d, const Params& params, const float* f) {
    const Index i = at.index();
    const float sent = f[opposite(d) * at.cells() + i];
    if (params.ends == kClosed) return sent;
    if (cx(d) > 0) return sent + 6 * weight(d) * cx(d) * inlet_speed(at.y, at.height, params);
    float rho = 0;
    for (int k = 0; k < 9; ++k) rho += f[k * at.cells() + i];
    return f[d * at.cells() + i] - 0.002f * weight(d) * rho;
}

/// Population that arrives in direction d, for cells at borders. Adds its force on obstacles.
__device__ float arriving(const Place& at, int d, const Params& params, float4 cylinder,
                          const unsigned char* solid, const float* f, float2& force) {
    int x = at.x - cx(d), y = at.y - cy(d), from = d;
    const float sent = f[opposite(d) * at.cells() + at.index()];
    if (params.walls == kPeriodic) y = y < 0 ? at.height - 1 : y >= at.height ? 0 : y;
    if (params.ends == kPeriodicEnds) x = x < 0 ? at.width - 1 : x >= at.width ? 0 : x;
    const bool beyond_wall = y < 0 || y >= at.height;
    if (beyond_wall && params.walls == kWalls)
        return sent + (y < 0 ? 0.0f : 6 * weight(d) * cx(d) * params.lid);
    if (x < 0 || x >= at.width) return through_end(at, d, params, f);
    if (beyond_wall) y = at.y, from = upside_down(d);
    const unsigned char obstacle = solid[y * at.width + x];
    if (!obstacle) return f[from * at.cells() + y * at.width + x];
    const float back = obstacle == 2 ? from_cylinder(at, d, cylinder, solid, f) : sent;
    force += (sent + back) * make_float2(-cx(d), -cy(d));
    return back;
}

/// Replaces the three populations that arrive through an end, for cells of the kind kEnd.
template <bool kIsFirst>
__device__ __forceinline__ void enter(const Place& at, const Params& params, const float* f,
                                      float (&g)[9]) {
    const Index across = at.index() + (kIsFirst ? at.width - 1 : 1 - at.width);
#pragma unroll
    for (int d = 1; d < 9; ++d) {
        if (cx(d) != (kIsFirst ? 1 : -1)) continue;
        g[d] = params.ends == kPeriodicEnds ? f[d * at.cells() + across - cy(d) * at.width]
                                            : through_end(at, d, params, f);
    }
}

/// Moves populations toward the inlet's flow, by a fraction of the difference: before the outlet to
/// remove eddies, and also after the inlet if the grid is too coarse for the Reynolds number.
/// Oscillations from cell to cell would grow on such a grid.
__device__ void calm(int x, int width, float wanted, const Params& params, float (&g)[9]) {
    const float depth = (x + params.sponge - width) / params.sponge, edge = 1 - float(x) / kInlet;
    const float coarse = glint::clamp(params.reynolds / params.size / 8 - 1, 0.0f, 1.0f);
    const float share = depth > 0  ? 0.02f * depth * depth
                        : edge > 0 ? 0.1f * coarse * edge * edge
                                   : 0;
    float rho = 0;
    for (int d = 0; d < 9 && !(depth > 0); ++d) rho += g[d];
#pragma unroll
    for (int d = 0; d < 9; ++d) g[d] -= share * (g[d] - equilibrium(d, rho, wanted, 0));
}

/// Collides with two relaxation times. Viscosity sets the time for sums of opposite populations.
/// The times minus 1/2 have the product 3/16, which keeps walls halfway between cells.
__device__ void collide(const Params& params, float (&g)[9]) {
    const float rho = g[0] + g[1] + g[2] + g[3] + g[4] + g[5] + g[6] + g[7] + g[8];
    const float ux = g[1] - g[2] + g[5] - g[6] - g[7] + g[8] + 0.5f * params.push;
    const float uy = g[3] - g[4] - g[5] + g[6] - g[7] + g[8];
    float tau = 0.5f + 3 * viscosity(params);
    if (params.turbulence > 0) {
        const float diagonal = g[5] + g[6] + g[7] + g[8];
        const float xx = g[1] + g[2] + diagonal - rho / 3 - ux * ux;
        const float yy = g[3] + g[4] + diagonal - rho / 3 - uy * uy;
        const float xy = g[7] + g[8] - g[5] - g[6] - ux * uy;
        const float size = sqrtf(2 * (xx * xx + yy * yy + 2 * xy * xy));
        tau = 0.5f * (tau + sqrtf(tau * tau + 18 * params.turbulence * params.turbulence * size));
    }
    const float even = 1 / tau, odd = 1 / (0.5f + 0.1875f / (tau - 0.5f));
    const float square = 1.5f * (ux * ux + uy * uy);
    const float pull = (3 - 1.5f * even) * params.push, shove = (3 - 1.5f * odd) * params.push;
    g[0] -= even * (g[0] - weight(0) * (rho - square)) + weight(0) * pull * ux;
#pragma unroll
    for (int d = 1; d < 9; d += 2) {
        const float along = cx(d) * ux + cy(d) * uy;
        const float sum = 0.5f * (g[d] + g[d + 1]), difference = 0.5f * (g[d] - g[d + 1]);
        const float a = even * (sum - weight(d) * (rho + 4.5f * along * along - square)) -
                        weight(d) * pull * (3 * along * cx(d) - ux);
        const float b = odd * (difference - 3 * weight(d) * along) - weight(d) * shove * cx(d);
        g[d] -= a + b;
        g[d + 1] -= a - b;
    }
}

/// Loads all populations that arrive at a cell, as if there were no borders.
__device__ __forceinline__ void take(const Place& at, const float* f, float (&g)[9]) {
#pragma unroll
    for (int d = 0; d < 9; ++d) g[d] = f[d * at.cells() + at.index() - cy(d) * at.width - cx(d)];
}

__device__ __forceinline__ void give(const Place& at, const float (&g)[9], float* f) {
#pragma unroll
    for (int d = 0; d < 9; ++d) f[d * at.cells() + at.index()] = g[d];
}

/// Corrects the populations of a cell that is in an obstacle, or next to an obstacle or a wall.
__device__ __forceinline__ void correct(const Place& at, bool rests, const Params& params,
                                        float4 cylinder, const unsigned char* solid, const float* f,
                                        float2* force, float (&g)[9]) {
    float2 sum = make_float2(0, 0);
    float all[9];  // a separate array, so that the common case needs no local memory
    for (int d = 1; d < 9; ++d)
        all[d] = rests ? 0 : arriving(at, d, params, cylinder, solid, f, sum);
    force[at.index()] = sum;
    if (rests) g[0] = 0;
#pragma unroll
    for (int d = 1; d < 9; ++d) g[d] = all[d];
}

}  // namespace

/// Streams and collides. Reads and writes each population once.
//@ step over Flow
__global__ void flow(int width, int height, Params params, const unsigned char* solid,
                     const unsigned char* kind, const float4* cylinder, const float* f,
                     float2* force, float* f_next) {
    const int2 c = glint::cell();
    if (c.x >= width || c.y >= height) return;
    const Place at{c.x, c.y, width, height};
    const Index i = at.index();
    const bool is_calmed = c.x < kInlet || c.x + params.sponge > width;
    float g[9];
    if (kHasEnds && kind[i] == kOpen && !is_calmed) {  // this path keeps all values in registers
        take(at, f, g);
        collide(params, g);
        give(at, g, f_next);
        return;
    }
    take(at, f, g);
    if (kHasEnds && kind[i] == kEnd) {
        if (c.x == 0)
            enter<true>(at, params, f, g);
        else
            enter<false>(at, params, f, g);
    } else if (kind[i] != kOpen) {
        correct(at, kind[i] == kSolid, params, cylinder[0], solid, f, force, g);
    }
    if (is_calmed && params.ends == kThrough && kind[i] != kSolid)
        calm(c.x, width, inlet_speed(c.y, height, params), params, g);
    collide(params, g);
    give(at, g, f_next);
}

/// Draws or erases obstacles along the brush. Fluid in erased cells starts at rest.
//@ drag over Flow
__global__ void draw_solid(int width, int height, float2 mouse, float2 mouse_before, Params params,
                           unsigned char* solid, float2* force, float* f) {
    const int2 c = glint::cell();
    if (c.x >= width || c.y >= height) return;
    const float2 way = mouse - mouse_before;
    const float2 to = make_float2(c.x + 0.5f, c.y + 0.5f) - mouse_before;
    const float part = glint::dot(to, way) / fmaxf(glint::dot(way, way), 1e-12f);
    const bool is_far = glint::length(to - way * glint::clamp(part, 0.0f, 1.0f)) > params.brush;
    const int i = c.y * width + c.x;
    if (params.release || is_far || (solid[i] == 0) == params.erase) return;
    solid[i] = !params.erase;
    force[i] = make_float2(0, 0);
    for (int d = 0; d < 9; ++d) f[d * width * height + i] = 0;
}

//@ drag
__global__ void tell_apart_again(int width, int height, const unsigned char* solid,
                                 unsigned char* kind, float2* force) {
    const int2 c = glint::cell();
    if (c.x >= width || c.y >= height) return;
    const int i = c.y * width + c.x;
    kind[i] = kind_of(c.x, c.y, width, height, solid);
    if (kind[i] == kOpen || (kHasEnds && kind[i] == kEnd)) force[i] = make_float2(0, 0);
}

namespace {

/// Density minus 1, and the velocity.
struct Moments {
    float rho;
    float2 u;
};
__device__ Moments flow_in(int cell, int cells, const Params& params, const float* f) {
    Moments sum{0, make_float2(-0.5f * params.push, 0)};  // f contains the full push; removes half
    for (int d = 0; d < 9; ++d) {
        const float g = f[d * cells + cell];
        sum.rho += g;
        sum.u += g * make_float2(cx(d), cy(d));
    }
    return sum;
}

}  // namespace

//@ draw over Flow
__global__ void measure(int width, int height, Params params, const unsigned char* kind,
                        const float* f, float2* velocity, float* pace, float* pressure) {
    const int2 c = glint::cell();
    if (c.x >= width || c.y >= height) return;
    const int i = c.y * width + c.x;
    const auto [rho, u] = flow_in(i, width * height, params, f);
    velocity[i] = kind[i] == kSolid ? make_float2(0, 0) : u;
    pace[i] = glint::length(velocity[i]) / params.speed;
    pressure[i] = rho / (1.5f * params.speed * params.speed);
}

//@ draw
__global__ void turn(int width, int height, Params params, const float2* velocity,
                     float* vorticity) {
    const int2 c = glint::cell();
    if (c.x >= width || c.y >= height) return;
    const int i = c.y * width + c.x;
    const int left = i - (c.x > 0), right = i + (c.x < width - 1);
    const int down = c.y > 0 ? i - width : i, up = c.y < height - 1 ? i + width : i;
    const float curl = (velocity[right].y - velocity[left].y) / max(right - left, 1) -
                       (velocity[up].x - velocity[down].x) / max((up - down) / width, 1);
    vorticity[i] = curl * params.size / params.speed;
}

/// Draws vorticity in blue and red on white, darker where the flow is slow, and obstacles in gray.
//@ draw
__global__ void paint(int width, int height, const unsigned char* solid, const float* vorticity,
                      const float* pace, uchar4* picture) {
    const int2 c = glint::cell();
    if (c.x >= width || c.y >= height) return;
    const int i = c.y * width + c.x;
    const float turns = vorticity[i] / (1 + fabsf(vorticity[i]));
    const float3 to = turns > 0 ? make_float3(214, 40, 30) : make_float3(24, 76, 200);
    const float light = 0.72f + 0.28f * fminf(pace[i], 1.0f);
    const float3 air = light * glint::lerp(make_float3(250, 250, 247), to, fabsf(turns));
    const float3 colour = solid[i] ? make_float3(58, 60, 66) : air;
    picture[i] = make_uchar4(colour.x, colour.y, colour.z, 255);
}

/// Draws the line integral convolution: noise that is smeared along the flow.
//@ draw
__global__ void comb(int width, int height, unsigned step, Params params,
                     const unsigned char* solid, const float2* velocity, const float* pace,
                     uchar4* streams) {
    const int2 c = glint::cell();
    if (c.x >= width || c.y >= height) return;
    const int i = c.y * width + c.x;
    streams[i] =
        streams::stream_color(c, width, height, streams::phase_of(step, params.speed), pace[i],
                              solid[i], [&](int x, int y) { return velocity[y * width + x]; });
}

namespace {

__device__ tracers::Tunnel tunnel_of(int width, int height, const Params& params, unsigned seed) {
    const float3 nozzle = make_float3(0, params.cylinder_y * params.height, 0.5f);
    return tracers::tunnel_of(make_int3(width, height, 1), params, 0, nozzle, seed);
}

__device__ float3 in_space(float2 at) { return make_float3(at.x, at.y, 0.5f); }

}  // namespace

//@ init
__global__ void seed_tracers(int count, int flow_width, int flow_height, unsigned seed,
                             Params params, const unsigned char* solid, float2* place) {
    const int i = glint::index();
    if (i >= count) return;
    const float3 at =
        tracers::first_place(i, count, tunnel_of(flow_width, flow_height, params, seed),
                             [&](int3 c) { return solid[c.y * flow_width + c.x] != 0; });
    place[i] = make_float2(at.x, at.y);
}

/// Moves the tracers once every few steps.
//@ step over Tracers if tracers
__global__ void carry(int count, int flow_width, int flow_height, unsigned step, unsigned seed,
                      Params params, const unsigned char* solid, const float* f, float2* place) {
    const int i = glint::index();
    if (i >= count || step % tracers::kStride != tracers::kStride - 1) return;
    const auto velocity = [&](int3 c) {
        const int cell = c.y * flow_width + c.x;
        const float2 u = flow_in(cell, flow_width * flow_height, params, f).u;
        return solid[cell] ? make_float3(0, 0, 0) : make_float3(u.x, u.y, 0);
    };
    const float3 at = tracers::carried(in_space(place[i]), i, step,
                                       tunnel_of(flow_width, flow_height, params, seed), velocity,
                                       [&](int3 c) { return solid[c.y * flow_width + c.x] != 0; });
    place[i] = make_float2(at.x, at.y);
}

/// Moves some of the tracers to the mouse.
//@ drag over Tracers if release
__global__ void release_tracers(int count, unsigned step, float2 mouse, Params params,
                                float2* place) {
    const int i = glint::index();
    float3 to;
    if (i < count && tracers::is_released(i, step, to))
        place[i] = mouse + params.brush * make_float2(to.x, to.y);
}

//@ draw
__global__ void show_tracers(int count, Params params, const float2* place, float2* tracer,
                             float* line) {
    const int i = glint::index();
    if (i >= count) return;
    tracer[i] = params.tracers ? place[i] : make_float2(nanf(""), nanf(""));
    line[i] = (i % tracers::kLines + 0.5f) / tracers::kLines;
}

//@ sum "Drag coefficient": of all obstacles, based on the size
__device__ float drag_coefficient(float2 force, Params params) {
    return 2 * force.x / (params.speed * params.speed * params.size);
}

//@ sum "Lift coefficient": of all obstacles, upward
__device__ float lift_coefficient(float2 force, Params params) {
    return 2 * force.y / (params.speed * params.speed * params.size);
}
