// SPDX-License-Identifier: MIT
// Boids: Reynolds, "Flocks, Herds, and Schools", 1987. Each boid looks at all other boids.
#include <glint/sim.cuh>
//@ simulation "Boids": separation, alignment and cohesion
//@ dt 0.016667 s

struct Params {
    int birds = 4096;        //@ 64..65536 log "Birds": takes effect at the next reset
    float sight = 0.16f;     //@ 0.02..0.5 m "Sight"
    float apart = 0.05f;     //@ 0.01..0.2 m "Distance": preferred distance between boids
    float separate = 2.5f;   //@ 0..10 "Separation"
    float align = 3.0f;      //@ 0..10 "Alignment"
    float together = 2.0f;   //@ 0..10 "Cohesion"
    float speed = 0.6f;      //@ 0.1..2 m/s "Speed"
};
struct Flock {         //@ birds
    float3* position;  //@ -1..1 m "Position" as points
    float3* velocity;  //@ m/s "Velocity"
};

//@ init
__global__ void scatter(int count, unsigned seed, Params params, float3* position, float3* velocity) {
    const int i = glint::index();
    if (i >= count) return;
    position[i] = 1.6f * glint::uniform3(i, seed, 0) - 0.8f;
    velocity[i] = params.speed * glint::normalize(glint::uniform3(i, seed, 1) - 0.5f);
}

//@ step
__global__ void fly(int count, float dt, Params params, const float3* position,
                    const float3* velocity, float3* position_next, float3* velocity_next) {
    const int i = glint::index();
    if (i >= count) return;
    const float3 at = position[i], v = velocity[i];
    float3 away = make_float3(0, 0, 0), heading = away, centre = away;
    float seen = 0;
    for (int j = 0; j < count; ++j) {
        const float3 d = position[j] - at;
        const float square = glint::dot(d, d);
        if (square > params.sight * params.sight || j == i) continue;
        seen += 1;
        heading += velocity[j];
        centre += d;
        if (square < params.apart * params.apart) away -= d / (square + 1e-6f);
    }
    float3 push = 0.01f * params.separate * away;
    if (seen > 0)
        push += params.align * (heading / seen - v) + params.together * (centre / seen);
    // Walls turn the boids around.
    push -= 6.0f * glint::max(at - 0.8f, make_float3(0, 0, 0)) - 6.0f * glint::max(-at - 0.8f, make_float3(0, 0, 0));
    const float3 faster = v + dt * push;
    const float now = glint::length(faster);
    const float wanted = now + 2.0f * dt * (params.speed - now);
    velocity_next[i] = faster * (wanted / fmaxf(now, 1e-6f));
    position_next[i] = at + dt * velocity_next[i];
}

//@ show 0..1 "Heading" as turbo
__device__ float heading(float3 velocity) { return 0.5f + atan2f(velocity.z, velocity.x) / 6.2831853f; }

//@ mean m/s "Mean speed"
__device__ float speed(float3 velocity) { return glint::length(velocity); }
