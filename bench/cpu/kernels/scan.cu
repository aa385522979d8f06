// Inclusive scan in three kernels: within blocks, over the blocks' sums, and the sums added.
#include "block_scan.cuh"

constexpr unsigned kMostThreads = 1024;

__global__ void scan_blocks(unsigned count, const unsigned* values, unsigned* scanned,
                            unsigned* sums) {
    __shared__ unsigned shared[kMostThreads];
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned sum = scan_in_block(i < count ? values[i] : 0, shared);
    if (i < count) scanned[i] = sum;
    if (threadIdx.x == blockDim.x - 1) sums[blockIdx.x] = sum;
}

// One block goes over all sums, a block's width at a time.
__global__ void scan_sums(unsigned count, unsigned* sums) {
    __shared__ unsigned shared[kMostThreads];
    unsigned carry = 0;
    for (unsigned first = 0; first < count; first += blockDim.x) {
        const unsigned i = first + threadIdx.x;
        const unsigned sum = scan_in_block(i < count ? sums[i] : 0, shared);
        if (i < count) sums[i] = carry + sum;
        carry += shared[blockDim.x - 1];
        __syncthreads();
    }
}

__global__ void add_sums(unsigned count, const unsigned* sums, unsigned* scanned) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (blockIdx.x > 0 && i < count) scanned[i] += sums[blockIdx.x - 1];
}
