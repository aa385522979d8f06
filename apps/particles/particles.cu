// SPDX-License-Identifier: MIT
// Particles in a box, which moving attractors pull and a swirling flow carries.
#include <glint/noise.cuh>
#include <glint/sim.cuh>
//@ simulation "Particles": a million particles in a swirling flow, pulled by attractors
//@ dt 0.0166666667 s

struct Params {
    int count = 200000;        //@ 1..20000000 log "Particles": takes effect at the next reset
    float flow = 2.3f;         //@ 0..6 m/s "Flow": speed of the swirls
    float swirl_size = 0.5f;   //@ 0.1..2 log m "Swirl size": distance between swirls
    float drift = 0.08f;       //@ 0..1 1/s "Drift": rate at which the swirls change
    float drag = 3.0f;         //@ 0..8 1/s "Drag": rate at which particles adopt the flow speed
    int attractors = 3;        //@ 0..8 "Attractors": number of attractors
    float attraction = 0.06f;  //@ -1..2 m3/s2 "Attraction": below 0 for repulsion
    float softening = 0.18f;   //@ 0.02..0.5 log m "Softening": radius of an attractor
    float orbit = 0.45f;       //@ 0..2 rad/s "Orbit": angular speed of the attractors
    float bounce = 0.6f;       //@ 0..1 "Bounce": fraction of the speed after hitting a wall
    float fast = 2.2f;         //@ 0.2..10 log m/s "Fast": speed drawn in the brightest color
    float tint = 1.0f;         //@ 0..1 "Speed tint": 0 particle colors, 1 colors by speed
};
struct Particles {       //@ count
    float4* position;    //@ -1..1 m "Position" as glow: the fourth component is the speed, in m/s
    float4* velocity;    //@ m/s "Velocity"
    uchar4* own_colour;  // RGBA, from an input or by position
};

namespace {

constexpr float kHalfBox = 1.0f;  // m: half the side of the box

/// Position of attractor i, which moves on its own Lissajous curve.
__device__ float3 attractor(int i, float time, const Params& params) {
    const float phase = params.orbit * time + 2.0943951f * i;
    return 0.55f *
           make_float3(__cosf(phase), 0.6f * __sinf(1.3f * phase + i), __sinf(0.9f * phase));
}

/// Acceleration by an attractor, with Plummer softening.
__device__ float3 pull(float3 at, float3 centre, const Params& params) {
    const float3 offset = centre - at;
    const float square = glint::dot(offset, offset) + params.softening * params.softening;
    const float inverse = rsqrtf(square);
    return offset * (params.attraction * inverse * inverse * inverse);
}

__device__ float3 flow_at(float3 at, float time, const Params& params) {
    const float scale = 1.0f / params.swirl_size;
    const float3 moved = at * scale + make_float3(0.0f, params.drift * time, 0.0f);
    // A product of two gradients is about 1 if noise changes by 1 over a lattice cell.
    return glint::curl_noise(moved, 1u) * (0.8f * params.flow);
}

/// Reflects one coordinate of a particle that has left the box, and its velocity.
__device__ void reflect(float& position, float& velocity, float bounce) {
    if (fabsf(position) <= kHalfBox) return;
    position = copysignf(fmaxf(2.0f * kHalfBox - fabsf(position), -kHalfBox), position);
    velocity *= -bounce;
}

/// Color from blue over magenta to gold, along a quadratic Bezier curve in sRGB.
__device__ float3 heat(float t) {
    const float3 slow = make_float3(0.06f, 0.25f, 1.0f);
    const float3 middle = make_float3(1.0f, 0.05f, 0.65f);
    const float3 fast = make_float3(1.0f, 0.85f, 0.25f);
    const float s = 1.0f - t;
    return slow * (s * s) + middle * (2.0f * s * t) + fast * (t * t);
}

__device__ unsigned char byte(float x) {
    return static_cast<unsigned char>(255.0f * glint::clamp(x, 0.0f, 1.0f) + 0.5f);
}

}  // namespace

/// Fills a ball of radius 0.8 m uniformly with particles at rest.
//@ init
__global__ void scatter(int count, unsigned seed, float4* position) {
    const int i = glint::index();
    if (i >= count) return;
    const float3 u = glint::uniform3(i, seed, 0u);
    const float height = 2.0f * u.x - 1.0f;
    const float ring = sqrtf(1.0f - height * height);
    const float angle = 6.2831853f * u.y;
    const float radius = 0.8f * cbrtf(u.z);
    position[i] = make_float4(radius * ring * cosf(angle), radius * height,
                              radius * ring * sinf(angle), 0.0f);
}

/// Colors particles by their positions, if an input does not set their colors.
//@ init
__global__ void colour_by_place(int count, const float4* position, uchar4* own_colour) {
    const int i = glint::index();
    if (i >= count) return;
    const float4 at = position[i];
    own_colour[i] = make_uchar4(byte(0.5f + 0.5f * at.x), byte(0.5f + 0.5f * at.y),
                                byte(0.5f + 0.5f * at.z), 255);
}

/// Updates the velocity and then the position (semi-implicit Euler). Drag is integrated exactly,
/// and is therefore stable for any coefficient.
//@ step
__global__ void move(int count, float dt, float time, Params params, float4* position,
                     float4* velocity) {
    const int i = glint::index();
    if (i >= count) return;
    float3 at = glint::xyz(position[i]);
    float3 speed = glint::xyz(velocity[i]);

    float3 acceleration = make_float3(0.0f, 0.0f, 0.0f);
    for (int k = 0; k < params.attractors; ++k)
        acceleration += pull(at, attractor(k, time, params), params);
    const float3 flow = flow_at(at, time, params);
    speed = flow + (speed - flow) * __expf(-params.drag * dt) + acceleration * dt;
    at += speed * dt;

    reflect(at.x, speed.x, params.bounce);
    reflect(at.y, speed.y, params.bounce);
    reflect(at.z, speed.z, params.bounce);
    position[i] = make_float4(at.x, at.y, at.z, glint::length(speed));
    velocity[i] = make_float4(speed.x, speed.y, speed.z, 0.0f);
}

/// Colors particles by their speed, blended with each particle's own color.
//@ show "Color"
__device__ uchar4 colour(float4 position, uchar4 own_colour, Params params) {
    const float3 hot = heat(fminf(position.w / params.fast, 1.0f));
    return make_uchar4(byte(glint::lerp(own_colour.x / 255.0f, hot.x, params.tint)),
                       byte(glint::lerp(own_colour.y / 255.0f, hot.y, params.tint)),
                       byte(glint::lerp(own_colour.z / 255.0f, hot.z, params.tint)), own_colour.w);
}

//@ mean m/s "Mean speed"
__device__ float mean_speed(float4 position) { return position.w; }
