// The Gray-Scott model: two substances that diffuse and react, U + 2 V -> 3 V, on a torus.
// Pearson, "Complex Patterns in a Simple System", Science 261, 1993.
#include <glint/hash.cuh>

struct Params {
    float feed = 0.037f;         //@ 0..0.1 "Feed": how fast U flows in
    float kill = 0.060f;         //@ 0.03..0.08 "Kill": how fast V flows out, beyond the feed
    float diffusion_u = 0.21f;   //@ 0.01..0.25 "Diffusion of U": cells squared for each step
    float diffusion_v = 0.105f;  //@ 0.01..0.25 "Diffusion of V"
    float brush = 12.0f;         //@ 1..64 log cells "Brush": radius that a drag paints
    float brightest = 0.4f;      //@ 0.05..1 log "Brightest": V that has the last colour
    int colormap = 2;            //@ 0..5 "Colormap": viridis, magma, inferno, plasma, turbo, grey
};

namespace {

__device__ int wrapped(int i, int n) { return i < 0 ? i + n : i >= n ? i - n : i; }

__device__ float2 sum(float2 a, float2 b) { return make_float2(a.x + b.x, a.y + b.y); }

/// The five-point Laplacian of both substances, the lattice spacing being 1.
__device__ float2 laplacian(const float2* cells, int x, int y, int width, int height) {
    const float2 here = cells[y * width + x];
    const float2 across =
        sum(cells[y * width + wrapped(x - 1, width)], cells[y * width + wrapped(x + 1, width)]);
    const float2 along =
        sum(cells[wrapped(y - 1, height) * width + x], cells[wrapped(y + 1, height) * width + x]);
    return make_float2(across.x + along.x - 4.0f * here.x, across.y + along.y - 4.0f * here.y);
}

}  // namespace

/// U everywhere, with some squares of V; a little noise breaks the symmetry.
extern "C" __global__ void sow(int width, int height, unsigned int seed, float2* cells) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    constexpr int kPatch = 32;  // a square of half that size may lie in each patch
    const float3 patch = glint::uniform3(x / kPatch, y / kPatch, seed);
    const int left = static_cast<int>(patch.x * kPatch / 2);
    const int top = static_cast<int>(patch.y * kPatch / 2);
    const bool inside = patch.z < 0.12f && x % kPatch >= left && x % kPatch < left + kPatch / 2 &&
                        y % kPatch >= top && y % kPatch < top + kPatch / 2;
    const float noise = 0.02f * glint::uniform3(x, y, seed + 1).x;
    cells[y * width + x] =
        inside ? make_float2(0.5f, 0.25f + noise) : make_float2(1.0f - noise, 0.0f);
}

/// One step of `dt` (explicit Euler: stable while 4 dt times the larger diffusion is below 1).
extern "C" __global__ void react(int width, int height, float dt, Params params, const float2* from,
                                 float2* to) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    const float2 c = from[y * width + x];
    const float2 spread = laplacian(from, x, y, width, height);
    const float reaction = c.x * c.y * c.y;
    to[y * width + x] = make_float2(
        c.x + dt * (params.diffusion_u * spread.x - reaction + params.feed * (1.0f - c.x)),
        c.y + dt * (params.diffusion_v * spread.y + reaction - (params.feed + params.kill) * c.y));
}

/// Adds V wherever the brush passes on its way between two places.
extern "C" __global__ void paint(int width, int height, float2 from, float2 to, Params params,
                                 float2* cells) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    const float along_x = to.x - from.x, along_y = to.y - from.y;
    float dx = x + 0.5f - from.x, dy = y + 0.5f - from.y;
    const float square = along_x * along_x + along_y * along_y;
    const float part = square > 0.0f ? (dx * along_x + dy * along_y) / square : 0.0f;
    const float nearest = fminf(fmaxf(part, 0.0f), 1.0f);  // of the way, for this cell
    dx -= nearest * along_x;
    dy -= nearest * along_y;
    if (dx * dx + dy * dy < params.brush * params.brush)
        cells[y * width + x] = make_float2(0.5f, 0.5f);
}

/// V into the texture.
extern "C" __global__ void show(int width, int height, const float2* cells,
                                cudaSurfaceObject_t picture) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    surf2Dwrite(cells[y * width + x].y, picture, x * static_cast<int>(sizeof(float)), y);
}
