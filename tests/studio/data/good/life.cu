#include <glint/sim.cuh>
//@ simulation "Life"
struct Params {
    float density = 0.3f;  //@ 0..1 "Density": takes effect at the next reset
};
struct Life {              //@ 1024 x 1024 wraps
    unsigned char* alive;  //@ 0..1 "Alive" as grey
};
//@ init
__global__ void sow(int width, int height, unsigned seed, Params params, unsigned char* alive) {
    const int2 c = glint::cell();
    if (c.x >= width || c.y >= height) return;
    alive[c.y * width + c.x] = glint::uniform3(c.x, c.y, seed).x < params.density;
}
//@ step
__global__ void live(int width, int height, const unsigned char* alive, unsigned char* alive_next) {
    const int2 c = glint::cell();
    if (c.x >= width || c.y >= height) return;
    const int here = alive[c.y * width + c.x];
    int n = -here;
    for (int y = c.y + height - 1; y <= c.y + height + 1; ++y)
        for (int x = c.x + width - 1; x <= c.x + width + 1; ++x) n += alive[y % height * width + x % width];
    alive_next[c.y * width + c.x] = n == 3 || (n == 2 && here);
}
//@ sum "Population"
__device__ int population(unsigned char alive) { return alive; }
