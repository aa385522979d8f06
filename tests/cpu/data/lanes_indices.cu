// LLVM 19's InstCombine did not terminate on this kernel once it knew the range of the indices.
extern "C" __global__ void equal_indices(int rounds, int* out) {
    __shared__ long long table[128];
    const int thread = threadIdx.x + 32 * threadIdx.y;
    const int i = 128 * blockIdx.x + thread;
    table[thread] = 0;
    __syncthreads();
    const int odd = ((thread & 31) != i ? 0 : thread) & 1;
    int value = 1000000 * (i + 1);
    for (int round = 0; round < rounds; ++round) value = 144 | (value / (odd + 1)) % (rounds + 7);
    out[i] = value + static_cast<int>(table[thread]);
}

// Accesses elements in descending order; indices may wrap between two elements.
extern "C" __global__ void falling(int count, int last, const float* from, float* to) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) to[last - i] = from[last - i] + 1;
}
extern "C" __global__ void falling_past_zero(unsigned first, const unsigned char* from,
                                             unsigned char* out) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = from[first - i];
}

/// The position of each thread's block in the grid, and the grid's shape.
extern "C" __global__ void where_in_grid(unsigned* out) {
    const unsigned block = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
    unsigned* const own = out + 2 * (block * blockDim.x + threadIdx.x);
    own[0] = blockIdx.x + 100 * blockIdx.y + 10000 * blockIdx.z;
    own[1] = gridDim.x + 100 * gridDim.y + 10000 * gridDim.z;
}

/// Adjacent words at an index read from memory: three at the index, two more at distance `apart`,
/// and, for some threads, four with gaps.
template <class Word>
__device__ void add_neighbours(unsigned count, int apart, const int* places, const Word* from,
                               Word* to) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    const Word* const near = from + places[i];
    const Word* const far = near + apart;
    Word sum = near[-1] + 3 * near[0] + 5 * near[1] + 7 * far[1] + 9 * far[0];
    if (places[i] % 3 == 0) sum += near[5] - near[3] + far[-2] + 11 * far[9];
    to[i] = sum;
}
extern "C" __global__ void neighbours(unsigned count, int apart, const int* places,
                                      const unsigned* from, unsigned* to) {
    add_neighbours(count, apart, places, from, to);
}
extern "C" __global__ void wide_neighbours(unsigned count, int apart, const int* places,
                                           const double* from, double* to) {
    add_neighbours(count, apart, places, from, to);
}
