#include <glint/sim.cuh>
//@ simulation "Pond"
struct Params {
    float speed = 0.5f;  //@ 0..0.7 "Speed": cells a step
    int side = 64;       //@ 8..4096 "Side"
};
struct Pond {       //@ 64 x 32 of 0.01 m
    float* level;   //@ -1..1 m "Level" as trubo
    float* rising;  //@ m "Rise"
};
struct Drops {         //@ 100
    float2* position;  //@ m "Position" as points
    float* size;
};
//@ stpe
__global__ void push(int width, int height, Params params, const float* level, float* rising) {
}
//@ step
__global__ void flow(double width, const float* rising, const float* level, float* level_next) {
}
//@ step
__global__ void fall(int count, float dt, float2* postion) {
}
//@ sum "Water"
__device__ float water(float level) { return level; }
// expect 8: view or colormap 'trubo' not found; did you mean 'turbo'?
// expect 15: unknown word 'stpe'; did you mean 'step'?
// expect 19: 'width' must be of type int, unsigned, or a 64-bit integer, not 'double'
// expect 22: parameter 'postion' is neither a field nor a built-in number; did you mean 'position'?
