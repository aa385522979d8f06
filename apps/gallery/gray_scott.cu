// Gray-Scott: U + 2 V -> 3 V, on a torus. Pearson, "Complex Patterns in a Simple System", 1993.
#include <glint/sim.cuh>
//@ simulation "Gray-Scott": two chemicals that react into spots, stripes and mazes; drag to add V
//@ frame 16 steps

struct Params {
    float feed = 0.037f;   //@ 0..0.1 "Feed": how fast U flows in
    float kill = 0.060f;   //@ 0.03..0.08 "Kill": how fast V flows out, beyond the feed
    float spread = 0.21f;  //@ 0.01..0.25 "Diffusion of U": cells squared for each step; half for V
    float brush = 12.0f;   //@ 1..64 log cells "Brush"
    int size = 512;        //@ 64..4096 log cells "Size": takes effect at the next reset
};
struct Chemicals {  //@ size x size wraps
    float* v;       //@ 0..0.4 "V" as inferno
    float* u;       //@ 0..1 "U" as grey
};

//@ init
__global__ void sow(int width, int height, unsigned seed, float* u, float* v) {
    const int2 c = glint::cell();
    if (c.x >= width || c.y >= height) return;
    const int i = c.y * width + c.x;
    const float3 patch = glint::uniform3(c.x / 32, c.y / 32, seed);
    const float dx = c.x % 32 - 31 * patch.x, dy = c.y % 32 - 31 * patch.y;
    const bool inside = patch.z < 0.15f && fabsf(dx) < 8 && fabsf(dy) < 8;
    const float noise = 0.02f * glint::uniform3(c.x, c.y, seed + 1).x;
    u[i] = inside ? 0.5f : 1.0f - noise;
    v[i] = inside ? 0.25f + noise : 0.0f;
}

__device__ float laplacian(const float* f, int x, int y, int width, int height) {
    const int left = x > 0 ? x - 1 : width - 1, right = x < width - 1 ? x + 1 : 0;
    const int up = y > 0 ? y - 1 : height - 1, down = y < height - 1 ? y + 1 : 0;
    return f[y * width + left] + f[y * width + right] + f[up * width + x] + f[down * width + x] -
           4 * f[y * width + x];
}

//@ step
__global__ void react(int width, int height, float dt, Params params, const float* u,
                      const float* v, float* u_next, float* v_next) {
    const int2 c = glint::cell();
    if (c.x >= width || c.y >= height) return;
    const int i = c.y * width + c.x;
    const float reaction = u[i] * v[i] * v[i];
    u_next[i] = u[i] + dt * (params.spread * laplacian(u, c.x, c.y, width, height) - reaction +
                             params.feed * (1 - u[i]));
    v_next[i] = v[i] + dt * (0.5f * params.spread * laplacian(v, c.x, c.y, width, height) +
                             reaction - (params.feed + params.kill) * v[i]);
}

//@ drag
__global__ void paint(int width, int height, float2 mouse, Params params, float* u, float* v) {
    const int2 c = glint::cell();
    if (c.x >= width || c.y >= height) return;
    if (hypotf(c.x + 0.5f - mouse.x, c.y + 0.5f - mouse.y) >= params.brush) return;
    u[c.y * width + c.x] = v[c.y * width + c.x] = 0.5f;
}

//@ mean 0..1 "Mean V"
__device__ float mean_v(float v) { return v; }
