// SPDX-License-Identifier: MIT
// Buoyant smoke in 3D, around obstacles: the Euler equations in a box, on a staggered grid. Heat
// rises and smoke sinks. MacCormack's method advects heat, smoke and velocity. plume3d.cpp solves
// for the pressure between these kernels, by multigrid. docs/simulations/plume.md has the method.
#include "picture3d.cuh"
#include "staggered.cuh"

#include <glint/eye.cuh>
#include <glint/sim.cuh>
//@ simulation "Plume 3D": hot smoke rises around a ball; drag to add smoke or to build walls
//@ dt 0.01 s

struct Params {
    float lift = 4.0f;     //@ 0..20 m/s2 "Lift": upward acceleration of air with a heat of 1
    float weight = 0.3f;   //@ 0..5 m/s2 "Weight": downward acceleration at a smoke density of 1
    float cooling = 0.3f;  //@ 0..3 1/s "Cooling"
    float fade = 0.1f;     //@ 0..3 1/s "Fade": decay rate of smoke
    float swirl = 0.0f;    //@ 0..1 "Swirl": how strongly vortices that the grid damps are restored
    float source = 0.07f;  //@ 0..0.2 m "Source": radius of the source at the bottom (0: none)
    float inflow = 0.0f;   //@ 0..3 m/s "Inflow": minimum upward speed at the source
    float flicker = 0.3f;  //@ 0..1 "Flicker": variation of the heat of the source
    float brush = 0.05f;   //@ 0.005..0.3 log m "Brush": radius of the brush
    bool walls = false;    //@ "Draw walls": draw walls instead of smoke
    bool open = true;      //@ "Open top": let air flow in and out at the top
    float ball = 0.11f;    //@ 0..0.3 m "Ball": obstacle radius; takes effect at the next reset
    int cycles = 3;        //@ 1..20 "Cycles": number of multigrid cycles per step
    int width = 64;        //@ 8..1024 log cells "Width": takes effect at the next reset
    int height = 64;       //@ 8..1024 log cells "Height": cells per m; applies at the next reset
    int depth = 64;        //@ 8..1024 log cells "Depth": takes effect at the next reset
};
struct Look {
    float turn = 25.0f;        //@ -180..180 deg "Turn": camera angle around the box
    float tilt = 8.0f;         //@ -5..80 deg "Tilt": camera angle above the horizon
    float away = 2.3f;         //@ 0.5..8 log m "Camera distance": from the center
    float density = 45.0f;     //@ 1..300 log 1/m "Opacity": absorption at a smoke density of 1
    float sun = 3.2f;          //@ 0..10 "Sun": brightness of the sunlight
    float glow = 1.0f;         //@ 0..5 "Glow": brightness of hot smoke
    int lamp = 48;             //@ 8..256 log cells "Shadow grid": side; applies at the next reset
    int picture_width = 360;   //@ 16..4096 log px "Image width": takes effect at the next reset
    int picture_height = 360;  //@ 16..4096 log px "Image height": takes effect at the next reset
};
struct Picture {   //@ picture_width x picture_height
    uchar4* seen;  //@ "Smoke"
};
struct Light {     //@ lamp x lamp x lamp
    float* light;  //@ 0..1 "Light" as none: fraction of sunlight that arrives
};
struct Air {          //@ width x height x depth
    float* smoke;     //@ 0..1 "Smoke density" as volume
    float* heat;      //@ 0..1 "Heat" as volume
    float* across;    //@ m/s "Velocity x" as none: on the lower face of each cell along x
    float* up;        //@ m/s "Velocity y" as none: on the upper face of each cell along y
    float* deep;      //@ m/s "Velocity z" as none: on the lower face of each cell along z
    float* pressure;  //@ m/s "Pressure" as none: multiplied by time step / density / cell size
    float* solid;     //@ 0..1 "Solid" as none: a cell above 0.5 is a wall
};

namespace {

using namespace plume;

__device__ bool is_air(const float* solid, int i) { return solid[i] <= 0.5f; }

/// Returns true if air can flow through the face `spot` of a cell: the left, near or upper face.
__device__ bool is_open(const float* solid, int3 c, Spot spot, Grid grid, const Params& params) {
    const int i = grid.index(c);
    if (!is_air(solid, i)) return false;
    if (spot == Spot::left) return c.x > 0 && is_air(solid, i - 1);
    if (spot == Spot::near) return c.z > 0 && is_air(solid, i - grid.layer());
    return c.y < grid.height - 1 ? is_air(solid, i + grid.width) : params.open;
}

/// Distance of a position (in cells) from the center of the source, in box heights.
__device__ float from_source(float3 place, Grid grid) {
    return glint::length(place -
                         make_float3(0.5f * grid.width, 0.06f * grid.height, 0.5f * grid.depth)) /
           grid.height;
}

}  // namespace

/// Places a ball slightly to the side of the rising plume. The air is still at first.
//@ init
__global__ void build(int width, int height, int depth, Params params, float* solid) {
    const int3 c = glint::cell();
    const Grid grid{width, height, depth};
    if (!grid.has(c)) return;
    const float3 middle = make_float3(0.54f * width, 0.45f * height, 0.48f * depth);
    const float outside = glint::length(place_of<Spot::middle>(c) - middle) - params.ball * height;
    solid[grid.index(c)] = params.ball > 0 ? glint::clamp(0.5f - outside, 0.0f, 1.0f) : 0;
}

/// Stores displacements of cell centers, traced backward and forward: three numbers each.
__global__ void trace(int width, int height, int depth, float dt, const float* across,
                      const float* up, const float* deep, float* ways) {
    const int3 c = glint::cell();
    const Grid grid{width, height, depth};
    if (!grid.has(c)) return;
    const Flow flow{across, up, deep};
    const float3 place = place_of<Spot::middle>(c);
    const float3 start = middle_velocity(flow, c, grid);
    const float3 back = -dt * velocity(flow, place - 0.5f * dt * start, grid);
    const float3 ahead = dt * velocity(flow, place + 0.5f * dt * start, grid);
    const int i = grid.index(c), n = grid.count();
    ways[i] = back.x, ways[n + i] = back.y, ways[2 * n + i] = back.z;
    ways[3 * n + i] = ahead.x, ways[4 * n + i] = ahead.y, ways[5 * n + i] = ahead.z;
}

/// Advects smoke, heat and velocity, without the MacCormack correction.
__global__ void carry(int width, int height, int depth, const float* smoke, const float* heat,
                      const float* across, const float* up, const float* deep, const float* ways,
                      float* ahead) {
    const int3 c = glint::cell();
    const Grid grid{width, height, depth};
    if (!grid.has(c)) return;
    const int i = grid.index(c), n = grid.count();
    const float3 from = carried<Spot::middle>(ways, c, grid);
    const bool is_inside = from.y <= height;
    ahead[i] = is_inside ? corners<Spot::middle>(smoke, from, grid).value() : 0;
    ahead[n + i] = is_inside ? corners<Spot::middle>(heat, from, grid).value() : 0;
    ahead[2 * n + i] = moved<Spot::left>(across, ways, c, grid);
    ahead[3 * n + i] = moved<Spot::top>(up, ways, c, grid);
    ahead[4 * n + i] = moved<Spot::near>(deep, ways, c, grid);
}

namespace {

/// Smoke and heat of a cell, advected with the MacCormack correction. Adds hot smoke at the source,
/// whose heat flickers to break the symmetry. Removes smoke from walls.
__device__ float2 corrected_air(int3 c, Grid grid, float dt, unsigned step, unsigned seed,
                                const Params& params, const float* solid, const float* smoke,
                                const float* heat, const float* ways, const float* ahead) {
    const int i = grid.index(c), n = grid.count();
    const bool is_wall = !is_air(solid, i);
    float dense = expf(-params.fade * dt) * corrected<Spot::middle>(smoke, ahead, ways, c, grid);
    float hot =
        expf(-params.cooling * dt) * corrected<Spot::middle>(heat, ahead + n, ways, c, grid);
    if (from_source(place_of<Spot::middle>(c), grid) < params.source) {
        const unsigned where =
            (c.z * 4 / grid.depth * 64u + c.y * 4 / grid.height) * 64u + c.x * 32 / grid.width;
        dense = 1, hot = 1 - params.flicker * glint::uniform3(where, step / 8, seed).x;
    }
    return is_wall ? make_float2(0, 0) : make_float2(dense, hot);
}

}  // namespace

/// Advects smoke, heat and velocity, with the MacCormack correction.
__global__ void correct(int width, int height, int depth, float dt, unsigned step, unsigned seed,
                        Params params, const float* solid, const float* smoke, const float* heat,
                        const float* across, const float* up, const float* deep, const float* ways,
                        const float* ahead, float* smoke_next, float* heat_next, float* across_next,
                        float* up_next, float* deep_next) {
    const int3 c = glint::cell();
    const Grid grid{width, height, depth};
    if (!grid.has(c)) return;
    const int i = grid.index(c), n = grid.count();
    const float2 air =
        corrected_air(c, grid, dt, step, seed, params, solid, smoke, heat, ways, ahead);
    smoke_next[i] = air.x, heat_next[i] = air.y;
    across_next[i] = corrected<Spot::left>(across, ahead + 2 * n, ways, c, grid);
    up_next[i] = corrected<Spot::top>(up, ahead + 3 * n, ways, c, grid);
    deep_next[i] = corrected<Spot::near>(deep, ahead + 4 * n, ways, c, grid);
}

// CPU version of correct() in four kernels: each reads few arrays, whose data stays in the cache.
__global__ void correct_air(int width, int height, int depth, float dt, unsigned step,
                            unsigned seed, Params params, const float* solid, const float* smoke,
                            const float* heat, const float* ways, const float* ahead,
                            float* smoke_next, float* heat_next) {
    const int3 c = glint::cell();
    const Grid grid{width, height, depth};
    if (!grid.has(c)) return;
    const float2 air =
        corrected_air(c, grid, dt, step, seed, params, solid, smoke, heat, ways, ahead);
    smoke_next[grid.index(c)] = air.x, heat_next[grid.index(c)] = air.y;
}
__global__ void correct_across(int width, int height, int depth, const float* across,
                               const float* ways, const float* ahead, float* across_next) {
    const int3 c = glint::cell();
    const Grid grid{width, height, depth};
    if (!grid.has(c)) return;
    across_next[grid.index(c)] =
        corrected<Spot::left>(across, ahead + 2 * grid.count(), ways, c, grid);
}
__global__ void correct_up(int width, int height, int depth, const float* up, const float* ways,
                           const float* ahead, float* up_next) {
    const int3 c = glint::cell();
    const Grid grid{width, height, depth};
    if (!grid.has(c)) return;
    up_next[grid.index(c)] = corrected<Spot::top>(up, ahead + 3 * grid.count(), ways, c, grid);
}
__global__ void correct_deep(int width, int height, int depth, const float* deep, const float* ways,
                             const float* ahead, float* deep_next) {
    const int3 c = glint::cell();
    const Grid grid{width, height, depth};
    if (!grid.has(c)) return;
    deep_next[grid.index(c)] = corrected<Spot::near>(deep, ahead + 4 * grid.count(), ways, c, grid);
}

/// Applies buoyancy: heat rises and smoke sinks. The source has a minimum speed.
__global__ void lift(int width, int height, int depth, float dt, Params params, const float* smoke,
                     const float* heat, float* up) {
    const int3 c = glint::cell();
    const Grid grid{width, height, depth};
    if (!grid.has(c)) return;
    const int i = grid.index(c), above = c.y < height - 1 ? i + width : i;
    const float push =
        params.lift * (heat[i] + heat[above]) - params.weight * (smoke[i] + smoke[above]);
    const float speed = up[i] + 0.5f * dt * push;
    const bool is_source = from_source(place_of<Spot::top>(c), grid) < params.source;
    up[i] = is_source && params.inflow > 0 ? fmaxf(speed, params.inflow) : speed;
}

/// Stores the vorticity at each cell center, in 1/s, and its magnitude: four numbers per cell.
__global__ void find_vortices(int width, int height, int depth, const float* across,
                              const float* up, const float* deep, float* ways) {
    const int3 c = glint::cell();
    const Grid grid{width, height, depth};
    if (!grid.has(c)) return;
    const float3 w = vorticity({across, up, deep}, c, grid);
    const int i = grid.index(c), n = grid.count();
    ways[i] = w.x, ways[n + i] = w.y, ways[2 * n + i] = w.z, ways[3 * n + i] = glint::length(w);
}

/// Vorticity confinement by Fedkiw, Stam and Jensen, "Visual Simulation of Smoke", 2001. Stores the
/// force's x and y components as fifth and sixth number of a cell, z as the first.
__global__ void find_swirl(int width, int height, int depth, Params params, const float* solid,
                           float* ways) {
    const int3 c = glint::cell();
    const Grid grid{width, height, depth};
    if (!grid.has(c)) return;
    const int i = grid.index(c), n = grid.count();
    const float* size = ways + 3 * n;
    const float3 slope = make_float3(difference(size, c, 0, grid), difference(size, c, 1, grid),
                                     difference(size, c, 2, grid));
    const float3 w = make_float3(ways[i], ways[n + i], ways[2 * n + i]);
    const float strength = is_air(solid, i) ? params.swirl / height : 0;
    const float3 force = strength * glint::cross(glint::normalize(slope, make_float3(0, 0, 0)), w);
    ways[4 * n + i] = force.x, ways[5 * n + i] = force.y, ways[i] = force.z;
}

__global__ void swirl(int width, int height, int depth, float dt, const float* ways, float* across,
                      float* up, float* deep) {
    const int3 c = glint::cell();
    const Grid grid{width, height, depth};
    if (!grid.has(c)) return;
    const int i = grid.index(c), n = grid.count();
    across[i] += dt * between<Spot::left>(ways + 4 * n, c, grid);
    up[i] += dt * between<Spot::top>(ways + 5 * n, c, grid);
    deep[i] += dt * between<Spot::near>(ways, c, grid);
}

/// Marks open faces. Along its own axis, each array has one more element than the grid has cells.
__global__ void open_faces(int width, int height, int depth, Params params, const float* solid,
                           float* open_across, float* open_up, float* open_deep) {
    const int3 c = glint::cell();
    const Grid grid{width, height, depth};
    if (!grid.has(c)) return;
    const int row = c.z * height + c.y, i = row * width + c.x;
    open_across[row * (width + 1) + c.x] = is_open(solid, c, Spot::left, grid, params);
    if (c.x == width - 1) open_across[row * (width + 1) + width] = 0;
    const int top = (c.z * (height + 1) + c.y + 1) * width + c.x;
    open_up[top] = is_open(solid, c, Spot::top, grid, params);
    if (c.y == 0) open_up[top - width] = 0;
    open_deep[i] = is_open(solid, c, Spot::near, grid, params);
    if (c.z == depth - 1) open_deep[i + grid.layer()] = 0;
}

/// Net flow out of a cell through its open faces, in units of speed.
__global__ void find_divergence(int width, int height, int depth, Params params, const float* solid,
                                const float* across, const float* up, const float* deep,
                                float* divergence) {
    const int3 c = glint::cell();
    const Grid grid{width, height, depth};
    if (!grid.has(c)) return;
    const int i = grid.index(c), layer = grid.layer();
    // Loads all values first, so that loads overlap. Loads the cell itself for a missing neighbor.
    const bool is_right = c.x < width - 1, is_far = c.z < depth - 1, is_above = c.y < height - 1;
    const bool is_left = c.x > 0, is_near = c.z > 0, is_below = c.y > 0;
    const int right = is_right ? i + 1 : i, far = is_far ? i + layer : i;
    const int below = is_below ? i - width : i, above = is_above ? i + width : i;
    const int left = is_left ? i - 1 : i, near = is_near ? i - layer : i;
    const float walls[7] = {solid[i],     solid[left], solid[right], solid[below],
                            solid[above], solid[near], solid[far]};
    const float flows[6] = {across[i], across[right], up[i], up[below], deep[i], deep[far]};
    bool is_free[7];
#pragma unroll
    for (int n = 0; n < 7; ++n) is_free[n] = walls[n] <= 0.5f;
    float sum = 0;
    const auto add = [&](bool is_open, float flow) { sum += is_open ? flow : 0.0f; };
    if (is_free[0]) {
        add(is_above ? is_free[4] : params.open, flows[2]);
        add(is_left && is_free[1], -flows[0]);
        add(is_near && is_free[5], -flows[4]);
        add(is_right && is_free[2], flows[1]);
        add(is_far && is_free[6], flows[5]);
        add(is_below && is_free[3], -flows[3]);
    }
    divergence[i] = sum;
}

/// Subtracts the pressure gradient, and stops the flow through closed faces. At an open top, the
/// pressure is 0, half a cell above the center of the last row.
__global__ void push(int width, int height, int depth, Params params, const float* pressure,
                     const float* solid, float* across, float* up, float* deep) {
    const int3 c = glint::cell();
    const Grid grid{width, height, depth};
    if (!grid.has(c)) return;
    const int i = grid.index(c);
    // Loads all values first, so that loads overlap. Loads the cell itself for a missing neighbor.
    const bool is_left = c.x > 0, is_near = c.z > 0, is_above = c.y < height - 1;
    const int left = is_left ? i - 1 : i, near = is_near ? i - grid.layer() : i;
    const int above = is_above ? i + width : i;
    const float here = pressure[i],
                pressures[3] = {pressure[left], pressure[above], pressure[near]};
    const bool is_free = is_air(solid, i), is_free_left = is_air(solid, left);
    const bool is_free_above = is_air(solid, above), is_free_near = is_air(solid, near);
    const float flows[3] = {across[i], up[i], deep[i]};
    const bool is_open_above = is_free && (is_above ? is_free_above : params.open);
    const float slope = is_above ? pressures[1] - here : -2 * here;
    across[i] = is_free && is_left && is_free_left ? flows[0] - (here - pressures[0]) : 0;
    up[i] = is_open_above ? flows[1] - slope : 0;
    deep[i] = is_free && is_near && is_free_near ? flows[2] - (here - pressures[2]) : 0;
}

namespace {

__device__ glint::Eye eye_of(const Look& look, float3 size) {
    return {0.5f * size, look.away,          look.turn,          look.tilt,
            32.0f,       look.picture_width, look.picture_height};
}

/// Color of the floor, with the shadow of smoke and walls. The floor fades into the horizon.
__device__ float3 floor_color(float3 place, float3 direction, float shade, const Look& look) {
    const bool is_light =
        (static_cast<int>(floorf(4 * place.x)) ^ static_cast<int>(floorf(4 * place.z))) & 1;
    const float3 stone = (is_light ? 0.062f : 0.05f) * make_float3(1, 0.97f, 0.92f);
    const float3 lit = stone * (0.3f + look.sun * to_sun().y * shade);
    const float far = glint::clamp(-direction.y * 4, 0.0f, 1.0f);
    return glint::lerp(sky(direction), lit, far);
}

__device__ float3 wall_color(const float* solid, float3 place, float3 size, const float* light,
                             Grid grid, const Look& look) {
    const float h = 1.0f / grid.height;
    const auto slope = [&](float3 step) {
        return value_at(solid, place - step, grid) - value_at(solid, place + step, grid);
    };
    const float3 normal =
        glint::normalize(make_float3(slope(make_float3(h, 0, 0)), slope(make_float3(0, h, 0)),
                                     slope(make_float3(0, 0, h))),
                         make_float3(0, 1, 0));
    const float shade = light_at(light, place + 2.5f / look.lamp * normal, size, look.lamp);
    const float facing = fmaxf(glint::dot(normal, to_sun()), 0.0f);
    return make_float3(0.30f, 0.33f, 0.38f) * (0.35f + 0.2f * normal.y + look.sun * shade * facing);
}

}  // namespace

/// Computes the sunlight that reaches each cell of a coarse grid through smoke and past walls.
//@ draw
__global__ void shade(int air_width, int air_height, int air_depth, Look look, const float* smoke,
                      const float* solid, float* light) {
    const int3 c = glint::cell();
    const int n = look.lamp;
    if (c.x >= n || c.y >= n || c.z >= n) return;
    const Grid grid{air_width, air_height, air_depth};
    const float3 size = make_float3(air_width, air_height, air_depth) / air_height;
    const float3 start = size * place_of<Spot::middle>(c) / n;
    const float end = inside(start, to_sun(), size).y, step = 1.0f / n;
    float thickness = 0, through = 1;
    for (float t = 0.5f * step; t < end && through > 0.003f; t += step) {
        const float3 place = start + t * to_sun();
        thickness += step * value_at(smoke, place, grid);
        through *= 1 - glint::clamp(2.5f * value_at(solid, place, grid) - 0.75f, 0.0f, 1.0f);
    }
    light[(c.z * n + c.y) * n + c.x] = through * expf(-look.density * thickness);
}

/// Marches rays through the smoke. Sums the light that it scatters from sun and sky, and its glow.
//@ draw
__global__ void march(int air_width, int air_height, int air_depth, Look look, const float* smoke,
                      const float* heat, const float* solid, const float* light, uchar4* seen) {
    const int2 pixel = glint::cell();
    if (pixel.x >= look.picture_width || pixel.y >= look.picture_height) return;
    const Grid grid{air_width, air_height, air_depth};
    const float3 size = make_float3(air_width, air_height, air_depth) / air_height;
    const glint::Eye eye = eye_of(look, size);
    const float3 direction = glint::normalize(eye.ray(pixel.x, pixel.y));
    const float2 span = inside(eye.at, direction, size);
    const float step = 1.0f / air_height, noise = jitter(pixel.x, pixel.y);
    float3 colour = make_float3(0, 0, 0);
    float through = 1;
    bool is_wall = false;
    for (float t = span.x + noise * step; t < span.y && through > 0.01f; t += step) {
        const float3 place = eye.at + t * direction;
        if (value_at(solid, place, grid) > 0.5f) {
            colour += through * wall_color(solid, place, size, light, grid, look);
            is_wall = true;
            break;
        }
        const float dense = value_at(smoke, place, grid);
        if (dense < 0.001f) continue;
        const float kept = expf(-look.density * step * dense);
        const float hot = value_at(heat, place, grid);
        const float3 scattered = make_float3(0.07f, 0.095f, 0.14f) +
                                 0.5f * look.sun * light_at(light, place, size, look.lamp) *
                                     make_float3(1, 0.94f, 0.84f);
        const float3 glowing = look.glow * hot * hot * make_float3(1.3f, 0.34f, 0.05f);
        colour += through * (1 - kept) * (0.8f * scattered + glowing);
        through *= kept;
    }
    if (!is_wall) {
        const float down = -eye.at.y / direction.y;
        const float3 place = eye.at + down * direction;
        const float2 way = inside(place, to_sun(), size);  // where the sunlight crosses the box
        const float shade =
            down > 0 && way.x < way.y
                ? light_at(light, place + (way.x + 0.5f / look.lamp) * to_sun(), size, look.lamp)
                : 1.0f;
        colour +=
            through * (down > 0 ? floor_color(place, direction, shade, look) : sky(direction));
    }
    seen[pixel.y * look.picture_width + pixel.x] = make_uchar4(
        byte_of(colour.x, noise), byte_of(colour.y, noise), byte_of(colour.z, noise), 255);
}

/// Paints smoke or walls. A 2D mouse selects a point on the plane through the center of the view.
//@ drag
__global__ void paint(int width, int height, int depth, float3 mouse, Params params, Look look,
                      float* smoke, float* heat, float* solid) {
    const int3 c = glint::cell();
    const Grid grid{width, height, depth};
    if (!grid.has(c)) return;
    float3 middle = mouse;
    if (mouse.z == 0) {  // the mouse position is a pixel of the picture
        const float3 size = make_float3(width, height, depth) / height;
        const glint::Eye eye = eye_of(look, size);
        middle = height * (eye.at + look.away * eye.ray(mouse.x - 0.5f, mouse.y - 0.5f));
    }
    const float r = glint::length(place_of<Spot::middle>(c) - middle) / height;
    if (r >= params.brush) return;
    const int i = grid.index(c);
    if (params.walls)
        solid[i] = 1;
    else if (is_air(solid, i))
        smoke[i] = heat[i] = 1;
}

//@ show m/s "Speed" as viridis
__device__ float speed(float across, float up, float deep) {
    return sqrtf(across * across + up * up + deep * deep);
}
//@ mean 1 "Mean smoke density"
__device__ float smoke_there(float smoke) { return smoke; }
//@ max m/s "Maximum speed"
__device__ float greatest_speed(float across, float up, float deep) {
    return sqrtf(across * across + up * up + deep * deep);
}
