// SPDX-License-Identifier: MIT
// Cloth: a sheet of triangles with stretch, shear and bend constraints. It falls on a ball and a
// floor, collides with itself, hangs from pins and blows in the wind. cloth.cpp runs the substeps.
// docs/simulations/cloth.md has the equations and the method.
#include "constraints.cuh"
#include "contacts.cuh"
#include "picture.cuh"
#include "rows.cuh"
#include "scenes.cuh"

#include <glint/sim.cuh>
//@ simulation "Cloth": a sheet that falls on a ball, hangs or blows in the wind; drag to pull it
//@ dt 0.016666667 s

struct Params {
    int scene = 0;      //@ 0..4 "Scene": 0 ball, 1 two corners, 2 flag, 3 four corners, 4 curtain
    int columns = 96;   //@ 1..16384 log "Vertex columns": takes effect at the next reset
    int rows = 96;      //@ 1..16384 log "Vertex rows": takes effect at the next reset
    float size = 2.0f;  //@ 0.05..20 log m "Size": longer side; takes effect at the next reset
    int substeps = 20;  //@ 1..1000 log "Substeps": number of substeps per step
    float density = 0.2f;     //@ 0.01..5 log kg/m2 "Density"
    float stretch = 2000.0f;  //@ 0..1000000 N/m "Stretch": stretching stiffness per width of cloth
    float shear = 300.0f;     //@ 0..1000000 N/m "Shear": stretching stiffness of the diagonals
    float bend = 0.00002f;    //@ 0..1 N m "Bend": bending stiffness
    float damping = 0.1f;     //@ 0..100 1/s "Damping": decay rate of velocities
    float tether = 1.02f;     //@ 0..3 "Tether": maximum distance to a pin, in rest lengths (0: off)
    float3 gravity = {0.0f, -9.81f, 0.0f};  //@ -30..30 m/s2 "Gravity"
    float3 wind = {0.0f, 0.0f, 0.0f};       //@ -40..40 m/s "Wind"
    float gusts = 0.5f;                     //@ 0..1 "Gusts": strength of wind variations
    float air = 1.2f;                       //@ 0..10 kg/m3 "Air density": 0 disables the air
    float3 ball_at = {0.0f, 0.6f, 0.0f};    //@ -10..10 m "Ball center"
    float ball = 0.4f;                      //@ 0..10 m "Ball radius": 0 removes the ball
    float spin = 0.0f;           //@ -720..720 deg/s "Ball spin": rotation about the vertical axis
    bool floor = true;           //@ "Floor": enable the floor at height 0
    float friction = 0.4f;       //@ 0..2 "Friction": friction coefficient of the ball and the floor
    bool touches = true;         //@ "Self-contact": let the folds of the cloth collide
    float self_friction = 0.3f;  //@ 0..2 "Self-friction": friction coefficient of the folds
    float thickness = 0.9f;  //@ 0.1..1 "Thickness": minimum layer distance, in vertex spacings
    float reach = 1.6f;      //@ 1..3 "Reach": search distance for contacts, in thicknesses
    int refresh = 5;         //@ 1..1000 "Refresh": number of substeps between contact searches
    int mouse = 0;           //@ 0..2 "Mouse": 0 pulls, 1 pulls and pins, 2 removes pins
    float hand = 0.04f;      //@ 0.001..1 log m "Hand": radius of the area that the mouse grabs
    bool tiled = false;      //@ "Tiled": solve in shared memory (same result)
};
struct Look {
    float turn = 32.0f;        //@ -180..180 deg "Turn": camera angle around the cloth
    float tilt = 20.0f;        //@ -10..89 deg "Tilt": camera angle above the floor
    float away = 1.6f;         //@ 0.3..6 log "Camera distance": in sizes of the cloth
    float above = 0.5f;        //@ -5..5 m "Target height": height of the camera's target
    float view = 36.0f;        //@ 10..100 deg "Field of view": vertical angle of the camera
    int pattern = 16;          //@ 0..200 "Pattern": number of checks on the longer side (0: none)
    int picture_width = 640;   //@ 16..4096 log px "Image width": takes effect at the next reset
    int picture_height = 360;  //@ 16..4096 log px "Image height": takes effect at the next reset
    int shade = 1024;          //@ 16..8192 log "Shadow map": side in pixels; applies at a reset
};
struct Picture {   //@ picture_width x picture_height
    uchar4* seen;  //@ "Cloth"
};
struct Samples {                  //@ 2*picture_width x 2*picture_height
    unsigned long long* nearest;  // depth (high bits), triangle index (low bits)
};
struct Sunlight {   //@ shade x shade
    unsigned* lit;  // distance from the sun to the nearest surface
};
struct Sheet {                //@ columns x rows
    float4* position;         //@ m "Position" as none: w: 1, 0 for pins, below 0 if removed
    float3* velocity;         //@ m/s "Velocity" as none
    unsigned char* touching;  //@ "Touching" as none: number of nearby vertices in other folds
};
struct Hand {           //@ 1
    int* held;          //@ "Held vertex" as none: index of the vertex that the mouse holds, or -1
    unsigned* held_at;  // 1 + the step number of the last drag
    float* held_ahead;  // distance of the held vertex along the view direction
    float3* held_pull;  // velocity toward the mouse
    unsigned long long* held_key;
};

namespace {

using namespace cloth;

__device__ Eye eye_of(const Look& look, const Params& params, int width, int height) {
    const float3 middle = make_float3(0, look.above, 0);
    Eye eye(middle, look.away * params.size, look.turn, look.tilt, look.view, width, height);
    eye.at.y = fmaxf(eye.at.y, 0.01f * params.size);  // keeps the camera above the floor
    return eye;
}

/// The vertices that the mouse drags: those near the held vertex in the undeformed sheet.
struct Grip {
    int vertex;
    float3 velocity;
    float square;  ///< squared radius, with lengths in vertex spacings

    __device__ bool has(int x, int y, int columns) const {
        const int dx = x - vertex % columns, dy = y - vertex / columns;
        return vertex >= 0 && dx * dx + dy * dy <= square;
    }
};

__device__ Grip grip_of(unsigned step, const int* held, const unsigned* held_at,
                        const float3* held_pull, float spacing, float hand) {
    return {held_at[0] == step + 1 ? held[0] : -1, held_pull[0], hand * hand / (spacing * spacing)};
}

/// Returns the position of a vertex after the substep, before constraints are applied.
__device__ float4 predicted(float4 at, float3 velocity, int x, int y, int columns, float dt,
                            const Grip& grip, const Params& params) {
    if (at.w < 0) return at;
    float3 way = make_float3(0, 0, 0);
    if (grip.has(x, y, columns))
        way = dt * grip.velocity, at.w = 0;
    else if (at.w > 0)
        way = dt * (velocity + dt * params.gravity);
    const float4 there = make_float4(at.x + way.x, at.y + way.y, at.z + way.z, at.w);
    const bool is_number = isfinite(there.x) && isfinite(there.y) && isfinite(there.z);
    return is_number ? there : make_float4(0, 0, 0, kWrong);
}

/// Returns the position of a vertex, moved toward its pin if the distance exceeds `most`.
__device__ float3 tethered(float3 at, float4 pin, float most) {
    const float3 way = at - glint::xyz(pin);
    const float length = glint::length(way);
    if (pin.w != 0 || length <= most) return at;
    return glint::xyz(pin) + most / length * way;
}

__device__ float air_noise(float3 at, float time) {
    return 0.5f * sinf(1.3f * at.x + 1.7f * at.z - 2.9f * time) +
           0.3f * sinf(3.1f * at.y - 2.3f * at.x + 4.7f * time) +
           0.2f * sinf(5.3f * at.z + 4.1f * at.y - 7.9f * time);
}

}  // namespace

//@ init
__global__ void lay(int width, int height, unsigned seed, Params params, float4* position) {
    const int2 c = glint::cell();
    if (c.x >= width || c.y >= height) return;
    position[c.y * width + c.x] = laid(c, width, height, seed, params);
}

//@ init over Hand
__global__ void open_hand(int* held) {
    if (glint::index() == 0) held[0] = -1;
}

/// Adds one step of wind drag. The step is implicit in the relative velocity, and therefore stable.
__global__ void blow(int sheet_width, int sheet_height, float dt, float time, Params params,
                     const float4* position, float3* velocity) {
    const int2 c = glint::cell();
    if (c.x >= sheet_width || c.y >= sheet_height) return;
    const int i = c.y * sheet_width + c.x;
    if (!(position[i].w > 0)) return;
    const float3 normal = normal_at(position, c.x, c.y, sheet_width, sheet_height);
    const float3 at = glint::xyz(position[i]);
    const float3 wind = (1 + params.gusts * air_noise(at, time)) * params.wind;
    const float against = glint::dot(wind - velocity[i], normal);
    const float strength = params.air / params.density * fabsf(against) * dt;
    const float3 gained = against * (strength / (1 + strength)) * normal;
    if (isfinite(gained.x) && isfinite(gained.y) && isfinite(gained.z)) velocity[i] += gained;
}

// ------------------------------------------------------------------------------- self-contacts

__global__ void find_cells(int sheet_width, int sheet_height, Params params, int cells,
                           const float4* position, unsigned* numbers) {
    const int i = glint::index();
    if (i >= sheet_width * sheet_height) return;
    const float spacing = spacing_of(params, sheet_width, sheet_height);
    const HashedCells layout{params.reach * params.thickness * spacing, cells};
    const float4 own = position[i];
    numbers[i] = own.w < 0 ? static_cast<unsigned>(cells)
                           : layout.number_of(layout.cell_of(glint::xyz(own)));
}

/// Finds the first vertex of each cell. Requires one thread more than the number of vertices.
__global__ void find_begins(int sheet_width, int sheet_height, int cells, const unsigned* numbers,
                            int* begins) {
    const int i = glint::index(), count = sheet_width * sheet_height;
    if (i > count) return;
    const int before = i > 0 ? static_cast<int>(numbers[i - 1]) : -1;
    const int here = i < count ? static_cast<int>(numbers[i]) : cells;
    for (int cell = before + 1; cell <= here; ++cell) begins[cell] = i;
}

__global__ void reorder(int sheet_width, int sheet_height, const int* order, const float4* position,
                        float4* sorted) {
    const int i = glint::index();
    if (i >= sheet_width * sheet_height) return;
    const int from = order[i];
    const float4 at = position[from];
    sorted[i] = make_float4(at.x, at.y, at.z, __int_as_float(from));
}

/// For each vertex, finds the nearby vertices that belong to other folds of the cloth.
__global__ void find_near(int sheet_width, int sheet_height, Params params, int cells,
                          const int* begins, const float4* sorted, unsigned* near,
                          unsigned char* touching) {
    const int i = glint::index(), count = sheet_width * sheet_height;
    if (i >= count) return;
    if (i >= begins[cells]) {
        touching[__float_as_int(sorted[i].w)] = 0;
        return;
    }
    const float spacing = spacing_of(params, sheet_width, sheet_height);
    const float most = params.reach * params.thickness * spacing;
    const HashedCells layout{most, cells};
    const float4 own = sorted[i];
    const int id = __float_as_int(own.w), own_x = id % sheet_width, own_y = id / sheet_width;
    const int3 c = layout.cell_of(glint::xyz(own));
    int found = 0;
    for (int z = c.z - 1; z <= c.z + 1; ++z)
        for (int y = c.y - 1; y <= c.y + 1; ++y) {
            const unsigned number = layout.number_of(make_int3(c.x - 1, y, z));
            for_each_in_row(layout, begins, number, [&](int j) {
                const float4 other = sorted[j];
                const float3 way = glint::xyz(other) - glint::xyz(own);
                if (glint::dot(way, way) >= most * most) return;
                const int3 there = layout.cell_of(glint::xyz(other));
                const int other_id = __float_as_int(other.w);
                const int dx = other_id % sheet_width - own_x, dy = other_id / sheet_width - own_y;
                const bool is_adjacent = abs(dx) <= kAdjacent && abs(dy) <= kAdjacent;
                if (is_adjacent || there.y != y || there.z != z) return;
                if (found < kContacts) near[found * count + id] = static_cast<unsigned>(other_id);
                ++found;
            });
        }
    touching[id] = static_cast<unsigned char>(min(found, 255));
}

// ----------------------------------------------------------------------------------- a substep

__global__ void predict(int sheet_width, int sheet_height, float dt, unsigned step, Params params,
                        const float4* position, const float3* velocity, const int* held,
                        const unsigned* held_at, const float3* held_pull, float4* ahead) {
    const int2 c = glint::cell();
    if (c.x >= sheet_width || c.y >= sheet_height) return;
    const Grip grip = grip_of(step, held, held_at, held_pull,
                              spacing_of(params, sheet_width, sheet_height), params.hand);
    const int i = c.y * sheet_width + c.x;
    const float4 there =
        predicted(position[i], velocity[i], c.x, c.y, sheet_width, dt, grip, params);
#ifdef __GLINT_CPU__
    Columns(ahead, sheet_width * sheet_height).put(i, there);
#else
    ahead[i] = there;
#endif
}

__global__ void constrain(int sheet_width, int sheet_height, float dt, Params params, int colour,
                          float4* ahead) {
    const float spacing = spacing_of(params, sheet_width, sheet_height);
    project_one(colour, Whole{ahead, sheet_width, sheet_height}, glint::index(),
                compliance_of(params, spacing, dt));
}

/// CPU version of constrain(): projects a group of colors, one row per block.
__global__ void __launch_bounds__(1)
    constrain_rows(int sheet_width, int sheet_height, float dt, Params params, int first, int last,
                   float4* ahead) {
#ifdef __GLINT_CPU__
    const float spacing = spacing_of(params, sheet_width, sheet_height);
    project_rows(Columns(ahead, sheet_width * sheet_height), sheet_width, sheet_height, first, last,
                 static_cast<int>(blockIdx.x), compliance_of(params, spacing, dt));
#endif
}
/// Copies the vertices from the layout of constrain_rows() back to one float4 per vertex.
__global__ void line_up(int sheet_width, int sheet_height, float4* columns, float4* ahead) {
    const int i = glint::index(), count = sheet_width * sheet_height;
    if (i < count) ahead[i] = Columns(columns, count).at(i);
}

/// Combines predict() and constrain() for all colors, on a tile in shared memory.
__global__ void __launch_bounds__(kTileThreads)
    constrain_tile(int sheet_width, int sheet_height, float dt, unsigned step, Params params,
                   const float4* position, const float3* velocity, const int* held,
                   const unsigned* held_at, const float3* held_pull, float4* ahead) {
    __shared__ float4 at[Tile::width() * Tile::height()];
    const int left = static_cast<int>(blockIdx.x) * kTileWidth;
    const int top = static_cast<int>(blockIdx.y) * kTileHeight;
    const Tile tile{at, left - kLeft, top - kAbove, sheet_width, sheet_height};
    const float spacing = spacing_of(params, sheet_width, sheet_height);
    const Grip grip = grip_of(step, held, held_at, held_pull, spacing, params.hand);
    for (int k = threadIdx.x; k < Tile::width() * Tile::height(); k += kTileThreads) {
        const int x = tile.x + k % Tile::width(), y = tile.y + k / Tile::width();
        const int i = y * sheet_width + x;
        if (x >= 0 && y >= 0 && x < sheet_width && y < sheet_height)
            at[k] = predicted(position[i], velocity[i], x, y, sheet_width, dt, grip, params);
    }
    __syncthreads();
    project_all(tile, compliance_of(params, spacing, dt));
    for (int k = threadIdx.x; k < kTileWidth * kTileHeight; k += kTileThreads) {
        const int x = k % kTileWidth, y = k / kTileWidth;
        if (left + x < sheet_width && top + y < sheet_height)
            ahead[(top + y) * sheet_width + left + x] =
                at[(y + kAbove) * Tile::width() + x + kLeft];
    }
}

/// Resolves contacts, and updates positions and velocities at the end of the substep.
__global__ void settle(int sheet_width, int sheet_height, float dt, unsigned step, Params params,
                       const float4* ahead, const unsigned* near, const float4* position,
                       const unsigned char* touching, const int* held, const unsigned* held_at,
                       const float3* held_pull, float4* position_next, float3* velocity) {
    const int2 c = glint::cell();
    if (c.x >= sheet_width || c.y >= sheet_height) return;
    const int i = c.y * sheet_width + c.x, count = sheet_width * sheet_height;
    const float4 own = position[i], there = ahead[i];
    const float3 still = make_float3(0, 0, 0);
    if (there.w < 0) {
        position_next[i] = make_float4(0, 0, 0, there.w), velocity[i] = still;
        return;
    }
    const float spacing = spacing_of(params, sheet_width, sheet_height);
    const float thickness = params.thickness * spacing;
    Moving moving{glint::xyz(own), glint::xyz(there) - glint::xyz(own)};
    float3 shift = still, lost = still;
    if (there.w > 0) {
        // Adds to the velocity the part of gravity's displacement that rounding the position loses.
        const float3 whole = dt * (velocity[i] + dt * params.gravity);
        lost = whole - ((moving.from + whole) - moving.from);
        const int near_count = params.touches ? min(static_cast<int>(touching[i]), kContacts) : 0;
        const auto take = [&](const Push& push) {
            moving.way += push.both, shift += push.place_only;
        };
        if (near_count > 0)
            take(push_of_cloth(moving, i, count, near_count, near, position, ahead, thickness,
                               params));
        if (params.tether > 0) {
            float3 at = moving.from + moving.way;
            for (int k = 0; k < kPins; ++k) {
                const Pin pin = pin_of(k, c, sheet_width, sheet_height, params);
                if (pin.vertex >= 0)
                    at = tethered(at, ahead[pin.vertex], params.tether * pin.distance);
            }
            moving.way = at - moving.from;
        }
        take(push_of_bodies(moving, 0.5f * thickness, dt, params));
    }
    const float3 at = moving.from + moving.way + shift;
    const float3 speed = fmaxf(1 - params.damping * dt, 0.0f) / dt * (moving.way + lost);
    const bool is_number =
        isfinite(at.x) && isfinite(at.y) && isfinite(at.z) && isfinite(glint::dot(speed, speed));
    const bool is_near = glint::dot(at, at) < kFarthest * kFarthest * params.size * params.size;
    const Grip grip = grip_of(step, held, held_at, held_pull, spacing, params.hand);
    const bool is_held = params.mouse > 0 && grip.has(c.x, c.y, sheet_width);
    const float kept = !is_held ? own.w : params.mouse == 1 ? 0.0f : 1.0f;
    const float weight = !is_number ? kWrong : is_near ? kept : kGone;
    position_next[i] =
        weight < 0 ? make_float4(0, 0, 0, weight) : make_float4(at.x, at.y, at.z, weight);
    velocity[i] = weight > 0 ? speed : still;
}

// -------------------------------------------------------------------------------------- a hand

/// A new drag searches for a vertex under the mouse; a continuing drag keeps its vertex.
//@ drag over Hand
__global__ void reach_out(unsigned step, int* held, unsigned* held_at,
                          unsigned long long* held_key) {
    if (glint::index() != 0) return;
    if (held_at[0] == 0 || step > held_at[0]) held[0] = -1;
    held_at[0] = step + 1;
    held_key[0] = ~0ull;
}

//@ drag over Sheet
__global__ void seek(int width, int height, int picture_width, int picture_height, float2 mouse,
                     Params params, Look look, const float4* position, const int* held,
                     unsigned long long* held_key) {
    const int2 c = glint::cell();
    if (c.x >= width || c.y >= height || held[0] >= 0) return;
    const int i = c.y * width + c.x;
    if (position[i].w < 0) return;
    const Eye eye = eye_of(look, params, picture_width, picture_height);
    const float3 seen = eye.seen(glint::xyz(position[i]));
    const float dx = seen.x - mouse.x, dy = seen.y - mouse.y, most = 0.04f * picture_height;
    const float square = dx * dx + dy * dy;
    if (!(seen.z > 0) || square > most * most) return;
    // Prefers vertices near the camera. Distance from the mouse increases the key by up to 100 %.
    const float key = seen.z * (1 + square / (most * most));
    atomicMin(held_key, static_cast<unsigned long long>(__float_as_uint(key)) << 32 |
                            static_cast<unsigned>(i));
}

//@ drag over Hand
__global__ void pull_along(int picture_width, int picture_height, float dt, float2 mouse,
                           Params params, Look look, const float4* position,
                           const unsigned long long* held_key, int* held, float* held_ahead,
                           float3* held_pull) {
    if (glint::index() != 0) return;
    const Eye eye = eye_of(look, params, picture_width, picture_height);
    if (held[0] < 0 && held_key[0] != ~0ull) {
        held[0] = static_cast<int>(held_key[0] & 0xffffffffu);
        held_ahead[0] = eye.seen(glint::xyz(position[held[0]])).z;
    }
    held_pull[0] = make_float3(0, 0, 0);
    if (held[0] < 0 || position[held[0]].w < 0) return;
    float3 wanted = eye.at + held_ahead[0] * eye.ray(mouse.x, mouse.y);
    if (params.floor) wanted.y = fmaxf(wanted.y, 0.01f * params.size);
    const float3 velocity = (wanted - glint::xyz(position[held[0]])) / dt;
    const float fastest = 4 * params.size;  // m/s: four sheet sizes per second
    const float length = glint::length(velocity);
    if (isfinite(length)) held_pull[0] = length > fastest ? fastest / length * velocity : velocity;
}

// --------------------------------------------------------------------------------- the picture

/// Draws the background: floor, ball and sky.
//@ draw
__global__ void clear(int width, int height, Params params, Look look,
                      unsigned long long* nearest) {
    const int2 c = glint::cell();
    if (c.x >= width || c.y >= height) return;
    const Eye eye = eye_of(look, params, width, height);
    nearest[c.y * width + c.x] = behind(eye, eye.ray(c.x, c.y), bodies_of(params, 0));
}

//@ draw
__global__ void darken(int width, int height, unsigned* lit) {
    const int2 c = glint::cell();
    if (c.x < width && c.y < height) lit[c.y * width + c.x] = __float_as_uint(kFar);
}

//@ draw over Sheet
__global__ void rasterise(int width, int height, int samples_width, int samples_height,
                          int sunlight_width, Params params, Look look, const float4* position,
                          unsigned long long* nearest, unsigned* lit) {
    const int2 c = glint::cell();
    if (c.x >= width - 1 || c.y >= height - 1) return;
    const int i = c.y * width + c.x;
    const Eye eye = eye_of(look, params, samples_width, samples_height);
    const Sun sun(params.size, sunlight_width);
    for (unsigned half = 0; half < 2; ++half) {
        const Corners corners = corners_of(i, half, width);
        const float4 a = position[corners.a], b = position[corners.b], d = position[corners.c];
        if (a.w < 0 || b.w < 0 || d.w < 0) continue;
        put_triangle(eye.seen(glint::xyz(a)), eye.seen(glint::xyz(b)), eye.seen(glint::xyz(d)),
                     samples_width, samples_height, 2u * i + half, nearest);
        put_shadow(sun.seen(glint::xyz(a)), sun.seen(glint::xyz(b)), sun.seen(glint::xyz(d)),
                   sunlight_width, lit);
    }
}

//@ draw
__global__ void paint(int width, int height, int sheet_width, int sheet_height, int sunlight_width,
                      float time, Params params, Look look, const float4* position,
                      const unsigned long long* nearest, const unsigned* lit, uchar4* seen) {
    const int2 c = glint::cell();
    if (c.x >= width || c.y >= height) return;
    const Sight sight{eye_of(look, params, 2 * width, 2 * height),
                      bodies_of(params, time),
                      Sun(params.size, sunlight_width),
                      {position, sheet_width, sheet_height, look.pattern},
                      nearest,
                      lit};
    float3 light = make_float3(0, 0, 0);
    for (int k = 0; k < 4; ++k)
        light += 0.25f * light_at(sight, 2 * c.x + (k & 1), 2 * c.y + k / 2);
    seen[c.y * width + c.x] = shown(light, c);
}

//@ show 0..4 m/s "Speed" as viridis
__device__ float speed(float3 velocity) { return glint::length(velocity); }
//@ show 0..2.5 m "Height" as turbo
__device__ float height_of(float4 position) { return position.w < 0 ? 0.0f : position.y; }
//@ sum J "Kinetic energy"
__device__ double kinetic(float4 position, float3 velocity, Params params) {
    const float side = params.size / (max(max(params.columns, params.rows), 2) - 1);
    return position.w > 0 ? 0.5 * params.density * side * side * glint::dot(velocity, velocity)
                          : 0.0;
}
//@ sum "Touching": number of vertices near other folds
__device__ int touching_there(unsigned char touching) { return touching > 0; }
//@ sum "Crowded": number of vertices with more neighbors than are stored
__device__ int crowded(unsigned char touching) { return touching > cloth::kContacts; }
//@ sum "Gone": number of vertices that were removed because they moved too far away
__device__ int gone(float4 position) { return position.w == cloth::kGone; }
//@ sum "Non-finite": number of vertices that became NaN or infinite
__device__ int wrong(float4 position) { return position.w == cloth::kWrong; }
//@ max m/s "Maximum speed"
__device__ float greatest_speed(float3 velocity) { return glint::length(velocity); }
