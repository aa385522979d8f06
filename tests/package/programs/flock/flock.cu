// Boids in a periodic box of 2 x 2 x 2, sorted so that the boids of a cell are contiguous in
// memory.
#include <glint/random.cuh>
#include <glint/random_points.cuh>
#include <glint/vector.cuh>

struct Params {
    float separation = 1.5f;  //@ 0..10 "Separation"
    float alignment = 1.0f;   //@ 0..10 "Alignment"
    float cohesion = 0.6f;    //@ 0..10 "Cohesion"
    float radius = 0.12f;     //@ 0.02..0.2 m "Radius": how far they see
    float speed = 0.6f;       //@ 0.1..2 m/s "Speed"
};

namespace {

__device__ int cell_along(float x) { return min(max(int((x + 1) * 0.5f * CELLS), 0), CELLS - 1); }

__device__ int cell_of(float4 p) {
    return (cell_along(p.z) * CELLS + cell_along(p.y)) * CELLS + cell_along(p.x);
}

__device__ float wrapped(float x) { return x - 2 * floorf((x + 1) * 0.5f); }

}  // namespace

extern "C" __global__ void scatter(unsigned int n, unsigned int seed, float4* positions,
                                   float4* velocities) {
    const unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    glint::Random random(seed, i);
    positions[i] =
        make_float4(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1), 0);
    velocities[i] = glint::extend(0.5f * glint::random_on_sphere(random), 0.0f);
}

extern "C" __global__ void cells(unsigned int n, const float4* positions, unsigned int* keys) {
    const unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) keys[i] = cell_of(positions[i]);
}

/// Computes new velocities by the three rules. The boids of cell c have the indices from starts[c]
/// to starts[c + 1] - 1.
extern "C" __global__ void steer(unsigned int n, float dt, Params params,
                                 const unsigned int* starts, const float4* positions,
                                 const float4* velocities, float4* to) {
    const unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const float3 here = glint::xyz(positions[i]), own = glint::xyz(velocities[i]);
    float3 away = glint::splat<float3>(0), centre = away, flow = away;
    int seen = 0;
    const int cx = cell_along(here.x), cy = cell_along(here.y), cz = cell_along(here.z);
    for (int k = 0; k < 27; ++k) {
        const int x = (cx + k % 3 - 1 + CELLS) % CELLS, y = (cy + k / 3 % 3 - 1 + CELLS) % CELLS,
                  z = (cz + k / 9 - 1 + CELLS) % CELLS;
        const int cell = (z * CELLS + y) * CELLS + x;
        for (unsigned int j = starts[cell]; j < starts[cell + 1]; ++j) {
            float3 d = glint::xyz(positions[j]) - here;
            d = make_float3(wrapped(d.x), wrapped(d.y), wrapped(d.z));
            const float square = glint::dot(d, d);
            if (j == i || square > params.radius * params.radius) continue;
            away -= d / (square + 1e-3f) * 0.01f;
            centre += d;
            flow += glint::xyz(velocities[j]);
            ++seen;
        }
    }
    float3 velocity = own;
    if (seen > 0)
        velocity += dt * (params.separation * away + 10 * params.cohesion * centre / float(seen) +
                          params.alignment * (flow / float(seen) - own));
    const float speed = fmaxf(glint::length(velocity), 1e-6f);
    to[i] = glint::extend(velocity * (params.speed / speed), float(seen));
}

/// Wraps positions into the box. w is the color: the number of boids that the boid sees.
extern "C" __global__ void wrap(unsigned int n, const float4* velocities, float4* positions) {
    const unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const float4 p = positions[i];
    positions[i] =
        make_float4(wrapped(p.x), wrapped(p.y), wrapped(p.z), fminf(velocities[i].w / 20, 1));
}
