// Kernels launched by the driver's tests.

struct Pair {
    double first;
    int second;
};

__constant__ float factors[4] = {1.0f, 2.0f, 3.0f, 4.0f};
__device__ unsigned int counter = 5;

namespace {

__device__ size_t thread_index() { return blockIdx.x * size_t(blockDim.x) + threadIdx.x; }

}  // namespace

extern "C" __global__ void saxpy(size_t n, float a, const float* x, float* y) {
    const size_t i = thread_index();
    if (i < n) y[i] += a * x[i];
}

extern "C" __global__ void scale_by_factors(size_t n, float* y) {
    const size_t i = thread_index();
    if (i < n) y[i] *= factors[i % 4];
}

extern "C" __global__ void count() { atomicAdd(&counter, 1u); }

/// Each thread of the launch adds one to its own element.
extern "C" __global__ void mark(unsigned int* visits) {
    const unsigned int x = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned int y = blockIdx.y * blockDim.y + threadIdx.y;
    const unsigned int z = blockIdx.z * blockDim.z + threadIdx.z;
    const unsigned int width = gridDim.x * blockDim.x, height = gridDim.y * blockDim.y;
    visits[(z * height + y) * width + x] += 1;
}

/// Writes the last byte of `size_bytes` of dynamic shared memory, then reads it.
extern "C" __global__ void use_shared(unsigned int size_bytes, unsigned char* seen) {
    extern __shared__ unsigned char shared[];
    if (threadIdx.x == 0) shared[size_bytes - 1] = 42;
    __syncthreads();
    seen[threadIdx.x] = shared[size_bytes - 1];
}

extern "C" __global__ void take_pair(Pair pair, double* out) {
    out[0] = pair.first;
    out[1] = pair.second;
}

extern "C" __global__ void sample_texture(cudaTextureObject_t texture, float* to) {
    to[threadIdx.x] = tex1D<float>(texture, threadIdx.x + 0.5f);
}
