// Smoke in a periodic domain by Stam's stable fluids. Velocities are in cells per second.
#include <glint/vector.cuh>

struct Params {
    float force = 60.0f;      //@ 0..300 cells/s2 "Force": how hard the two jets blow
    float viscosity = 0.02f;  //@ 0.001..1 log 1/s "Drag": how fast the flow calms down
    float source = 4.0f;      //@ 0..20 1/s "Smoke": how fast smoke comes in
    float fade = 0.2f;        //@ 0..2 1/s "Fade"
    int sweeps = 30;          //@ 1..200 "Sweeps": of the pressure solver
};

namespace {

__device__ int wrapped(int i, int n) { return (i % n + n) % n; }

/// Interpolates `field` between its cells, with periodic boundaries.
template <class T>
__device__ T sample(const T* field, int w, int h, float x, float y) {
    const float fx = floorf(x), fy = floorf(y);
    const int x0 = wrapped(int(fx), w), y0 = wrapped(int(fy), h);
    const int x1 = x0 + 1 == w ? 0 : x0 + 1, y1 = y0 + 1 == h ? 0 : y0 + 1;
    const float u = x - fx, v = y - fy;
    return (1 - v) * ((1 - u) * field[y0 * w + x0] + u * field[y0 * w + x1]) +
           v * ((1 - u) * field[y1 * w + x0] + u * field[y1 * w + x1]);
}

__device__ float jet(int x, int y, float cx, float cy) {
    const float dx = x - cx, dy = y - cy;
    return expf(-(dx * dx + dy * dy) / 40.0f);
}

}  // namespace

/// Advects velocity and smoke with the flow, and adds the inflow of the jets.
extern "C" __global__ void advect(int w, int h, float dt, Params params, const float2* from,
                                  const float* smoke_from, float2* to, float* smoke_to) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    const int i = y * w + x;
    const float2 at = make_float2(x - dt * from[i].x, y - dt * from[i].y);
    const float right = jet(x, y, 0.15f * w, 0.45f * h), left = jet(x, y, 0.85f * w, 0.55f * h);
    to[i] = sample(from, w, h, at.x, at.y) * expf(-dt * params.viscosity) +
            make_float2(dt * params.force * (right - left), 0.0f);
    const float carried = sample(smoke_from, w, h, at.x, at.y) * expf(-dt * params.fade);
    smoke_to[i] = fminf(carried + dt * params.source * (right + left), 1.0f);
}

extern "C" __global__ void divergence(int w, int h, const float2* velocity, float* result) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    result[y * w + x] = velocity[y * w + wrapped(x + 1, w)].x - velocity[y * w + x].x +
                        velocity[wrapped(y + 1, h) * w + x].y - velocity[y * w + x].y;
}

/// One Jacobi sweep toward laplacian(pressure) = divergence.
extern "C" __global__ void relax(int w, int h, const float* divergence, const float* from,
                                 float* to) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    to[y * w + x] = 0.25f * (from[y * w + wrapped(x - 1, w)] + from[y * w + wrapped(x + 1, w)] +
                             from[wrapped(y - 1, h) * w + x] + from[wrapped(y + 1, h) * w + x] -
                             divergence[y * w + x]);
}

extern "C" __global__ void project(int w, int h, const float* pressure, float2* velocity) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    const float here = pressure[y * w + x];
    velocity[y * w + x] -= make_float2(here - pressure[y * w + wrapped(x - 1, w)],
                                       here - pressure[wrapped(y - 1, h) * w + x]);
}

extern "C" __global__ void show(int w, int h, const float* smoke, cudaSurfaceObject_t picture) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    surf2Dwrite(smoke[y * w + x], picture, x * int(sizeof(float)), y);
}
