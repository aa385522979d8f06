// Kernels launched by the launch tests.

namespace typed {

struct Pair {
    double first;
    int second;
};

__global__ void take(int count, float scale, const float* from, int* to) {
    if (threadIdx.x < count) to[threadIdx.x] = int(scale * from[threadIdx.x]);
}

__global__ void take_pairs(const Pair* pairs, double* to) {
    to[threadIdx.x] = pairs[threadIdx.x].first + pairs[threadIdx.x].second;
}

__global__ void take_anything(const void* from, unsigned long long* to) {
    to[threadIdx.x] = static_cast<const unsigned char*>(from)[threadIdx.x];
}

}  // namespace typed

/// Uses 40 KiB of static and some dynamic shared memory. Each block adds one word of each.
extern "C" __global__ void both_shared(unsigned int dynamic_words, unsigned int* sums) {
    __shared__ unsigned int fixed[10240];
    extern __shared__ unsigned int dynamic[];
    const unsigned int place = dynamic_words % 10240;  // unknown at compile time
    if (threadIdx.x == 0) {
        fixed[place] = 3 * blockIdx.x;
        dynamic[dynamic_words - 1] = 1;
    }
    __syncthreads();
    if (threadIdx.x == 1) sums[blockIdx.x] = fixed[place] + dynamic[dynamic_words - 1];
}

extern "C" __global__ void number(size_t count, unsigned int* numbers) {
    const size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x;
    if (i < count) numbers[i] += i;
}

extern "C" __global__ void __launch_bounds__(96) bounded(unsigned int* numbers) {
    numbers[threadIdx.x] = threadIdx.x;
}

struct Large {
    int values[20];
};

extern "C" __global__ void take_large(Large large, int* to) {
    to[threadIdx.x] = large.values[threadIdx.x];
}

/// Runs long enough to be measured.
extern "C" __global__ void spin(unsigned int rounds, float* to) {
    float value = threadIdx.x;
    for (unsigned int i = 0; i < rounds; ++i) value = value * 0.999f + 1.0f;
    to[threadIdx.x] = value;
}
