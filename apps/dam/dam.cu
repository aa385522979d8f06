// SPDX-License-Identifier: MIT
// Dam break by weakly compressible SPH. dam.cpp sorts the particles by cell before each substep.
// The density diffusion follows Fourtakas et al., "Local uniform stencil (LUST) boundary condition
// for arbitrary 3-D boundaries in parallel smoothed particle hydrodynamics (SPH) models", 2019.
// Walls follow Adami et al., and particle shifting moves particles toward gaps.
#ifdef __GLINT_CPU__
// Each SIMD lane processes one neighbor. The compiler may thus reorder sums over neighbors.
#pragma clang fp reassociate(on)
#endif
#include <glint/sim.cuh>

#include "liquid.cuh"
#include "sph.cuh"
#include "stop.cuh"
//@ simulation "Dam": water from a broken dam hits a box; drag to push the water
//@ dt 0.005 s

struct Params {
    float spacing = 0.04f;  //@ 0.0005..0.5 log m "Spacing": distance between particles at rest
    float sound = 35.0f;    //@ 1..1500 log m/s "Speed of sound": about ten times the water speed
    float3 gravity = {0.0f, -9.81f, 0.0f};  //@ -30..30 m/s2 "Gravity"
    float viscosity = 0.000001f;            //@ 1e-9..10 log m2/s "Viscosity": 0.000001 for water
    float damping = 0.02f;    //@ 0..1 "Artificial viscosity": alpha (weaker on finer grids)
    float diffusion = 0.1f;   //@ 0..0.3 "Density diffusion": coefficient delta
    float shift = 2.0f;       //@ 0..6 "Shifting": strength of moving particles into gaps (0: off)
    bool tension = false;     //@ "Tension": allow negative pressure inside the water
    float density = 1000.0f;  //@ 1..20000 log kg/m3 "Density": used for energies and momenta
    float3 water_at = {1.992f, 0.0f, 0.0f};    //@ 0..10 m "Water corner": lowest corner
    float3 water = {1.228f, 0.55f, 1.0f};      //@ 0..10 m "Water size": applies at the next reset
    float3 box_at = {0.6635f, 0.0f, 0.2955f};  //@ 0..10 m "Box corner": lowest corner
    float3 box = {0.161f, 0.161f, 0.403f};     //@ 0..10 m "Box size": applies at a reset (0: none)
    bool lid = true;       //@ "Lid": keep splashes in the tank; takes effect at the next reset
    float paddle = 0.12f;  //@ 0.01..1 log m "Paddle": radius of the area that the mouse pushes
    float jet = 0.0f;      //@ 0..20 m/s "Jet": speed of incoming water (0: no jet)
    float3 jet_at = {0.3f, 0.8f, 0.5f};    //@ 0..10 m "Jet position"
    float3 jet_way = {1.0f, -0.5f, 0.0f};  //@ -1..1 "Jet direction"
    float jet_radius = 0.1f;               //@ 0.01..1 log m "Jet radius"
    int spare = 0;      //@ 0..50000000 "Spare particles": for the jet; applies at the next reset
    int width = 80;     //@ 2..4096 log "Width": in spacings; takes effect at the next reset
    int height = 25;    //@ 2..4096 log "Height": in spacings; takes effect at the next reset
    int depth = 25;     //@ 1..4096 log "Depth": in spacings (1: 2D); takes effect at the next reset
    int particles = 1;  // number of water, wall and spare particles; the host sets it
};
struct Look {
    float turn = 30.0f;        //@ -180..180 deg "Turn": camera angle around the tank
    float tilt = 23.0f;        //@ 1..89 deg "Tilt": camera angle above the floor
    float away = 1.12f;        //@ 0.3..6 log "Camera distance": in lengths of the tank
    float view = 36.0f;        //@ 10..100 deg "Field of view": vertical angle of the camera
    float clear = 0.5f;        //@ 0.1..20 log "Clarity": distance that light travels in water
    int picture_width = 640;   //@ 16..4096 log px "Image width": takes effect at the next reset
    int picture_height = 360;  //@ 16..4096 log px "Image height": takes effect at the next reset
};
struct Picture {            //@ picture_width x picture_height
    uchar4* seen;           //@ "Liquid"
    unsigned* nearest;      //@ "Particle depth" as none
    unsigned* through;      //@ "Thickness" as none
    unsigned* foam;         //@ "Foam" as none: part of the thickness that contains air
    float* surface;         //@ m "Surface" as none: distance from the camera
    float* surface_across;  //@ m "Smoothed surface" as none
};
struct Water {         //@ particles
    float3* position;  //@ 0..3.3 m "Position" as points: wall particles are far below the tank
    float4* place;     //@ "Position in cell" as none: 0 to 1; w is the volume, negative for walls
    float4* flow;      //@ "Flow" as none: velocity in m/s; w is the compression
    float4* rate;      //@ "Rate" as none: change of the flow per second in the previous step
    float* airy;       //@ 0..1 "Air content" as none: 1 for drops, 0 in water and for walls
    unsigned* cell;    //@ "Cell" as none: twice the cell number, plus 1 for walls
};
struct Tank {              //@ width x height x depth
    unsigned char* solid;  //@ 0..1 "Solid" as surface: obstacles in the tank
};
struct Tally {   //@ 1
    int* gone;   //@ "Gone" as none: number of particles that left the tank
    int* wrong;  //@ "Non-finite" as none: number of particles that became NaN or infinite
};

namespace {

using namespace dam;

constexpr float kHidden = -1e6f;  // m: y coordinate of invisible particles

__device__ bool is_water(const float4& place, unsigned cell) {
    return place.w > 0 && cell < kSpare;
}

/// Hydrostatic compression of water per kernel radius of displacement, along each axis.
__device__ float3 weight_of(const Params& params) {
    return kRadius * params.spacing / (params.sound * params.sound) * params.gravity;
}

/// Converts `at`, in spacings, to a cell and a position in it. Returns false if `at` is in no cell.
__device__ bool put(float3 at, bool is_wall, const glint::CellLayout& layout, float4& place,
                    unsigned& cell) {
    const float3 in_cells = (at - layout.low) / layout.width;
    const int3 c = layout.cell_of(at);
    if (!layout.has(c)) return false;
    place.x = in_cells.x - c.x, place.y = in_cells.y - c.y, place.z = in_cells.z - c.z;
    const int number = layout.number(c);
    cell = is_wall ? wall_key(number) : water_key(number);
    return true;
}

/// Position in spacings, relative to the tank's corner.
__device__ float3 place_of(const float4& place, int3 c, const glint::CellLayout& layout) {
    return layout.low + layout.width * make_float3(c.x + place.x, c.y + place.y, c.z + place.z);
}

__device__ float3 position_of(const float4& place, unsigned cell, const glint::CellLayout& layout,
                              float spacing) {
    return spacing * place_of(place, layout.cell(cell_of_key(cell)), layout);
}

__device__ bool is_finite(const float4& a) {
    return isfinite(a.x) && isfinite(a.y) && isfinite(a.z) && isfinite(a.w);
}

/// Moves a coordinate outside [0, 1) to the cell that contains it. Returns that cell's index.
__device__ int step_cell(float& place, int cell) {
    const float whole = floorf(place);
    place = fminf(place - whole, 0.99999994f);  // -1e-9 would become 1 by rounding
    return cell + static_cast<int>(glint::clamp(whole, -1e6f, 1e6f));
}

__device__ Eye eye_of(const Look& look, const Params& params, int tank_width, int tank_height,
                      int tank_depth, int columns, int rows) {
    const float3 size = params.spacing * make_float3(tank_width, tank_height, tank_depth);
    const float3 middle = make_float3(0.53f * size.x, 0.26f * size.y, 0.5f * size.z);
    const float away = look.away * fmaxf(size.x, fmaxf(size.y, size.z));
    return {middle, away, look.turn, look.tilt, look.view, columns, rows};
}

}  // namespace

//@ init
__global__ void build(int width, int height, int depth, Params params, unsigned char* solid) {
    const int3 c = glint::cell();
    if (c.x >= width || c.y >= height || c.z >= depth) return;
    const float3 at = params.spacing * make_float3(c.x + 0.5f, c.y + 0.5f, c.z + 0.5f);
    const float3 from = at - params.box_at, to = params.box_at + params.box - at;
    const bool is_in = from.x > 0 && from.y > 0 && to.x > 0 && to.y > 0 &&
                       (depth == 1 || (from.z > 0 && to.z > 0));
    solid[(c.z * height + c.y) * width + c.x] = is_in;
}

/// Classifies each lattice point of the tank and its walls: water, wall (a solid point near space
/// that water can enter), or nothing.
__global__ void choose(int tank_width, int tank_height, int tank_depth, Params params,
                       const unsigned char* solid, unsigned char* kinds) {
    const bool is_flat = tank_depth == 1;
    const int z_layers = is_flat ? 0 : kLayers;
    const int3 size =
        make_int3(tank_width + 2 * kLayers, tank_height + 2 * kLayers, tank_depth + 2 * z_layers);
    const int i = glint::index();
    if (i >= size.x * size.y * size.z) return;
    const int row = i / size.x;
    const int3 c =
        make_int3(i - row * size.x - kLayers, row % size.y - kLayers, row / size.y - z_layers);
    const auto is_free = [&](int x, int y, int z) {
        return x >= 0 && y >= 0 && z >= 0 && x < tank_width && y < tank_height && z < tank_depth &&
               !solid[(z * tank_height + y) * tank_width + x];
    };
    unsigned char kind = kNothing;
    if (is_free(c.x, c.y, c.z)) {
        const float3 at = params.spacing * make_float3(c.x + 0.5f, c.y + 0.5f, c.z + 0.5f);
        const float3 from = at - params.water_at, to = params.water_at + params.water - at;
        const bool is_in = from.x > 0 && from.y > 0 && to.x > 0 && to.y > 0 &&
                           (is_flat || (from.z > 0 && to.z > 0));
        kind = is_in ? kWater : kNothing;
    } else if (params.lid || c.y < tank_height) {
        for (int z = -z_layers; z <= z_layers; ++z)
            for (int y = -kLayers; y <= kLayers; ++y)
                for (int x = -kLayers; x <= kLayers; ++x)
                    if (is_free(c.x + x, c.y + y, c.z + z)) kind = kWall;
    }
    kinds[i] = kind;
}

/// Places particles at the occupied lattice points, in order. The remaining particles become spare.
__global__ void sow(int count, int tank_width, int tank_height, int tank_depth, Params params,
                    const unsigned char* kinds, const long long* found, int found_count,
                    float3* position, float4* place, float4* flow, float4* rate, float* airy,
                    unsigned* cell) {
    const int i = glint::index();
    if (i >= count) return;
    const glint::CellLayout layout = cells_of(tank_width, tank_height, tank_depth);
    float4 own = make_float4(0, 0, 0, 0), moves = own;
    unsigned own_cell = kSpare;
    bool is_shown = false;
    if (i < found_count) {
        const int n = static_cast<int>(found[i]), z_layers = tank_depth == 1 ? 0 : kLayers;
        const int row = n / (tank_width + 2 * kLayers);
        const float3 at = make_float3(n % (tank_width + 2 * kLayers) - kLayers + 0.5f,
                                      row % (tank_height + 2 * kLayers) - kLayers + 0.5f,
                                      row / (tank_height + 2 * kLayers) - z_layers + 0.5f);
        is_shown = kinds[n] == kWater;
        put(at, !is_shown, layout, own, own_cell);
        const float3 top =
            make_float3(at.x, (params.water_at.y + params.water.y) / params.spacing, at.z);
        const float3 below = 1 / kRadius * (at - top);
        if (is_shown) moves.w = fmaxf(glint::dot(weight_of(params), below), 0.0f);
        own.w = (is_shown ? 1.0f : -1.0f) / (1 + moves.w);
    }
    place[i] = own, flow[i] = moves, rate[i] = make_float4(0, 0, 0, 0), cell[i] = own_cell;
    airy[i] = 0;
    position[i] =
        is_shown ? position_of(own, own_cell, layout, params.spacing) : make_float3(0, kHidden, 0);
}

/// Sorts the particles by cell, and packs the data that is read for each neighbor of a particle.
__global__ void reorder(int count, int tank_width, int tank_height, int tank_depth,
                        const int* order, const float4* place, const float4* flow,
                        const float4* rate, const unsigned* cell, float4* place_next,
                        float4* flow_next, float4* rate_next, unsigned* cell_next,
                        unsigned* packed) {
    const int i = glint::index();
    if (i >= count) return;
    const int from = order[i];
    const float4 own = place[from], own_flow = flow[from];
    const unsigned own_cell = cell[from];
    place_next[i] = own, flow_next[i] = own_flow, rate_next[i] = rate[from];
    cell_next[i] = own_cell;
    const glint::CellLayout layout = cells_of(tank_width, tank_height, tank_depth);
    pack(packed, count, i, own, own_flow, layout.cell(cell_of_key(own_cell)));
}

/// Gives wall particles the pressure of the water in front of them.
__global__ void press(int count, int tank_width, int tank_height, int tank_depth, Params params,
                      const int* begins, const unsigned* cell, float4* place, float4* flow,
                      unsigned* packed) {
    const glint::CellLayout layout = cells_of(tank_width, tank_height, tank_depth);
    for_each_particle(count, [&](int i) {
        if (cell[i] >= kSpare || place[i].w > 0) return;
        const float compression =
            wall_compression(place[i], layout.cell(cell_of_key(cell[i])), layout, begins,
                             weight_of(params), {packed, place, flow, count});
        flow[i].w = compression;
        place[i].w = -1 / (1 + compression);
        pack_pressed(packed, count, i, place[i].w, compression);
    });
}

/// Takes a second-order Adams-Bashforth step. Positions advance with trapezoidal-rule velocities,
/// which are the stored velocities plus dt / 2 times the difference of the last two rates.
__global__ void __launch_bounds__(128, 6)
    move(int count, int tank_width, int tank_height, int tank_depth, float dt, Params params,
         const int* begins, const unsigned char* solid, const float4* place, const float4* flow,
         const float4* rate, const unsigned* cell, const unsigned* packed, float3* position,
         float* airy, float4* place_next, float4* flow_next, float4* rate_next, unsigned* cell_next,
         int* gone, int* wrong) {
    __shared__ Notes notes;
    notes.begin();
    for_each_particle(count, [&](int i) {
        Particle own{place[i], flow[i]};
        unsigned own_cell = cell[i];
        if (!is_water(own.place, own_cell)) {
            place_next[i] = own.place, flow_next[i] = own.flow, rate_next[i] = rate[i];
            cell_next[i] = own_cell;
            position[i] = make_float3(0, kHidden, 0), airy[i] = 0;
            return;
        }
        const bool is_flat = tank_depth == 1;
        const int dimensions = is_flat ? 2 : 3;
        const glint::CellLayout layout = cells_of(tank_width, tank_height, tank_depth);
        int3 c = layout.cell(cell_of_key(own_cell));
        const Sums sums =
            sums_of(own, c, layout, begins, weight_of(params), {packed, place, flow, count}, notes);

        const float radius = kRadius * params.spacing, slope = slope_of(is_flat);
        const float stiffness = params.sound * params.sound * slope / radius;
        // Monaghan's viscosity `alpha` corresponds to the kinematic viscosity alpha * sound *
        // radius / 2, divided by this factor.
        const float factor = 2 * (dimensions + 2);
        const float viscosity =
            params.viscosity * factor + params.damping * params.sound * 0.5f * radius;
        const float full = slope * sums.fullness;  // number of dimensions; less at the surface
        const float least = is_flat ? 1.5f : 2.75f;
        const float inside = glint::clamp((full - least) / (dimensions - least), 0.0f, 1.0f);
        const float own_pull =
            own.flow.w < 0 && inside > 0 && !params.tension ? -own.flow.w : own.flow.w;
        const float3 push = stiffness * (own_pull * sums.slope + sums.pressure);
        const float3 drag = viscosity * slope / (radius * radius) * sums.friction;
        const float3 a = own.place.w * (drag - push) + params.gravity;
        const float compressing =
            slope / radius *
            (params.diffusion * params.sound * sums.diffusion - (1 + own.flow.w) * sums.spread);

        airy[i] = glint::clamp((0.5f - full / dimensions) / 0.25f, 0.0f, 1.0f);
        const float4 old = rate[i];
        const float4 now = make_float4(a.x, a.y, is_flat ? 0.0f : a.z, compressing);
        const float4 ahead = 1.5f * now - 0.5f * old;
        const float3 velocity = glint::xyz(own.flow);
        float3 way = dt / radius * (velocity + dt * (glint::xyz(now) - 0.5f * glint::xyz(old)));
        float3 shift = -0.5f * params.shift * inside * glint::length(velocity) * dt / radius *
                       slope * sums.slope;
        const float most = 0.1f / kRadius, length = glint::length(shift);
        if (length > most) shift *= most / length;
        own.flow += dt * ahead;
        own.place.w = 1 / (1 + own.flow.w);
        way += shift;
        if (is_flat) way.z = 0;
        const bool is_wrong = !is_finite(own.place) || !is_finite(own.flow) || !is_finite(now) ||
                              !isfinite(glint::dot(way, way));
        stop_at_walls({solid, make_int3(tank_width, tank_height, tank_depth), params.lid},
                      place_of(own.place, c, layout), way, own.flow);
        own.place.x += way.x, own.place.y += way.y, own.place.z += way.z;
        c.x = step_cell(own.place.x, c.x);
        c.y = step_cell(own.place.y, c.y);
        c.z = step_cell(own.place.z, c.z);
        const bool is_gone = is_wrong || !layout.has(c);
        if (is_wrong) atomicAdd(wrong, 1);
        if (is_gone && !is_wrong) atomicAdd(gone, 1);
        const float4 nothing = make_float4(0, 0, 0, 0);
        own_cell = is_gone ? kGone : water_key(layout.number(c));
        place_next[i] = is_gone ? nothing : own.place;
        flow_next[i] = is_gone ? nothing : own.flow;
        rate_next[i] = is_gone ? nothing : now;
        cell_next[i] = own_cell;
        position[i] = is_gone ? make_float3(0, kHidden, 0)
                              : position_of(own.place, own_cell, layout, params.spacing);
    });
}

/// Turns spare particles into a layer of water, `ahead` spacings downstream of the jet's opening.
__global__ void let_in(int count, int tank_width, int tank_height, int tank_depth, Params params,
                       int cells, float ahead, const int* begins, float3* position, float4* place,
                       float4* flow, float4* rate, unsigned* cell) {
    const int i = glint::index();
    const int k = i - begins[cells],
              side = 2 * static_cast<int>(params.jet_radius / params.spacing) + 1;
    const bool is_flat = tank_depth == 1;
    if (i >= count || k < 0 || k >= (is_flat ? side : side * side)) return;
    const float3 given =
        is_flat ? make_float3(params.jet_way.x, params.jet_way.y, 0) : params.jet_way;
    const float3 way = glint::normalize(given, make_float3(1, 0, 0));
    const float3 other = fabsf(way.y) < 0.9f ? make_float3(0, 1, 0) : make_float3(1, 0, 0);
    const float3 across =
        glint::normalize(is_flat ? make_float3(-way.y, way.x, 0) : glint::cross(way, other));
    const float a = k % side - side / 2, b = is_flat ? 0 : k / side - side / 2;
    if ((a * a + b * b) * params.spacing * params.spacing > params.jet_radius * params.jet_radius)
        return;
    float3 at = 1 / params.spacing * params.jet_at + ahead * way + a * across +
                b * glint::cross(way, across);
    if (is_flat) at.z = 0.5f;
    const glint::CellLayout layout = cells_of(tank_width, tank_height, tank_depth);
    float4 own = make_float4(0, 0, 0, 1);
    unsigned own_cell = kSpare;
    if (!put(at, false, layout, own, own_cell)) return;
    place[i] = own, cell[i] = own_cell, rate[i] = make_float4(0, 0, 0, 0);
    flow[i] = make_float4(params.jet * way.x, params.jet * way.y, params.jet * way.z, 0);
    position[i] = params.spacing * at;
}

//@ draw
__global__ void clear(int width, int height, unsigned* nearest, unsigned* through, unsigned* foam) {
    const int2 c = glint::cell();
    if (c.x >= width || c.y >= height) return;
    nearest[c.y * width + c.x] = __float_as_uint(kFar);
    through[c.y * width + c.x] = 0, foam[c.y * width + c.x] = 0;
}

//@ draw over Water
__global__ void put_balls(int count, int tank_width, int tank_height, int tank_depth,
                          int picture_width, int picture_height, Params params, Look look,
                          const float3* position, const float4* place, const float* airy,
                          unsigned* nearest, unsigned* through, unsigned* foam) {
    const int i = glint::index();
    if (i >= count || !(place[i].w > 0)) return;
    const Eye eye =
        eye_of(look, params, tank_width, tank_height, tank_depth, picture_width, picture_height);
    put_ball(eye, position[i], airy[i], params.spacing, nearest, through, foam);
}

//@ draw
__global__ void take_depth(int width, int height, const unsigned* nearest, float* surface) {
    const int2 c = glint::cell();
    if (c.x < width && c.y < height)
        surface[c.y * width + c.x] = __uint_as_float(nearest[c.y * width + c.x]);
}

//@ draw
__global__ void smooth_across(int width, int height, int tank_width, int tank_height,
                              int tank_depth, Params params, Look look, const float* surface,
                              float* surface_across) {
    const int2 c = glint::cell();
    if (c.x >= width || c.y >= height) return;
    const Eye eye = eye_of(look, params, tank_width, tank_height, tank_depth, width, height);
    surface_across[c.y * width + c.x] =
        glint::liquid::smoothed(surface, c.x, c.y, true, eye, params.spacing, 4 * params.spacing);
}

//@ draw
__global__ void smooth_down(int width, int height, int tank_width, int tank_height, int tank_depth,
                            Params params, Look look, const float* surface_across, float* surface) {
    const int2 c = glint::cell();
    if (c.x >= width || c.y >= height) return;
    const Eye eye = eye_of(look, params, tank_width, tank_height, tank_depth, width, height);
    surface[c.y * width + c.x] = glint::liquid::smoothed(surface_across, c.x, c.y, false, eye,
                                                         params.spacing, 4 * params.spacing);
}

//@ draw
__global__ void paint(int width, int height, int tank_width, int tank_height, int tank_depth,
                      Params params, Look look, const unsigned char* solid, const float* surface,
                      const unsigned* through, const unsigned* foam, uchar4* seen) {
    const int2 c = glint::cell();
    if (c.x >= width || c.y >= height) return;
    const Eye eye = eye_of(look, params, tank_width, tank_height, tank_depth, width, height);
    const Solid tank{solid, make_int3(tank_width, tank_height, tank_depth), params.spacing};
    const int i = c.y * width + c.x;
    const float3 way = eye.ray(c.x, c.y), to = glint::normalize(way);
    const float water = surface[i] * glint::length(way);
    const bool is_dry = surface[i] >= kFar || meet(tank, eye.at, to).distance < water;
    const float3 bright = make_float3(0.75f, 0.8f, 0.85f);
    float3 light =
        is_dry ? glint::lerp(behind(tank, eye.at, to), bright, edge(tank, eye.at, to, false))
               : water_color(tank, eye, c.x, c.y, surface, kThinnest * through[i],
                             kThinnest * foam[i], params.spacing, look.clear);
    light = glint::lerp(light, bright, edge(tank, eye.at, to, true));
    seen[i] = shown(light, c);
}

/// Drags along those particles that are near the line of sight through the mouse pointer.
//@ drag over Water
__global__ void push(int count, int tank_width, int tank_height, int tank_depth, int picture_width,
                     int picture_height, float dt, float3 mouse, float3 mouse_before, Params params,
                     Look look, const float3* position, const float4* place, float4* flow) {
    const int i = glint::index();
    if (i >= count || !(place[i].w > 0)) return;
    if (mouse.z == 0) {  // the mouse position is a pixel of the picture
        const Eye eye = eye_of(look, params, tank_width, tank_height, tank_depth, picture_width,
                               picture_height);
        const float ahead = glint::dot(position[i] - eye.at, eye.ahead);
        mouse = eye.at + ahead * eye.ray(mouse.x, mouse.y);
        mouse_before = eye.at + ahead * eye.ray(mouse_before.x, mouse_before.y);
    }
    const float near = 1 - glint::length(position[i] - mouse) / params.paddle;
    if (near <= 0) return;
    const float most = 0.1f * params.sound;
    const float3 wanted = 1 / (4 * dt) * (mouse - mouse_before);
    const float3 velocity = wanted * (most / fmaxf(glint::length(wanted), most));
    const float part = fminf(2 * near, 1.0f);
    flow[i] += part * make_float4(velocity.x - flow[i].x, velocity.y - flow[i].y,
                                  velocity.z - flow[i].z, 0);
}

//@ show 0..4 m/s "Speed" as viridis
__device__ float speed(float4 flow) { return glint::length(glint::xyz(flow)); }
//@ show kPa "Pressure" as turbo
__device__ float pressure(float4 flow, Params params) {
    return 0.001f * params.density * params.sound * params.sound * flow.w;
}
//@ sum "Water particles"
__device__ int water_there(float4 place) { return place.w > 0; }
//@ max "Gone": number of particles that left the tank
__device__ int gone_there(int gone) { return gone; }
//@ max "Non-finite": number of particles that became NaN or infinite
__device__ int wrong_there(int wrong) { return wrong; }
//@ max m/s "Maximum speed"
__device__ float greatest_speed(float4 flow) { return glint::length(glint::xyz(flow)); }
//@ max "Maximum compression": below 0.02 if the speed of sound is high enough
__device__ float compression(float4 flow) { return flow.w; }
