#include <glint/sim.cuh>
//@ simulation "Bodies"
//@ dt 0.005
struct Params {
    int count = 16384;  //@ 64..1000000 log "Bodies": takes effect at the next reset
};
struct Bodies {        //@ count
    float3* position;  //@ -2..2 m "Position" as points
    float3* velocity;  //@ m/s "Velocity"
};
//@ init
__global__ void scatter(int count, unsigned seed, float3* position) {
    const int i = glint::index();
    if (i < count) position[i] = 2.0f * glint::uniform3(i, seed, 0) - 1.0f;
}
//@ step
__global__ void fall(int count, float dt, const float3* position, float3* velocity, float3* position_next) {
    const int i = glint::index();
    if (i >= count) return;
    float3 v = velocity[i];
    for (int j = 0; j < count; ++j) {
        const float3 d = position[j] - position[i];
        const float r2 = glint::dot(d, d) + 0.002f;
        v += d * (dt * rsqrtf(r2) / (r2 * count));
    }
    velocity[i] = v;
    position_next[i] = position[i] + dt * v;
}
//@ show 0..2 m/s "Speed" as magma
__device__ float speed(float3 velocity) { return glint::length(velocity); }
//@ sum "Kinetic energy"
__device__ double kinetic(float3 velocity) { return 0.5 * glint::dot(velocity, velocity); }
