// Atomics, device variables and surfaces.

extern "C" __global__ void contended(unsigned* counts, float* sums, unsigned long long* extremes,
                                     double* total) {
    const unsigned long long i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd(&counts[0], 1);
    atomicInc(&counts[1], 9);
    atomicOr(&counts[2], 1u << threadIdx.x % 32);
    atomicAdd(&sums[0], 1.0f);
    atomicAdd(&sums[1], 0.5f);
    atomicMax(&extremes[0], i);
    atomicMin(&extremes[1], i);
    unsigned long long old = extremes[2], assumed;
    do {
        assumed = old;
        old = atomicCAS(&extremes[2], assumed, assumed + i);
    } while (old != assumed);
    atomicAdd(total, 0.25);
}

__constant__ int table[8];
__device__ int plain = 3;
__device__ int launches;
static __device__ int only_here = 4;
namespace physics {
__device__ float gravity = 9.5f;
}
extern "C" __global__ void use_globals(int* out) {
    const int i = threadIdx.x;
    out[i] = table[i % 8] + plain + only_here + (int)(2 * physics::gravity);
    if (i == 0) atomicAdd(&launches, 1);
}

extern "C" __global__ void paint(cudaSurfaceObject_t surface, int width, int height) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    // Threads outside the image write, too, but out-of-bounds writes are ignored.
    surf2Dwrite(make_uchar4(x, y, x + y, 255), surface, x * sizeof(uchar4), y,
                cudaBoundaryModeZero);
    surf2Dwrite(make_uchar4(9, 9, 9, 9), surface, -4, y, cudaBoundaryModeZero);
}

extern "C" __global__ void shift(cudaSurfaceObject_t from, cudaSurfaceObject_t to, int width) {
    const int x = threadIdx.x;
    const int y = blockIdx.x;
    float value = surf2Dread<float>(from, (x + 1) * sizeof(float), y, cudaBoundaryModeZero);
    float again;
    surf2Dread(&again, from, (x + 1) * 4, y, cudaBoundaryModeZero);
    surf2Dwrite(value + again, to, x * 4, y);
}

extern "C" __global__ void write_outside(cudaSurfaceObject_t surface) {
    surf2Dwrite(1.0f, surface, 0, -1);
}
