// Typical kernels whose generated code should match hand-written loops.

extern "C" __global__ void saxpy(unsigned count, float a, const float* x, float* y) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) y[i] += a * x[i];
}

extern "C" __global__ void saxpy_wide(size_t count, float a, const float* x, float* y) {
    const size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x;
    if (i < count) y[i] += a * x[i];
}

extern "C" __global__ void grid_stride(size_t count, const float* x, float* y) {
    for (size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x; i < count;
         i += gridDim.x * size_t(blockDim.x))
        y[i] = 2 * x[i];
}

extern "C" __global__ void reversed(int count, const float* x, float* y) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) y[i] = x[count - 1 - i];
}

extern "C" __global__ void image(int width, int height, const float* in, float* out) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height) out[y * width + x] = 1 - in[y * width + x];
}

/// Reads coefficients that all threads share.
extern "C" __global__ void polynomial(const float* coefficients, const float* in, float* out) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int k = 0; k < 9; ++k) sum = sum * in[i] + coefficients[k];
    out[i] = sum;
}

struct Colour {
    float red, green, blue;
};
extern "C" __global__ void colours(const Colour* in, float* out) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = 0.2126f * in[i].red + 0.7152f * in[i].green + 0.0722f * in[i].blue;
}

/// Sums that are written to memory only once for many blocks.
extern "C" __global__ void columns(const unsigned* in, unsigned* sums) {
    atomicAdd(&sums[threadIdx.x], in[blockIdx.x * blockDim.x + threadIdx.x]);
}

extern "C" __global__ void halved(const unsigned char* in, unsigned char* out) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i] / 2 + 1;
}

/// Rows of a grid with periodic neighbors.
extern "C" __global__ void stencil(int width, int height, const float* in, float* out) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    if (x >= width || y >= height) return;
    const int left = (x + width - 1) % width, right = (x + 1) % width;
    out[y * width + x] = in[y * width + left] + in[y * width + right] - 2 * in[y * width + x];
}

struct Body {
    float x, y, z, mass;
};
extern "C" __global__ void structs(const Body* in, Body* out) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    const Body b = in[i];
    out[i] = {b.x * b.mass, b.y * b.mass, b.z * b.mass, b.mass};
}

extern "C" __global__ void gathered(const int* where, const float* in, float* out) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[where[i]];
}

/// Adds once per block, for any number of threads in the block.
extern "C" __global__ void total(const unsigned* in, unsigned* sum) {
    atomicAdd(sum, in[blockIdx.x * blockDim.x + threadIdx.x]);
}

extern "C" __global__ void block_sum(const float* in, float* out) {
    __shared__ float part[256];
    const unsigned i = threadIdx.x;
    part[i] = in[blockIdx.x * 256 + i];
    __syncthreads();
    for (unsigned step = 128; step > 0; step /= 2) {
        if (i < step) part[i] += part[i + step];
        __syncthreads();
    }
    if (i == 0) out[blockIdx.x] = part[0];
}

extern "C" __global__ void warp_sum(const float* in, float* out) {
    float x = in[blockIdx.x * blockDim.x + threadIdx.x];
    for (int step = 16; step > 0; step /= 2) x += __shfl_down_sync(0xffffffffu, x, step);
    if (threadIdx.x % 32 == 0) out[(blockIdx.x * blockDim.x + threadIdx.x) / 32] = x;
}

extern "C" __global__ void matrix_tile(int n, const float* a, const float* b, float* c) {
    __shared__ float left[16][16], right[16][16];
    const int x = threadIdx.x, y = threadIdx.y;
    const int column = blockIdx.x * 16 + x, row = blockIdx.y * 16 + y;
    float sum = 0;
    for (int k = 0; k < n; k += 16) {
        left[y][x] = a[row * n + k + x];
        right[y][x] = b[(k + y) * n + column];
        __syncthreads();
        for (int j = 0; j < 16; ++j) sum += left[y][j] * right[j][x];
        __syncthreads();
    }
    c[row * n + column] = sum;
}

extern "C" __global__ void maths(const float* in, float* out) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = sinf(in[i]) + expf(in[i]) * logf(in[i]);
}

/// A loop with a different trip count in each thread.
extern "C" __global__ void divergent(const int* rounds, unsigned* out) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned x = i;
    for (int k = 0; k < rounds[i]; ++k) x = x * 1664525u + 1013904223u;
    out[i] = x;
}

extern "C" __global__ void early_return(unsigned count, const float* in, float* out) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    if (in[i] < 0) return;
    out[i] = sqrtf(in[i]);
}

/// Conversions and shifts whose operands may be out of range.
extern "C" __global__ void converted(const float* in, const double* wide, const int* by, int* out,
                                     unsigned char* bytes) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = static_cast<int>(in[i]) << by[i] | static_cast<int>(wide[i]) >> by[i];
    bytes[i] = static_cast<unsigned char>(255 * in[i]);
}
