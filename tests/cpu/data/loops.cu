// Kernels whose threads do not synchronize with each other.
#include <cstdint>
#include <cuda_runtime.h>

extern "C" __global__ void saxpy(size_t n, float a, const float* x, float* y) {
    size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x;
    if (i < n) y[i] += a * x[i];
}

extern "C" __global__ void where_am_i(int* out) {
    const int in_block = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
    const int block = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
    const int threads = blockDim.x * blockDim.y * blockDim.z;
    out[block * threads + in_block] =
        threadIdx.x + 100 * threadIdx.y + 10000 * threadIdx.z + 1000000 * block;
}

extern "C" __global__ void transpose(int width, int height, const float* in, float* out) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    out[x * height + y] = in[y * width + x];
}

extern "C" __global__ void early_returns(int n, int* out) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    if (i % 3 == 0) {
        out[i] = -1;
        return;
    }
    for (int k = 0; k < i; ++k) {
        if (k * k >= i) {
            out[i] = k;
            return;
        }
    }
    out[i] = i;
}

struct Material {
    float3 colour;
    int count;
    double weights[5];
};

// Passes structs, a vector type, small types, and a bool by value.
extern "C" __global__ void by_value(Material material, char offset, float2 pair, bool negate,
                                    uchar4 bytes, double* out) {
    const int i = threadIdx.x;
    const double value = material.colour.x + 2 * material.colour.y + 4 * material.colour.z +
                         material.count + material.weights[i % 5] + offset + pair.x * pair.y +
                         bytes.w;
    out[i] = negate ? -value : value;
}

template <class T, int factor>
__global__ void scale(int n, T* data) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) data[i] *= T(factor);
}

namespace outer {
namespace {
__global__ void hidden(int* out) { out[threadIdx.x] = 7; }
}  // namespace
static __global__ void inside(int* out) { out[threadIdx.x] = 8; }
}  // namespace outer

__device__ int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }
extern "C" __global__ void recursion(int* out) { out[threadIdx.x] = fibonacci(threadIdx.x % 16); }

typedef int (*Operation)(int);
__device__ int increment(int x) { return x + 1; }
__device__ int twice(int x) { return 2 * x; }
extern "C" __global__ void by_pointer(int choice, int* out) {
    Operation operation = choice == 0 ? increment : twice;
    out[threadIdx.x] = operation(threadIdx.x);
}

extern "C" __global__ void local_array(int n, int* out) {
    int values[16];
    for (int k = 0; k < 16; ++k) values[k] = threadIdx.x * k;
    out[blockIdx.x * blockDim.x + threadIdx.x] = values[n % 16] + values[(n + 5) % 16];
}

extern "C" __global__ void mathematics(int n, const float* x, float* out) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = sinf(x[i]) * expf(-x[i]) + cosf(x[i]) + logf(1.0f + x[i]) + rsqrtf(x[i]);
}

extern "C" __global__ void positive(const float* x) { assert(x[threadIdx.x] > 0.0f); }

extern "C" __global__ void grid_stride(int n, int* out) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        out[i] = 2 * i + 1;
}

extern "C" __global__ void private_shared(int* out) {
    __shared__ int own[256];
    own[threadIdx.x] = 3 * threadIdx.x;
    own[threadIdx.x] += blockIdx.x;
    out[blockIdx.x * blockDim.x + threadIdx.x] = own[threadIdx.x];
}

extern "C" __global__ void integers(uint64_t* out) {
    out[0] = __popc(0xf0f0u);
    out[1] = __clz(1);
    out[2] = __ffs(8);
    out[3] = __brev(1u);
    out[4] = __umulhi(0x80000000u, 6u);
    out[5] = min(3, 5u) + max(-2, 1);
    out[6] = __float2int_rn(2.5f) + 10 * __float2int_ru(2.1f) + 100 * __float2int_rz(-2.9f);
    out[7] = __float_as_uint(1.0f);
    out[8] = INT32_MAX;
    out[9] = __byte_perm(0x33221100u, 0x77665544u, 0x7531u);
}
