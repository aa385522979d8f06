// SPDX-License-Identifier: MIT
// The wind tunnel of wind_tunnel3d.cu with populations of 16 bits. It needs half the memory and is
// almost twice as fast on a GPU. docs/simulations/wind_tunnel3d.md describes the loss of accuracy.
#include <glint/sim.cuh>

#include "obstacles3d.cuh"
#include "shown3d.cuh"
//@ simulation "Wind tunnel 3D, 16 bits": flow around a ball, a mesh or drawn balls; drag to draw
//@ frame 10 steps

struct Params {
    float reynolds = 250.0f;  //@ 0.1..1000000 log "Reynolds number": based on speed and size
    float speed = 0.08f;      //@ 0.005..0.1 cells/step "Speed": mean speed at the inlet
    float size = 16.0f;       //@ 4..1024 log cells "Size": diameter of the ball
    float turbulence = 0.0f;  //@ 0..0.3 "Smagorinsky constant": about 0.17 (0: no model)
    int ends = 0;             //@ 0..2 "Ends": 0 inlet and outlet, 1 periodic, 2 walls
    int walls = 1;            //@ 0..2 "Top and bottom": 0 no-slip, 1 free-slip, 2 periodic
    int sides = 1;            //@ 0..2 "Front and back": 0 no-slip, 1 free-slip, 2 periodic
    bool parabolic = false;   //@ "Parabolic inlet": parabolic instead of uniform inlet profile
    float sponge = 24.0f;     //@ 0..1024 cells "Sponge": width of the damping zone at the outlet
    float lid = 0.0f;         //@ -0.1..0.1 cells/step "Lid": speed of the top wall
    float push = 0.0f;        //@ 0..0.001 cells/step2 "Push": body force along x
    int start = 0;            //@ 0..2 "Start": 0 flow, 1 rest, 2 Taylor-Green vortices
    int obstacle = 1;         //@ 0..2 "Obstacle": 0 none, 1 ball, 2 cylinder; applies at a reset
    float place_x = 0.25f;    //@ 0..1 "Obstacle x": center of the obstacle, in tunnel widths
    float place_y = 0.5f;     //@ 0..1 "Obstacle y": center of the obstacle, in tunnel heights
    float place_z = 0.5f;     //@ 0..1 "Obstacle z": center of the obstacle, in tunnel depths
    bool obstacles = true;    //@ "Obstacles": disable to let the flow pass through obstacles
    float brush = 6.0f;       //@ 1..100 log cells "Brush": radius of the brush
    bool erase = false;       //@ "Erase": erase obstacles instead of drawing
    float cut = 0.5f;         //@ 0..1 "Cut": slice position in the view Streams, in tunnel depths
    bool tracers = false;     //@ "Tracers": show particles that the flow carries
    bool release = false;     //@ "Release tracers": release tracers instead of drawing
    float rake = 1.5f;        //@ 0.1..100 log "Rake": diameter of the tracer start disk / size
    int tracer_count = 4096;  //@ 48..1000000 log "Number of tracers": applies at the next reset
    int width = 128;          //@ 16..2048 log cells "Width": takes effect at the next reset
    int height = 64;          //@ 4..2048 log cells "Height": takes effect at the next reset
    int depth = 64;           //@ 4..2048 log cells "Depth": even; takes effect at the next reset
};

struct Flow {          //@ width x height x depth
    float* q;          //@ 0..0.2 "Q" as surface by pace: Q criterion, in units of (speed / size)^2
    float* vorticity;  //@ 0..8 "Vorticity" as inferno: magnitude, in units of speed / size
    float* pace;       //@ 0..1.6 "Speed" as viridis: relative to the inlet
    float* pressure;   //@ -1..1 "Pressure" as coolwarm: relative to the dynamic pressure
    float3* velocity;  //@ cells/step "Velocity" as arrows
    unsigned char* solid;  //@ 0..1 "Solid" as surface: 1 is an obstacle, 2 the built-in obstacle
    float3* force;         // force of the flow on an obstacle cell in the previous step
};
/// 32768 times the populations minus their values at rest, for the cells at z and z + depth / 2.
struct Populations {  //@ width x height x 19*depth/2
    __half2* f;       //@ "Populations" as none
};
struct Pairs {             //@ width x height x depth/2
    unsigned short* seen;  // bits of obstacle cells next to fluid: see outline()
};
struct Slice {        //@ width x height
    uchar4* streams;  //@ "Streams": noise that is smeared along the flow on a slice across z
};
struct Tracers {         //@ tracer_count
    float3* place;       // position in cells
    float3* tracer;      //@ cells "Tracers" as points by tracer_pace over Flow
    float* tracer_pace;  //@ 0..1.6 "Tracer speed" as viridis: relative to the inlet
};
struct Shape {     //@ 1
    float4* ball;  //@ cells "Ball" as none: center and radius at the last reset
};

//@ init
__global__ void shape(Params params, float4* ball) {
    if (glint::index() == 0) ball[0] = tunnel3d::ball_of(params);
}

//@ init
__global__ void build(int width, int height, int depth, Params params, const float4* ball,
                      unsigned char* solid) {
    tunnel3d::build(glint::cell(), {width, height, depth}, params, ball[0], solid);
}

//@ init blocks 32 x 4 for 1024 x 4 over Flow
__global__ void outline(int width, int height, int depth, const unsigned char* solid,
                        unsigned short* seen) {
    tunnel3d::outline(glint::cell(), {width, height, depth}, solid, seen);
}

/// Sets the populations to the initial flow, in equilibrium.
//@ init over Flow
__global__ void blow(int width, int height, int depth, Params params, const unsigned char* solid,
                     __half2* f) {
    const d3q19::Halves all{f, {width, height, depth}};
    tunnel3d::blow(all, glint::cell(), params, solid, f);
}

/// Stores in obstacle cells the populations that the obstacles send back.
//@ step blocks 32 x 8 for 128 x 8 x 32 over Flow if obstacles
__global__ void __launch_bounds__(256, 4)
    turn_back(int width, int height, int depth, Params params, const unsigned char* solid,
              const unsigned short* seen, const float4* ball, __half2* f, float3* force) {
    const d3q19::Halves from{f, {width, height, depth}};
    tunnel3d::turn_back(from, params, ball, solid, seen, force, f);
}

namespace {

constexpr int kOne = d3q19::Halves::kOne;

/// Processes one cell. Its populations are the 16-bit values at index `number` of rows in memory.
__device__ __forceinline__ void flow_in_row(const d3q19::Halves& all, int3 c, size_t number,
                                            const Params& params, __half* f_next) {
    const d3q19::HalvesInRow from(all, c.z, number);
    const int3 cell = make_int3(int(number) / 2, c.y, c.z + int(number) % 2 * all.words.depth);
    float g[d3q19::kDirections];
    if (tunnel3d::is_plain_row(c, cell, all.words, params)) {
        from.take_and_look_ahead(cell, g);
        d3q19::collide<kOne>(tunnel3d::fluid_of(params), g);
        from.give(c.y, g, f_next);
        return;
    }
    tunnel3d::take(from, cell, params, g);
    tunnel3d::collide<kOne>(cell, all.grid, params, g);
    from.give(c.y, g, f_next);
}

/// Variant of flow() in the order of memory. 32 threads share 64 cells: each thread processes one
/// of the first 32 cells and one of the last 32 cells.
__device__ __forceinline__ void flow_in_rows(const d3q19::Halves& all, int3 c, const Params& params,
                                             __half* f_next) {
    constexpr int kNeighbors = 32;
    const int first = c.x / unsigned(kNeighbors) * kNeighbors;
    const int count = min(kNeighbors, all.words.width - first);
    flow_in_row(all, c, size_t(first) + c.x, params, f_next);
    flow_in_row(all, c, size_t(first + count) + c.x, params, f_next);
}

}  // namespace

/// Streams and collides the cells at z and z + depth / 2. Reads and writes each word of two
/// populations once.
//@ step blocks 128 on GPUs over Pairs
__global__ void __launch_bounds__(128, 6)
    flow(int width, int height, int pairs_depth, Params params, const __half2* f, __half2* f_next) {
    const d3q19::Halves from{f, {width, height, 2 * pairs_depth}};
    const int3 c = glint::cell();
    if (!from.words.contains(c)) return;
    if (tunnel3d::kByRows) {
        flow_in_rows(from, c, params, reinterpret_cast<__half*>(f_next));
        return;
    }
    const int3 other = make_int3(c.x, c.y, c.z + from.words.depth);
    unsigned both[d3q19::kDirections];
    tunnel3d::take(from, c, params, both);
    float g[d3q19::kDirections];
#pragma unroll
    for (int d = 0; d < d3q19::kDirections; ++d) g[d] = d3q19::low(both[d]);
    tunnel3d::collide<kOne>(c, from.grid, params, g);
#pragma unroll
    for (int d = 0; d < d3q19::kDirections; ++d) {  // packed words use fewer registers
        const float high = d3q19::high(both[d]);
        both[d] = d3q19::with_low(both[d], g[d]);
        g[d] = high;
    }
    tunnel3d::collide<kOne>(other, from.grid, params, g);
    auto* const to = reinterpret_cast<unsigned*>(f_next);
#pragma unroll
    for (int d = 0; d < d3q19::kDirections; ++d)
        to[from.words.place(d, c)] = d3q19::with_high(both[d], g[d]);
}

/// Draws or erases a ball at the mouse, on the visible slice, or on the plane through the camera's
/// target. Fluid in erased cells starts at rest.
//@ drag over Flow
__global__ void draw_solid(int width, int height, int depth, float3 mouse, Params params,
                           unsigned char* solid, float3* force, __half2* f) {
    const d3q19::Halves all{f, {width, height, depth}};
    tunnel3d::draw_solid(all, glint::cell(), mouse, params, solid, force, f);
}

//@ drag blocks 32 x 4 for 1024 x 4 over Flow
__global__ void outline_again(int width, int height, int depth, const unsigned char* solid,
                              unsigned short* seen) {
    tunnel3d::outline(glint::cell(), {width, height, depth}, solid, seen);
}

//@ draw over Flow
__global__ void measure(int width, int height, int depth, Params params, const unsigned char* solid,
                        const __half2* f, float3* velocity, float* pace, float* pressure) {
    const d3q19::Halves from{f, {width, height, depth}};
    tunnel3d::measure(from, glint::cell(), params, solid, velocity, pace, pressure);
}

//@ draw
__global__ void turn(int width, int height, int depth, Params params, const float3* velocity,
                     const unsigned char* solid, float* vorticity, float* q) {
    tunnel3d::turn({width, height, depth}, glint::cell(), params, velocity, solid, vorticity, q);
}

//@ draw over Slice
__global__ void comb(int flow_width, int flow_height, int flow_depth, unsigned step, Params params,
                     const float3* velocity, const unsigned char* solid, uchar4* streams) {
    tunnel3d::comb({flow_width, flow_height, flow_depth}, glint::cell(), step, params, velocity,
                   solid, streams);
}

//@ init
__global__ void seed_tracers(int count, int flow_width, int flow_height, int flow_depth,
                             unsigned seed, Params params, const unsigned char* solid,
                             float3* place) {
    tunnel3d::seed_tracer(glint::index(), count, {flow_width, flow_height, flow_depth}, params,
                          seed, solid, place);
}

//@ step over Tracers if tracers
__global__ void carry(int count, int flow_width, int flow_height, int flow_depth, unsigned step,
                      unsigned seed, Params params, const unsigned char* solid, const __half2* f,
                      float3* place) {
    const int i = glint::index();
    const d3q19::Halves from{f, {flow_width, flow_height, flow_depth}};
    if (i < count) place[i] = tunnel3d::carried(place[i], i, step, from, params, seed, solid);
}

/// Moves some of the tracers to the mouse.
//@ drag over Tracers if release
__global__ void release_tracers(int count, unsigned step, float3 mouse, Params params,
                                float3* place) {
    const int i = glint::index();
    float3 to;
    if (i < count && tracers::is_released(i, step, to)) place[i] = mouse + params.brush * to;
}

//@ draw
__global__ void show_tracers(int count, int flow_width, int flow_height, int flow_depth,
                             Params params, const float* pace, const float3* place, float3* tracer,
                             float* tracer_pace) {
    tunnel3d::show_tracer(glint::index(), count, {flow_width, flow_height, flow_depth}, params,
                          pace, place, tracer, tracer_pace);
}

//@ sum "Drag coefficient": of all obstacles, based on the ball's frontal area
__device__ float drag_coefficient(float3 force, Params params) {
    return tunnel3d::coefficient(force.x, params);
}
//@ sum "Lift coefficient": of all obstacles, upward along y
__device__ float lift_coefficient(float3 force, Params params) {
    return tunnel3d::coefficient(force.y, params);
}
//@ sum "Side coefficient": of all obstacles, along z
__device__ float side_coefficient(float3 force, Params params) {
    return tunnel3d::coefficient(force.z, params);
}
