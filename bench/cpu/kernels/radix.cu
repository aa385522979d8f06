// SPDX-License-Identifier: MIT
// A pass of a radix sort with four bits: counts the digits of each tile, scans the counts, and
// scatters the keys in a stable order. A block handles kTile keys; kTile divides `count`.
#include "block_scan.cuh"

constexpr unsigned kThreads = 256;
constexpr unsigned kWarps = kThreads / 32;
constexpr unsigned kDigits = 16;
constexpr unsigned kKeysEach = 16;
constexpr unsigned kTile = kThreads * kKeysEach;
constexpr unsigned kTables = 4;

__device__ unsigned digit_of(unsigned key, unsigned shift) { return (key >> shift) % kDigits; }

// Stores the counts of a tile's digits in counts[digit * tiles + tile].
__global__ void radix_count(unsigned shift, const unsigned* keys, unsigned* counts) {
    __shared__ unsigned tables[kDigits][kTables];
    if (threadIdx.x < kDigits)
        for (unsigned table = 0; table < kTables; ++table) tables[threadIdx.x][table] = 0;
    __syncthreads();
    const unsigned first = blockIdx.x * kTile + threadIdx.x;
    for (unsigned k = 0; k < kKeysEach; ++k)
        atomicAdd(&tables[digit_of(keys[first + k * kThreads], shift)][threadIdx.x % kTables], 1u);
    __syncthreads();
    if (threadIdx.x >= kDigits) return;
    unsigned sum = 0;
    for (unsigned table = 0; table < kTables; ++table) sum += tables[threadIdx.x][table];
    counts[threadIdx.x * gridDim.x + blockIdx.x] = sum;
}

// Converts counts to offsets: the start of the keys with each digit in each tile. Uses one block.
__global__ void radix_scan(unsigned count, unsigned* counts) {
    __shared__ unsigned warps[32];
    unsigned carry = 0;
    for (unsigned first = 0; first < count; first += blockDim.x) {
        const unsigned i = first + threadIdx.x;
        const unsigned mine = i < count ? counts[i] : 0;
        const unsigned sum = scan_in_block(mine, warps);
        if (i < count) counts[i] = carry + sum - mine;
        carry += warps[31];
    }
}

// Returns the mask of those lanes of the warp that have the same digit.
__device__ unsigned lanes_with(unsigned digit) {
    unsigned lanes = kFullWarp;
    for (unsigned bit = 1; bit < kDigits; bit *= 2) {
        const unsigned with_bit = __ballot_sync(kFullWarp, digit & bit);
        lanes &= digit & bit ? with_bit : ~with_bit;
    }
    return lanes;
}

// Each warp handles contiguous keys, 32 at a time, so that keys with equal digits keep their order.
__global__ void radix_scatter(unsigned shift, const unsigned* keys, const unsigned* starts,
                              unsigned* sorted) {
    __shared__ unsigned counts[kWarps][kDigits];  // later, the offset of each warp's first key
    const unsigned lane = threadIdx.x % warpSize;
    const unsigned warp = threadIdx.x / warpSize;
    if (lane < kDigits) counts[warp][lane] = 0;
    __syncwarp();
    const unsigned first = blockIdx.x * kTile + warp * (kTile / kWarps) + lane;
    unsigned mine[kKeysEach];
    unsigned ranks[kKeysEach];
#pragma unroll
    for (unsigned k = 0; k < kKeysEach; ++k) {
        mine[k] = keys[first + k * warpSize];
        const unsigned digit = digit_of(mine[k], shift);
        const unsigned lanes = lanes_with(digit);
        const unsigned before = __popc(lanes & ((1u << lane) - 1));
        const unsigned counted = counts[warp][digit];
        __syncwarp();
        if (before == 0) counts[warp][digit] = counted + __popc(lanes);
        __syncwarp();
        ranks[k] = counted + before;
    }
    __syncthreads();
    if (threadIdx.x < kDigits) {
        unsigned running = starts[threadIdx.x * gridDim.x + blockIdx.x];
        for (unsigned w = 0; w < kWarps; ++w) {
            const unsigned counted = counts[w][threadIdx.x];
            counts[w][threadIdx.x] = running;
            running += counted;
        }
    }
    __syncthreads();
#pragma unroll
    for (unsigned k = 0; k < kKeysEach; ++k)
        sorted[counts[warp][digit_of(mine[k], shift)] + ranks[k]] = mine[k];
}
