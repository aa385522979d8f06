#include <glint/sim.cuh>
//@ simulation "Pond": drag to press the water down
struct Params {
    float speed = 0.5f;  //@ 0..0.7 "Speed": cells a step
};
struct Pond {       //@ 1024 x 576 of 0.01 m
    float* level;   //@ -1..1 m "Level" as turbo
    float* rising;  //@ m "Rise"
};
//@ step 4 x "wave"
__global__ void push(int width, int height, Params params, const float* level, float* rising) {
    const int2 c = glint::cell();
    if (c.x < 1 || c.y < 1 || c.x >= width - 1 || c.y >= height - 1) return;
    const float* l = level + c.y * width + c.x;
    rising[c.y * width + c.x] += params.speed * params.speed * (l[-1] + l[1] + l[-width] + l[width] - 4 * *l);
}
//@ step 4 x "wave"
__global__ void rise(int width, int height, const float* rising, float* level) {
    const int2 c = glint::cell();
    if (c.x < width && c.y < height) level[c.y * width + c.x] += rising[c.y * width + c.x];
}
//@ drag
__global__ void press(int width, int height, float2 mouse, float* level) {
    const int2 c = glint::cell();
    if (c.x < width && c.y < height && hypotf(c.x - mouse.x, c.y - mouse.y) < 8) level[c.y * width + c.x] = -1;
}
