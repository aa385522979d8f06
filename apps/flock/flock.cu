// SPDX-License-Identifier: MIT
// Flocks: boids keep apart from, align with and move toward the boids that they see. They flee from
// predators and fly around obstacles. flock.cpp sorts the boids by cell between these kernels.
// docs/simulations/flock.md has the equations and the guarantees.
#include <glint/sim.cuh>

#include "neighbours.cuh"
#include "sky.cuh"
//@ simulation "Flock": boids in space, with predators and obstacles; drag to scare the boids
//@ dt 0.016666667 s

struct Params {
    int count = 40000;       //@ 2..200000000 log "Boids": takes effect at the next reset
    int width = 64;          //@ 4..4096 log m "Width": takes effect at the next reset
    int height = 40;         //@ 4..4096 log m "Height": takes effect at the next reset
    int depth = 64;          //@ 1..4096 log m "Depth": 1 for 2D; takes effect at the next reset
    bool wraps = false;      //@ "Periodic": boids that leave the box enter on the opposite side
    int start = 0;           //@ 0..1 "Start": 0 swarms, 1 uniformly random; applies at a reset
    float sight = 1.6f;      //@ 0.05..100 log m "Sight": distance at which boids see each other
    float apart = 0.9f;      //@ 0.01..100 log m "Distance": preferred distance between boids
    int most = 16;           //@ 0..100000 "Neighbor limit": per row of 3 grid cells (0: no limit)
    float separate = 30.0f;  //@ 0..200 m/s2 "Separation": acceleration away from close boids
    float align = 2.0f;      //@ 0..20 1/s "Alignment": rate at which headings align
    float together = 3.0f;   //@ 0..50 1/s2 "Cohesion": strength of attraction to nearby boids
    float speed = 8.0f;      //@ 0..100 m/s "Speed": preferred speed
    float pace = 1.0f;       //@ 0..20 1/s "Pace": rate of return to the preferred speed
    float agility = 25.0f;   //@ 0..1000 m/s2 "Agility": maximum acceleration due to neighbors
    float noise = 1.0f;      //@ 0..50 m/s "Noise": random change of velocity in one second
    float home = 6.0f;       //@ 0..50 m/s2 "Homing": pull to the center while outside the roost
    float roost = 0.22f;     //@ 0..1 "Roost": radius without homing, as a fraction of the box size
    float margin = 4.0f;     //@ 0.1..100 log m "Margin": distance to obstacles at which boids turn
    float avoid = 60.0f;     //@ 0..500 m/s2 "Avoidance": acceleration away from walls and obstacles
    int balls = 2;           //@ 0..64 "Balls": number of obstacles; takes effect at the next reset
    float ball = 4.0f;       //@ 0.5..500 log m "Ball radius": takes effect at the next reset
    int predators = 3;       //@ 0..64 "Predators"
    float fear = 6.0f;       //@ 0.1..200 log m "Fear": distance at which boids see predators
    float flee = 90.0f;      //@ 0..1000 m/s2 "Flight": acceleration away from predators
    float hunting = 11.0f;   //@ 0..200 m/s "Predator speed"
    float pull = -60.0f;     //@ -500..500 m/s2 "Mouse": attraction (below 0: repulsion)
    float brush = 6.0f;      //@ 0.1..500 log m "Mouse radius"
};
struct View {
    float turn = 25.0f;        //@ -180..180 deg "Turn": camera angle around the box
    float tilt = -4.0f;        //@ -89..89 deg "Tilt": camera angle above the center
    float away = 1.05f;        //@ 0.05..6 log "Camera distance": relative to the longest box side
    float angle = 38.0f;       //@ 5..110 deg "Field of view": vertical angle of the camera
    float light = 1.0f;        //@ 0.01..100 log "Exposure": 1 suits any number of boids
    float spot = 0.16f;        //@ 0.01..10 log m "Spot": radius of a drawn boid
    int picture_width = 640;   //@ 16..4096 log px "Image width": takes effect at the next reset
    int picture_height = 360;  //@ 16..4096 log px "Image height": takes effect at the next reset
};
struct Sky {          //@ picture_width x picture_height
    uchar4* seen;     //@ "Flock"
    unsigned* red;    //@ "Red light" as none
    unsigned* green;  //@ "Green light" as none
    unsigned* blue;   //@ "Blue light" as none
    float* nearest;   //@ m "Nearest solid" as none: distance to the nearest solid
};
struct Boids {             //@ count
    float4* position;      //@ 0..64 m "Position" as points by heading
    float4* velocity;      //@ m/s "Velocity" as none: w is the number of visible neighbors
    unsigned char* state;  //@ "State" as none: 1 coincides, 2 sampled, 4 outside, 8 NaN or infinite
};
struct Hunters {              //@ 64
    float4* hunter;           //@ m "Predators" as points
    float4* hunter_velocity;  //@ m/s "Predator velocity" as none
};
struct Space {        //@ width x height x depth
    float* distance;  //@ -8..8 m "Obstacles" as surface grey
};

namespace {

using namespace flock;

constexpr unsigned char kTouches = 1, kSampled = 2, kOutside = 4, kLost = 8;
constexpr float kHidden = -1e6f;  // m: coordinates of lost boids

__device__ Box box_of(const Params& params, int width, int height, int depth) {
    return {make_float3(width, height, depth), params.wraps, depth == 1};
}

__device__ bool is_finite(float3 v) { return isfinite(v.x) && isfinite(v.y) && isfinite(v.z); }

__device__ float3 at_most(float3 v, float length) {
    const float square = glint::dot(v, v);
    return square > length * length ? length * rsqrtf(square) * v : v;
}

/// Random vector whose components have variance 1.
__device__ float3 noise_of(unsigned i, unsigned step, unsigned seed, bool is_flat) {
    const float3 u = 3.4641016f * (glint::uniform3(i, step, seed) - 0.5f);
    return is_flat ? make_float3(u.x, u.y, 0) : u;
}

/// Push away from a pair of opposite walls, as a fraction of the maximum push.
__device__ float wall(float at, float size, float margin) {
    return fmaxf(1 - at / margin, 0.0f) - fmaxf(1 - (size - at) / margin, 0.0f);
}

/// Acceleration at a position due to walls, obstacles and the pull toward the center of the box.
__device__ float3 surroundings(const Params& params, const Box& box, float4 solid, float3 at) {
    float3 push = make_float3(0, 0, 0);
    if (!box.wraps) {
        push = params.avoid * make_float3(wall(at.x, box.size.x, params.margin),
                                          wall(at.y, box.size.y, params.margin),
                                          box.is_flat ? 0 : wall(at.z, box.size.z, params.margin));
        const float3 off = (0.5f * box.size - at) / box.size;
        const float far = glint::length(off);
        if (far > params.roost) push += params.home * (1 - params.roost / far) * 2 * off;
    }
    const float near = 1 - solid.w / params.margin;
    if (near > 0)
        push +=
            params.avoid * fminf(near, 1.0f) * glint::normalize(xyz(solid), make_float3(0, 1, 0));
    return push;
}

/// Returns the displacement `way`, changed to avoid obstacles. Removes velocity into obstacles.
__device__ float3 way_round(float3 way, float4 solid, float3& velocity) {
    const float after = solid.w + glint::dot(xyz(solid), way);
    if (after >= 0) return way;
    const float3 out = glint::normalize(xyz(solid), make_float3(0, 1, 0));
    velocity -= fminf(glint::dot(velocity, out), 0.0f) * out;
    return way - fmaxf(after, -1.0f) * out;
}

/// Relaxes the magnitude of a velocity toward `speed`. The result is exact for any time step.
__device__ float3 paced(float3 velocity, float speed, float rate, float dt) {
    const float now = glint::length(velocity);
    if (!(rate > 0) || !(now > 1e-12f)) return velocity;
    return (1 + (speed / now - 1) * (1 - expf(-rate * dt))) * velocity;
}

/// Acceleration of a boid away from predators. Raises `fear`, to 1 for a predator at distance 0.
__device__ float3 flight(const Params& params, const Box& box, float3 at, const float4* hunter,
                         float& fear) {
    float3 push = make_float3(0, 0, 0);
    for (int k = 0; k < params.predators; ++k) {
        const float3 from = box.shortest(at - xyz(hunter[k]));
        const float square = glint::dot(from, from);
        if (square >= params.fear * params.fear) continue;
        const float near = 1 - sqrtf(square) / params.fear;
        push += params.flee * near * glint::normalize(from, make_float3(0, 1, 0));
        fear = fmaxf(fear, near);
    }
    return push;
}

}  // namespace

//@ init
__global__ void build(int width, int height, int depth, unsigned seed, Params params,
                      float* distance) {
    const int3 c = glint::cell();
    if (c.x >= width || c.y >= height || c.z >= depth) return;
    const float3 size = make_float3(width, height, depth);
    const float3 at = make_float3(c.x + 0.5f, c.y + 0.5f, c.z + 0.5f);
    float nearest = 2.0f * (width + height + depth);
    for (int k = 0; k < params.balls; ++k) {
        const float turn = 6.2831853f * (k + 0.4f * glint::uniform3(k, seed, 5).x) / params.balls;
        const float3 u = glint::uniform3(k, seed, 6);
        float3 off = make_float3(0.27f * cosf(turn), 0.5f * (u.y - 0.5f), 0.27f * sinf(turn));
        if (depth == 1) off = make_float3(off.x, off.z, 0);
        nearest = fminf(nearest, glint::length(at - (0.5f + off) * size) - params.ball);
    }
    distance[(c.z * height + c.y) * width + c.x] = nearest;
}

//@ init
__global__ void sow(int count, int space_width, int space_height, int space_depth, unsigned seed,
                    Params params, float4* position, float4* velocity) {
    const int i = glint::index();
    if (i >= count) return;
    const Box box = box_of(params, space_width, space_height, space_depth);
    const float3 u = glint::uniform3(i, seed, 0);
    const float3 spin = glint::uniform3(i, seed, 1) - 0.5f;
    float3 at = u * box.size, heading = spin;
    if (params.start == 0) {
        constexpr int kSwarms = 7;
        const int swarm = static_cast<int>(kSwarms * glint::uniform3(i, seed, 2).x);
        const float turn = 6.2831853f * swarm / kSwarms;
        const float3 place = glint::uniform3(swarm, seed, 3) - 0.5f;
        const float out = 0.12f + 0.10f * (place.x + 0.5f);
        const float3 middle =
            make_float3(0.5f + out * cosf(turn), 0.5f + 0.3f * place.y, 0.5f + out * sinf(turn));
        const float share = cbrtf(u.x) * 0.13f * fminf(box.size.x, fmaxf(box.size.z, box.size.y));
        const float3 ball = glint::normalize(spin, make_float3(1, 0, 0));
        at = middle * box.size + share * ball;
        heading = make_float3(-sinf(turn), 0.2f * place.z, cosf(turn)) + 0.4f * spin;
        if (box.is_flat) at.y = (0.5f + out * sinf(turn)) * box.size.y + share * ball.y;
        if (box.is_flat) heading = make_float3(heading.x, heading.z, 0);
    }
    if (box.is_flat) at.z = 0.5f, heading.z = 0;
    heading = glint::normalize(heading, make_float3(1, 0, 0));
    position[i] = glint::extend(box.inside(at), 0.0f);
    velocity[i] = glint::extend(params.speed * heading, 0.0f);
}

//@ init
__global__ void release(int count, int space_width, int space_height, int space_depth,
                        unsigned seed, Params params, float4* hunter, float4* hunter_velocity) {
    const int i = glint::index();
    if (i >= count) return;
    const Box box = box_of(params, space_width, space_height, space_depth);
    float3 at = (0.15f + 0.7f * glint::uniform3(i, seed, 8)) * box.size;
    if (box.is_flat) at.z = 0.5f;
    hunter[i] = glint::extend(at, 0.0f);
    hunter_velocity[i] = make_float4(params.hunting, 0, 0, 0);
}

/// Sorts the boids by cell. A boid whose position or velocity is not finite gets a position far
/// outside the box, where it is invisible.
__global__ void reorder(int count, const int* order, const float4* position, const float4* velocity,
                        float4* position_next, float4* velocity_next) {
    const int i = glint::index();
    if (i >= count) return;
    const float4 at = position[order[i]], v = velocity[order[i]];
    const bool is_lost = !is_finite(xyz(at)) || !is_finite(xyz(v));
    position_next[i] = is_lost ? make_float4(kHidden, kHidden, kHidden, -1) : at;
    velocity_next[i] = is_lost ? make_float4(0, 0, 0, 0) : v;
}

/// Each predator chases the nearest of a few randomly selected boids, and avoids other predators.
/// Every few seconds, the predator selects boids again.
__global__ void hunt(int count, int boids_count, int space_width, int space_height, int space_depth,
                     float dt, float time, unsigned seed, Params params, const float4* position,
                     const float4* velocity, const float* distance, const float4* hunter,
                     const float4* hunter_velocity, float4* hunter_next,
                     float4* hunter_velocity_next) {
    const int i = glint::index();
    if (i >= count) return;
    const Box box = box_of(params, space_width, space_height, space_depth);
    const Solid solids{distance, make_int3(space_width, space_height, space_depth)};
    const float3 at = xyz(hunter[i]);
    float3 v = xyz(hunter_velocity[i]);
    constexpr int kLookedAt = 32;
    constexpr float kPatience = 3.0f;  // s
    const unsigned turn = static_cast<unsigned>(time / kPatience + 0.37f * i);
    float3 wanted = v;
    float nearest = 1e30f;
    for (int k = 0; k < kLookedAt; ++k) {
        const unsigned any = glint::hash(make_uint3(k + kLookedAt * i, turn, seed)).x;
        const int j = static_cast<int>(any % static_cast<unsigned>(boids_count));
        if (position[j].w < 0) continue;
        const float3 way = box.shortest(xyz(position[j]) - at);
        const float square = glint::dot(way, way);
        if (square >= nearest) continue;
        nearest = square;
        const float ahead = fminf(sqrtf(square) / fmaxf(params.hunting, 0.1f), 1.0f);
        wanted = way + ahead * xyz(velocity[j]);
    }
    float3 push = 2.5f * (params.hunting * glint::normalize(wanted, make_float3(1, 0, 0)) - v);
    for (int k = 0; k < params.predators; ++k) {
        const float3 from = box.shortest(at - xyz(hunter[k]));
        const float near = 1 - glint::length(from) / (2 * params.fear);
        if (k != i && near > 0)
            push += params.hunting * near * glint::normalize(from, make_float3(1, 0, 0));
    }
    const float4 solid = solids.at(at);
    v += dt * (push + surroundings(params, box, solid, at));
    if (box.is_flat) v.z = 0;
    const float3 way = way_round(dt * v, solid, v);
    const bool is_right = is_finite(way) && is_finite(v);
    const float3 middle = make_float3(0.5f, 0.5f, 0.5f) * box.size;
    hunter_next[i] = glint::extend(is_right ? box.inside(at + way) : middle, 0.0f);
    hunter_velocity_next[i] = glint::extend(is_right ? v : make_float3(0, 0, 0), 0.0f);
}

/// Takes one step: first updates velocities from the boids seen at its start, then positions.
__global__ void fly(int count, int space_width, int space_height, int space_depth, float dt,
                    int step, unsigned seed, Params params, glint::CellLayout layout, float sees,
                    const int* begins, const float4* hunter, const float* distance,
                    const float4* position, const float4* velocity, float4* position_next,
                    float4* velocity_next, unsigned char* state) {
    const int i = glint::index();
    if (i >= count) return;
    const float4 own = position[i];
    if (own.w < 0) {
        position_next[i] = own, velocity_next[i] = make_float4(0, 0, 0, 0), state[i] = kLost;
        return;
    }
    const Box box = box_of(params, space_width, space_height, space_depth);
    const Solid solids{distance, make_int3(space_width, space_height, space_depth)};
    const float3 at = xyz(own);
    float3 v = xyz(velocity[i]);
    const Look look{position, velocity, box, {sees, params.apart, params.most}, at, i};
    const int3 cell = layout.cell_of(at);
    const float luck = glint::uniform3(layout.number(cell), step, seed ^ 0x5eedu).x;
    const Seen seen = layout.has(cell) ? seen_from(look, layout, begins, cell, luck) : Seen{};

    float3 push = params.separate * seen.push;
    if (seen.count > 0)
        push += params.align * (seen.heading / seen.count - v) +
                params.together * (seen.way / seen.count);
    push = at_most(push, params.agility);
    float fear = 0;
    push += flight(params, box, at, hunter, fear);
    const float4 solid = solids.at(at);
    push += surroundings(params, box, solid, at);
    v += dt * push;
    if (params.noise > 0) v += params.noise * sqrtf(dt) * noise_of(i, step, seed, box.is_flat);
    if (box.is_flat) v.z = 0;
    v = paced(v, params.speed, params.pace, dt);
    const float3 to = at + way_round(dt * v, solid, v);
    const float3 next = box.wraps || box.has(at) ? box.inside(to) : to;

    const bool is_lost = !is_finite(to) || !is_finite(v);
    const bool is_outside = !is_lost && !box.has(next);
    const float calmer = own.w * expf(-2 * dt);
    position_next[i] = is_lost ? make_float4(kHidden, kHidden, kHidden, -1)
                               : glint::extend(next, fmaxf(fear, calmer));
    velocity_next[i] = is_lost ? make_float4(0, 0, 0, 0) : glint::extend(v, seen.count);
    state[i] = (seen.touches ? kTouches : 0) | (seen.is_sampled ? kSampled : 0) |
               (is_outside ? kOutside : 0) | (is_lost ? kLost : 0);
}

/// Repels or attracts boids that are near the line of sight through the mouse pointer.
//@ drag over Boids
__global__ void scare(int count, int space_width, int space_height, int space_depth, int sky_width,
                      int sky_height, float dt, float3 mouse, Params params, View view,
                      float4* position, float4* velocity) {
    const int i = glint::index();
    if (i >= count || position[i].w < 0) return;
    const Box box = box_of(params, space_width, space_height, space_depth);
    const float3 at = xyz(position[i]);
    if (mouse.z == 0) {  // the mouse position is a pixel of the picture
        const Eye eye = eye_of(view, box, sky_width, sky_height);
        mouse = eye.at + glint::dot(at - eye.at, eye.ahead) * eye.ray(mouse.x, mouse.y);
    }
    const float3 way = mouse - at;
    const float near = 1 - glint::length(way) / params.brush;
    if (!(near > 0)) return;
    const float3 to = glint::normalize(way, make_float3(0, 1, 0));
    velocity[i] += glint::extend(4 * dt * near * params.pull * to, 0.0f);
    if (params.pull < 0) position[i].w = fmaxf(position[i].w, near);
}

//@ draw
__global__ void clear(int width, int height, int space_width, int space_height, int space_depth,
                      Params params, View view, const float* distance, unsigned* red,
                      unsigned* green, unsigned* blue, float* nearest) {
    const int2 c = glint::cell();
    if (c.x >= width || c.y >= height) return;
    const Box box = box_of(params, space_width, space_height, space_depth);
    const Eye eye = eye_of(view, box, width, height);
    const Solid solids{distance, make_int3(space_width, space_height, space_depth)};
    const float3 way = eye.ray(c.x, c.y);
    const float length = glint::length(way);
    const int i = c.y * width + c.x;
    red[i] = 0, green[i] = 0, blue[i] = 0;
    nearest[i] = march(solids, box, eye.at, way / length) / length;
}

//@ draw over Boids
__global__ void shine(int count, int space_width, int space_height, int space_depth, int sky_width,
                      int sky_height, Params params, View view, const float4* position,
                      const float4* velocity, const float* nearest, unsigned* red, unsigned* green,
                      unsigned* blue) {
    const int i = glint::index();
    if (i >= count || position[i].w < 0) return;
    const Box box = box_of(params, space_width, space_height, space_depth);
    const Eye eye = eye_of(view, box, sky_width, sky_height);
    const float fear = fminf(1.5f * position[i].w, 1.0f);
    const float3 colour = (1 + fear) * color_of(xyz(velocity[i]), fear, box.is_flat);
    add_spot(eye, {red, green, blue, nearest}, xyz(position[i]), view.spot, colour,
             glint::uniform3(i, 1, 2).x);
}

//@ draw over Hunters
__global__ void show_hunters(int count, int space_width, int space_height, int space_depth,
                             int sky_width, int sky_height, Params params, View view,
                             const float4* hunter, const float* nearest, unsigned* red,
                             unsigned* green, unsigned* blue) {
    const int i = glint::index();
    if (i >= count || i >= params.predators) return;
    const Box box = box_of(params, space_width, space_height, space_depth);
    const Eye eye = eye_of(view, box, sky_width, sky_height);
    const float radius = fmaxf(3.5f * view.spot, 2.5f * eye.distance / eye.focal);
    add_spot(eye, {red, green, blue, nearest}, xyz(hunter[i]), radius,
             typical_light(box, params.count, view.spot) * make_float3(40.0f, 2.0f, 1.0f), 0.5f);
}

//@ draw
__global__ void paint(int width, int height, int space_width, int space_height, int space_depth,
                      Params params, View view, const float* distance, const float* nearest,
                      const unsigned* red, const unsigned* green, const unsigned* blue,
                      uchar4* seen) {
    const int2 c = glint::cell();
    if (c.x >= width || c.y >= height) return;
    const Box box = box_of(params, space_width, space_height, space_depth);
    const Eye eye = eye_of(view, box, width, height);
    const Solid solids{distance, make_int3(space_width, space_height, space_depth)};
    const int i = c.y * width + c.x;
    const float3 way = eye.ray(c.x, c.y);
    float3 light =
        box.is_flat ? make_float3(0.004f, 0.006f, 0.014f) : sky(glint::normalize(way, eye.ahead));
    if (nearest[i] < kFar / 4) {
        const float4 solid = solids.at(eye.at + nearest[i] * way);
        const float3 out = glint::normalize(xyz(solid), -eye.ahead);
        const float low = 0.5f - 0.5f * out.y, rim = 1 - fabsf(glint::dot(out, eye.ahead));
        light = make_float3(0.010f, 0.010f, 0.016f) + low * make_float3(0.05f, 0.026f, 0.024f) +
                rim * rim * make_float3(0.05f, 0.035f, 0.06f);
    }
    const float exposure = view.light / (kOne * typical_light(box, params.count, view.spot));
    light += exposed(exposure * make_float3(red[i], green[i], blue[i]));
    const float3 shown = glint::linear_to_srgb(glint::clamp(light, 0.0f, 1.0f));
    const float dither = glint::uniform3(c.x, c.y, 3).x;
    seen[i] = make_uchar4(static_cast<unsigned char>(254.99f * shown.x + dither),
                          static_cast<unsigned char>(254.99f * shown.y + dither),
                          static_cast<unsigned char>(254.99f * shown.z + dither), 255);
}

//@ show 0..1 "Heading" as turbo: angle about the vertical axis
__device__ float heading(float4 velocity) {
    return 0.5f + atan2f(velocity.z != 0 ? velocity.z : velocity.y, velocity.x) / 6.2831853f;
}
//@ show 0..16 m/s "Speed" as viridis
__device__ float pace_of(float4 velocity) { return glint::length(xyz(velocity)); }
//@ show 0..60 "Neighbors" as magma: number of neighbors (an estimate where sampled)
__device__ float neighbours(float4 velocity) { return velocity.w; }
//@ show 0..1 "Fear" as inferno
__device__ float fright(float4 position) { return position.w; }
//@ mean "Heading along x": the norm of the three components is the polarization
__device__ double order_x(float4 velocity) { return glint::normalize(xyz(velocity), float3{}).x; }
//@ mean "Heading along y"
__device__ double order_y(float4 velocity) { return glint::normalize(xyz(velocity), float3{}).y; }
//@ mean "Heading along z"
__device__ double order_z(float4 velocity) { return glint::normalize(xyz(velocity), float3{}).z; }
//@ mean m/s "Mean speed"
__device__ float mean_speed(float4 velocity) { return glint::length(xyz(velocity)); }
//@ mean "Mean number of neighbors"
__device__ float mean_neighbours(float4 velocity) { return velocity.w; }
//@ mean "Sampled": fraction of boids with sampled neighbors
__device__ float sampled(unsigned char state) { return (state & kSampled) != 0; }
//@ sum "Coinciding": number of boids at the position of another boid
__device__ int coinciding(unsigned char state) { return (state & kTouches) != 0; }
//@ sum "Outside": number of boids outside the box
__device__ int outside(unsigned char state) { return (state & kOutside) != 0; }
//@ sum "Non-finite": number of boids that became NaN or infinite
__device__ int lost(unsigned char state) { return (state & kLost) != 0; }
