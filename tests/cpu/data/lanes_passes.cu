// Kernels that each optional optimization pass for lanes changes.
#include <cuda_runtime.h>

struct Cell {
    int mass;
    int kind;
};

// Rows of a grid: neighbors beyond edges, periodic neighbors, structs in a row and looked up, and
// adjacent words.
extern "C" __global__ void plane(int width, int height, const Cell* cells, const int* order,
                                 int* out) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    const int i = y * width + x;
    const int left = order[x > 0 ? i - 1 : i];
    const int right = order[y * width + (x + 1) % width];
    const int below = order[(y + 1) % height * width + x];
    const int found = order[i];
    const Cell own = cells[i];
    const int* pair = order + found;
    const int side_by_side = pair[0] + 3 * pair[1];
    const int turned = order[(i ^ 8) < width * height ? i ^ 8 : i];
    out[i] = own.mass + 2 * own.kind + 3 * cells[found].mass + 5 * cells[found].kind + 7 * left +
             11 * right + 13 * below + 17 * side_by_side + 19 * turned + 23 * cells[left].kind +
             own.mass / (found + 1);
}

// A grid-stride loop with 64-bit indices, sums in shared memory, and, at the end, atomic additions
// to one element and to consecutive elements. Indices are used again after a barrier.
extern "C" __global__ void sums(unsigned long long count, const int* in, int* bins, int* total) {
    __shared__ int shared[256][2];
    const int place = 3 * threadIdx.x + 5;
    for (int table = 0; table < 2; ++table) shared[threadIdx.x][table] = 0;
    __syncthreads();
    const unsigned long long step = gridDim.x * static_cast<unsigned long long>(blockDim.x);
    int sum = 0;
    for (unsigned long long i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += step) {
        sum += in[i];
        atomicAdd(&shared[in[i] & 255][threadIdx.x % 2], 1);
    }
    __syncthreads();
    atomicAdd(&bins[threadIdx.x], shared[threadIdx.x][0] + shared[threadIdx.x][1] + place);
    atomicAdd(total, sum);
}

// A rare branch with several parts; lanes should skip parts that none of them needs.
extern "C" __global__ void parts(int count, const int* in, int* out) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    int value = in[i];
    if (value % 61 == 7) {
        if (value & 2) value += in[value % count] / (value | 1);
        if (value & 4) value ^= in[(value & 0xfffff) % count] % (in[0] | 1);
        value = 3 * value + in[(value & 0xfffff) % count];
    }
    out[i] = value;
}

// All values are live at the same time.
extern "C" __global__ void crowd(int count, const float* in, float* out) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    float values[28];
#pragma unroll
    for (int k = 0; k < 28; ++k) values[k] = in[k * count + i];
#pragma unroll
    for (int k = 0; k < 28; ++k) out[k * count + i] = values[k] - values[(5 * k + 3) % 28];
}
