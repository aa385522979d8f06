// Kernels that the tests run as lanes: atomics whose address or operand is computed per lane, and
// rows of shared memory.
#include "lanes_bodies.cuh"

__device__ unsigned linear_index() {
    return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
}

__device__ unsigned thread_number() {
    return linear_index() + blockIdx.x * blockDim.x * blockDim.y * blockDim.z;
}

/// Each thread adds to one element, the same in all blocks; `nowhere` is never written.
extern "C" __global__ void sums_by_thread(unsigned count, unsigned* sums, unsigned* rests,
                                          int* least, float* reals, unsigned* nowhere) {
    __syncthreads();
    const unsigned i = thread_number(), t = linear_index();
    if (i >= count) return;
    atomicSub(&rests[t], i % 5);
    if (i % 3 == 0) atomicMin(&least[2 * t + 1], static_cast<int>(bodies::mix(i) % 1000));
    atomicAdd(&reals[t], 0.25f * (i % 8));
    if (count == 0) atomicAdd(&nowhere[t], 1u);
    for (unsigned k = 0; k < 3; ++k) atomicAdd(&sums[t], i + k);
}

/// Some addresses differ from block to block, and others do not.
extern "C" __global__ void sums_by_block(unsigned* sums) {
    atomicAdd(&sums[linear_index() + blockIdx.x % 2], 1u);
    atomicAdd(&sums[linear_index()], 16u);
}

/// Counts bytes in shared tables; adjacent threads use different tables.
extern "C" __global__ void shared_tables(unsigned count, const unsigned char* values,
                                         unsigned* bins) {
    __shared__ unsigned tables[8][4];
    const unsigned t = linear_index(), threads = blockDim.x * blockDim.y * blockDim.z;
    for (unsigned bin = t; bin < 8; bin += threads)
        for (unsigned table = 0; table < 4; ++table) tables[bin][table] = 0;
    __syncthreads();
    for (unsigned i = thread_number(); i < count; i += threads * gridDim.x)
        atomicAdd(&tables[values[i] % 8][t % 4], values[i] + 1u);
    __syncthreads();
    for (unsigned bin = t; bin < 8; bin += threads) {
        unsigned sum = 0;
        for (unsigned table = 0; table < 4; ++table) sum += tables[bin][table];
        atomicAdd(&bins[bin], sum);
    }
}

/// A thread may read an element that another thread has just added to.
extern "C" __global__ void tables_that_lead_on(unsigned* out) {
    __shared__ unsigned table[1024];
    const unsigned t = linear_index();
    table[t] = bodies::mix(thread_number()) % 2;
    __syncthreads();
    const unsigned before = table[t];
    __syncthreads();
    atomicAdd(&table[before], 2u);
    __syncthreads();
    out[thread_number()] = table[t];
}

/// Rows whose elements are accessed with constant indices.
extern "C" __global__ void shared_rows(unsigned* out) {
    __shared__ unsigned rows[1024][4];
    const unsigned t = linear_index(), threads = blockDim.x * blockDim.y * blockDim.z;
    for (unsigned k = 0; k < 4; ++k) rows[t][k] = bodies::mix(4 * thread_number() + k);
    __syncthreads();
    const unsigned other = threads - 1 - t;
    unsigned sum = 0;
    for (unsigned k = 0; k < 4; ++k) sum = 3 * sum + rows[other][k] + 7 * rows[t][3 - k];
    out[thread_number()] = sum;
}
