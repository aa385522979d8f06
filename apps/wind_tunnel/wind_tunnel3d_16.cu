// The wind tunnel of wind_tunnel3d.cu with populations of 16 bits: half the memory, and nearly
// twice as fast on a GPU. docs/simulations/wind_tunnel3d.md says what that costs.
#include <glint/sim.cuh>

#include "shown3d.cuh"
//@ simulation "Wind tunnel 3D, 16 bits": flow round a ball, a mesh or what is drawn; drag to draw
//@ frame 10 steps

struct Params {
    float reynolds = 250.0f;  //@ 0.1..1000000 log "Reynolds number": of speed and size
    float speed = 0.08f;      //@ 0.005..0.1 cells/step "Speed": that the inlet has on average
    float size = 16.0f;       //@ 4..1024 log cells "Size": of the ball; for coefficients
    float turbulence = 0.0f;  //@ 0..0.3 "Smagorinsky": the model's constant, about 0.17; 0: none
    int ends = 0;             //@ 0..2 "Ends": 0 an inlet and an outlet, 1 periodic, 2 walls
    int walls = 1;            //@ 0..2 "Top and bottom": 0 walls, 1 walls that slip, 2 periodic
    int sides = 1;            //@ 0..2 "Front and back": 0 walls, 1 walls that slip, 2 periodic
    bool parabolic = false;   //@ "Parabolic inlet": the speed between walls, not an even one
    float sponge = 24.0f;     //@ 0..1024 cells "Sponge": calms flow before the outlet
    float lid = 0.0f;         //@ -0.1..0.1 cells/step "Lid": how fast the wall at the top moves
    float push = 0.0f;        //@ 0..0.001 cells/step2 "Push": on all that flows, along x
    int start = 0;            //@ 0..2 "Start": 0 flows, 1 rests, 2 vortices of Taylor and Green
    int obstacle = 1;         //@ 0..2 "Obstacle": 0 none, 1 a ball, 2 a cylinder; at the next reset
    float place_x = 0.25f;    //@ 0..1 "Obstacle's x": its centre as a share of the width
    float place_y = 0.5f;     //@ 0..1 "Obstacle's y": the same of the height
    float place_z = 0.5f;     //@ 0..1 "Obstacle's z": the same of the depth
    float brush = 6.0f;       //@ 1..100 log cells "Brush"
    bool erase = false;       //@ "Erase": drags take obstacles away
    float cut = 0.5f;         //@ 0..1 "Cut": which slice streams are on, as a share of the depth
    bool tracers = false;     //@ "Tracers": particles that the flow carries
    bool release = false;     //@ "Release tracers": drags do so in place of drawing
    float rake = 1.5f;        //@ 0.1..100 log "Rake": how wide tracers start, by the size
    int tracer_count = 4096;  //@ 48..1000000 log "Number of tracers": at the next reset
    int width = 128;          //@ 16..2048 log cells "Width": takes effect at the next reset
    int height = 64;          //@ 4..2048 log cells "Height": takes effect at the next reset
    int depth = 64;           //@ 4..2048 log cells "Depth": even; takes effect at the next reset
};

struct Flow {          //@ width x height x depth
    float* q;          //@ 0..0.2 "Q" as surface by pace: turning less straining, by speed and size
    float* vorticity;  //@ 0..8 "Vorticity" as inferno: its size, in speeds by size
    float* pace;       //@ 0..1.6 "Speed" as viridis: of the inlet's
    float* pressure;   //@ -1..1 "Pressure" as coolwarm: half the square of the speed is 1
    float3* velocity;  //@ cells/step "Velocity" as arrows
    unsigned char* solid;  //@ 0..1 "Solid" as surface: 1 is an obstacle; 2 is that built in
    float3* force;         // that the flow has on the obstacle from this cell, in the last step
};
/// How many go in each direction, less than at rest, by 32768: of the cells at z and z + depth/2.
struct Populations {  //@ width x height x 19*depth/2
    __half2* f;       //@ "Populations" as none
};
struct Pairs {      //@ width x height x depth/2
    uchar2* kinds;  // what these two have to do: see Kind
};
struct Slice {        //@ width x height
    uchar4* streams;  //@ "Streams": noise that is smeared along the flow on a slice across z
};
struct Tracers {         //@ tracer_count
    float3* place;       // in cells
    float3* tracer;      //@ cells "Tracers" as points by tracer_pace over Flow
    float* tracer_pace;  //@ 0..1.6 "Tracer's speed" as viridis: of the inlet's
};
struct Shape {     //@ 1
    float4* ball;  //@ cells "Ball" as none: centre and radius as built
};

//@ init
__global__ void shape(Params params, float4* ball) {
    if (glint::index() == 0) ball[0] = tunnel3d::ball_of(params);
}

//@ init
__global__ void build(int width, int height, int depth, Params params, const float4* ball,
                      unsigned char* solid) {
    const d3q19::Grid grid{width, height, depth};
    const int3 c = glint::cell();
    if (!grid.contains(c)) return;
    solid[grid.index(c)] =
        tunnel3d::is_in_ball(params.obstacle, ball[0], c) ? tunnel3d::kBuiltIn : 0;
}

//@ init
__global__ void tell_apart(int width, int height, int pairs_depth, const unsigned char* solid,
                           uchar2* kinds) {
    const d3q19::Grid pairs{width, height, pairs_depth};
    const int3 c = glint::cell();
    if (pairs.contains(c)) kinds[pairs.index(c)] = tunnel3d::kinds_of(c, pairs, solid);
}

/// The flow at the start, in equilibrium.
//@ init over Pairs
__global__ void blow(int width, int height, int pairs_depth, Params params,
                     const unsigned char* solid, __half2* f) {
    const d3q19::Grid pairs{width, height, pairs_depth}, grid{width, height, 2 * pairs_depth};
    const int3 c = glint::cell();
    if (!pairs.contains(c)) return;
    const int3 other = make_int3(c.x, c.y, c.z + pairs_depth);
    const d3q19::Moments a = tunnel3d::first_flow(c, grid, params, solid[grid.index(c)]);
    const d3q19::Moments b = tunnel3d::first_flow(other, grid, params, solid[grid.index(other)]);
    for (int d = 0; d < d3q19::kDirections; ++d)
        reinterpret_cast<unsigned*>(f)[pairs.place(d, c)] =
            d3q19::joined(d3q19::Halves::kOne * d3q19::equilibrium(d, a.rho, a.u),
                          d3q19::Halves::kOne * d3q19::equilibrium(d, b.rho, b.u));
}

namespace {

/// What one of the two cells becomes, of what arrives.
template <class Populations>
__device__ __forceinline__ void become(const Populations& from, int3 c, unsigned char kind,
                                       const Params& params, const float4* ball,
                                       const unsigned char* solid, float3* force,
                                       float (&g)[d3q19::kDirections]) {
    constexpr int kOne = d3q19::Halves::kOne;
    if (kind != tunnel3d::kOpen) tunnel3d::correct(from, c, kind, params, ball, solid, force, g);
    if (tunnel3d::is_calmed(c.x, from.grid.width, params))
        tunnel3d::calm<kOne>(c, from.grid, params, g);
    d3q19::collide<kOne>(tunnel3d::fluid_of(params), g);
}

/// What one half in a row becomes, which is `number` in the order of memory.
__device__ __forceinline__ void become_in_row(const d3q19::Halves& all, int3 c, size_t number,
                                              const Params& params, const unsigned char* solid,
                                              const uchar2* kinds, const float4* ball,
                                              float3* force, __half* f_next) {
    const d3q19::HalvesInRow from(all, c.z, number);
    const int3 cell = make_int3(int(number) / 2, c.y, c.z + int(number) % 2 * all.words.depth);
    const size_t row = size_t(c.z * all.words.height + c.y) * 2 * all.words.width;
    const unsigned char kind = reinterpret_cast<const unsigned char*>(kinds)[row + number];
    float g[d3q19::kDirections];
    if (tunnel3d::is_plain_row(c, cell, kind, all.words, params)) {
        from.take_and_look_ahead(cell, g);
        d3q19::collide<d3q19::Halves::kOne>(tunnel3d::fluid_of(params), g);
        from.give(c.y, g, f_next);
        return;
    }
    from.take(cell, g);
    if (tunnel3d::is_at_wall(c, all.words)) tunnel3d::cross_walls(from, cell, params, g);
    become(from, cell, kind, params, ball, solid, force, g);
    from.give(c.y, g, f_next);
}

/// As flow() does, but in the order of memory: of the halves that neighbours have, a thread takes
/// one of the first and one of the second.
__device__ __forceinline__ void flow_in_rows(const d3q19::Halves& all, int3 c, const Params& params,
                                             const unsigned char* solid, const uchar2* kinds,
                                             const float4* ball, float3* force, __half* f_next) {
    constexpr int kNeighbours = 32;
    const int first = c.x / unsigned(kNeighbours) * kNeighbours;
    const int count = min(kNeighbours, all.words.width - first);
    become_in_row(all, c, size_t(first) + c.x, params, solid, kinds, ball, force, f_next);
    become_in_row(all, c, size_t(first + count) + c.x, params, solid, kinds, ball, force, f_next);
}

}  // namespace

/// Takes what arrives at two cells, and lets it collide: each word is read once and written once.
//@ step over Pairs
__global__ void __launch_bounds__(128, 5)
    flow(int width, int height, int pairs_depth, Params params, const unsigned char* solid,
         const uchar2* kinds, const float4* ball, const __half2* f, float3* force,
         __half2* f_next) {
    const d3q19::Grid pairs{width, height, pairs_depth};
    const d3q19::Halves from{f, {width, height, 2 * pairs_depth}};
    const int3 c = glint::cell();
    if (!pairs.contains(c)) return;
    if (tunnel3d::kByRows) {
        flow_in_rows(from, c, params, solid, kinds, ball, force, reinterpret_cast<__half*>(f_next));
        return;
    }
    const int i = pairs.index(c);
    const uchar2 kind = kinds[i];
    unsigned both[d3q19::kDirections];
#pragma unroll
    for (int d = 0; d < d3q19::kDirections; ++d) both[d] = from.arriving(d, c);
    float g[d3q19::kDirections];
#pragma unroll
    for (int d = 0; d < d3q19::kDirections; ++d) g[d] = d3q19::low(both[d]);
    become(from, c, kind.x, params, ball, solid, force, g);
#pragma unroll
    for (int d = 0; d < d3q19::kDirections; ++d) {  // words stay words: fewer registers
        const float high = d3q19::high(both[d]);
        both[d] = d3q19::with_low(both[d], g[d]);
        g[d] = high;
    }
    become(from, make_int3(c.x, c.y, c.z + pairs_depth), kind.y, params, ball, solid, force, g);
    auto* const to = reinterpret_cast<unsigned*>(f_next);
#pragma unroll
    for (int d = 0; d < d3q19::kDirections; ++d)
        to[pairs.place(d, c)] = d3q19::with_high(both[d], g[d]);
}

/// Draws or erases a ball where the mouse is, on the slice that is shown or on the plane through
/// the camera's target. What was solid is at rest first.
//@ drag over Flow
__global__ void draw_solid(int width, int height, int depth, float3 mouse, Params params,
                           unsigned char* solid, float3* force) {
    const d3q19::Grid grid{width, height, depth};
    const int3 c = glint::cell();
    if (!grid.contains(c) || !tunnel3d::is_brushed(c, mouse, params)) return;
    const int i = grid.index(c);
    if (params.release || (solid[i] == 0) == params.erase) return;
    solid[i] = !params.erase;
    force[i] = make_float3(0, 0, 0);
}

/// Where the kind says that the obstacle has changed.
//@ drag over Pairs
__global__ void let_rest(int width, int height, int pairs_depth, const unsigned char* solid,
                         const uchar2* kinds, __half2* f) {
    const d3q19::Grid pairs{width, height, pairs_depth}, grid{width, height, 2 * pairs_depth};
    const int3 c = glint::cell();
    if (!pairs.contains(c)) return;
    const uchar2 kind = kinds[pairs.index(c)];
    const int i = grid.index(c), j = grid.index(c.x, c.y, c.z + pairs.depth);
    const bool first = (kind.x == tunnel3d::kSolid) != (solid[i] != 0);
    const bool second = (kind.y == tunnel3d::kSolid) != (solid[j] != 0);
    if (!first && !second) return;
    for (int d = 0; d < d3q19::kDirections; ++d) {
        unsigned& both = reinterpret_cast<unsigned*>(f)[pairs.place(d, c)];
        both &= (first ? 0u : 0xffffu) | (second ? 0u : 0xffff0000u);
    }
}

//@ drag
__global__ void tell_apart_again(int width, int height, int pairs_depth, const unsigned char* solid,
                                 uchar2* kinds) {
    const d3q19::Grid pairs{width, height, pairs_depth};
    const int3 c = glint::cell();
    if (pairs.contains(c)) kinds[pairs.index(c)] = tunnel3d::kinds_of(c, pairs, solid);
}

//@ drag
__global__ void keep_forces(int width, int height, int depth, const unsigned char* solid,
                            float3* force) {
    const d3q19::Grid grid{width, height, depth};
    const int3 c = glint::cell();
    if (grid.contains(c) && tunnel3d::kind_of(c, grid, solid) != tunnel3d::kBeside)
        force[grid.index(c)] = make_float3(0, 0, 0);
}

//@ draw over Flow
__global__ void measure(int width, int height, int depth, Params params, const unsigned char* solid,
                        const __half2* f, float3* velocity, float* pace, float* pressure) {
    const d3q19::Halves from{f, {width, height, depth}};
    const int3 c = glint::cell();
    if (from.grid.contains(c)) tunnel3d::measure(from, c, params, solid, velocity, pace, pressure);
}

//@ draw
__global__ void turn(int width, int height, int depth, Params params, const float3* velocity,
                     const unsigned char* solid, float* vorticity, float* q) {
    const d3q19::Grid grid{width, height, depth};
    const int3 c = glint::cell();
    if (grid.contains(c)) tunnel3d::turn(grid, c, params, velocity, solid, vorticity, q);
}

//@ draw over Slice
__global__ void comb(int flow_width, int flow_height, int flow_depth, unsigned step, Params params,
                     const float3* velocity, const unsigned char* solid, uchar4* streams) {
    const d3q19::Grid grid{flow_width, flow_height, flow_depth};
    const int2 c = glint::cell();
    if (c.x < grid.width && c.y < grid.height)
        streams[c.y * grid.width + c.x] = tunnel3d::stream(grid, c, step, params, velocity, solid);
}

//@ init
__global__ void seed_tracers(int count, int flow_width, int flow_height, int flow_depth,
                             unsigned seed, Params params, const unsigned char* solid,
                             float3* place) {
    const int i = glint::index();
    const d3q19::Grid grid{flow_width, flow_height, flow_depth};
    if (i < count) place[i] = tunnel3d::first_place(i, count, grid, params, seed, solid);
}

//@ step over Tracers if tracers
__global__ void carry(int count, int flow_width, int flow_height, int flow_depth, unsigned step,
                      unsigned seed, Params params, const unsigned char* solid, const __half2* f,
                      float3* place) {
    const int i = glint::index();
    const d3q19::Halves from{f, {flow_width, flow_height, flow_depth}};
    if (i < count) place[i] = tunnel3d::carried(place[i], i, step, from, params, seed, solid);
}

/// Puts some where the mouse is.
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
    const int i = glint::index();
    const d3q19::Grid grid{flow_width, flow_height, flow_depth};
    if (i < count) tracer[i] = tunnel3d::shown_tracer(place[i], grid, params, pace, tracer_pace[i]);
}

//@ sum "Drag coefficient": of all obstacles, by the ball's face
__device__ float drag_coefficient(float3 force, Params params) {
    return tunnel3d::coefficient(force.x, params);
}
//@ sum "Lift coefficient": upwards, along y
__device__ float lift_coefficient(float3 force, Params params) {
    return tunnel3d::coefficient(force.y, params);
}
//@ sum "Side coefficient": along z
__device__ float side_coefficient(float3 force, Params params) {
    return tunnel3d::coefficient(force.z, params);
}
