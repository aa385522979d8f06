// SPDX-License-Identifier: MIT
// Inclusive scan in three kernels: the sum of each tile, the scan of these sums, and the scan
// within each tile. Each thread handles four adjacent values, so a tile has four times as many
// values as a block has threads. `count` is a multiple of the tile size.
#include "block_scan.cuh"

__device__ unsigned sum_of(uint4 values) { return values.x + values.y + values.z + values.w; }

__global__ void sum_tiles(const uint4* values, unsigned* sums) {
    __shared__ unsigned warps[32];
    const unsigned sum =
        scan_in_block(sum_of(values[blockIdx.x * blockDim.x + threadIdx.x]), warps);
    if (threadIdx.x == blockDim.x - 1) sums[blockIdx.x] = sum;
}

// Scans all sums in a single block: as many sums at a time as the block has threads.
__global__ void scan_sums(unsigned count, unsigned* sums) {
    __shared__ unsigned warps[32];
    unsigned carry = 0;
    for (unsigned first = 0; first < count; first += blockDim.x) {
        const unsigned i = first + threadIdx.x;
        const unsigned sum = scan_in_block(i < count ? sums[i] : 0, warps);
        if (i < count) sums[i] = carry + sum;
        carry += warps[31];
    }
}

__global__ void scan_tiles(const uint4* values, const unsigned* sums, uint4* scanned) {
    __shared__ unsigned warps[32];
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    uint4 mine = values[i];
    const unsigned sum = sum_of(mine);
    const unsigned before =
        scan_in_block(sum, warps) - sum + (blockIdx.x > 0 ? sums[blockIdx.x - 1] : 0);
    mine.x += before;
    mine.y += mine.x;
    mine.z += mine.y;
    mine.w += mine.z;
    scanned[i] = mine;
}
