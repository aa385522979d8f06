#include <glint/sim.cuh>
//@ simulation "Pond"
struct Params {
    float speed = 0.5f;  //@ 0..0.7 "Speed": cells a step
    int side = 64;       //@ 8..4096 "Side"
};
struct Pond {       //@ 64 x 32 x 2 x 2 of 0.01 m
    float* level;   //@ -1..1 m "Level" as turbo
    float* rising;  //@ m "Rise"
};
struct Drops {         //@ 100
    float2* position;  //@ m "Position" as points
    float* size;
};
//@ step
__global__ void push(int width, int height, Params params, const float* level, float* rising) {
}
//@ step
__global__ void flow(int width, const float* rising, const float* level, float* level_next) {
}
//@ step
__global__ void fall(int count, float dt, float2* position) {
}
//@ sum "Water"
__device__ float water(float level) { return level; }
// expect 7: a grid can have at most three extents
