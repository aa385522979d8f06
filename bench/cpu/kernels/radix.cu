// One pass of a radix sort by four bits: digits counted by block, counts scanned, keys scattered
// in a stable order. A block of kThreads threads takes a tile of kTile keys; tiles divide `count`.
#include "block_scan.cuh"

constexpr unsigned kThreads = 256;
constexpr unsigned kDigits = 16;
constexpr unsigned kKeysEach = 16;
constexpr unsigned kTile = kThreads * kKeysEach;

__device__ unsigned digit_of(unsigned key, unsigned shift) { return (key >> shift) % kDigits; }

// counts[digit * tiles + tile]
__global__ void radix_count(unsigned shift, const unsigned* keys, unsigned* counts) {
    __shared__ unsigned mine[kDigits];
    if (threadIdx.x < kDigits) mine[threadIdx.x] = 0;
    __syncthreads();
    const unsigned first = blockIdx.x * kTile;
    for (unsigned i = threadIdx.x; i < kTile; i += kThreads)
        atomicAdd(&mine[digit_of(keys[first + i], shift)], 1u);
    __syncthreads();
    if (threadIdx.x < kDigits) counts[threadIdx.x * gridDim.x + blockIdx.x] = mine[threadIdx.x];
}

// One block turns the counts into the places where each tile's keys of a digit begin.
__global__ void radix_scan(unsigned count, unsigned* counts) {
    __shared__ unsigned shared[1024];
    unsigned carry = 0;
    for (unsigned first = 0; first < count; first += blockDim.x) {
        const unsigned i = first + threadIdx.x;
        const unsigned mine = i < count ? counts[i] : 0;
        const unsigned sum = scan_in_block(mine, shared);
        if (i < count) counts[i] = carry + sum - mine;
        carry += shared[blockDim.x - 1];
        __syncthreads();
    }
}

// Turns counts in the order [digit][thread] into ranks, each thread for kDigits neighbours.
__device__ void counts_to_ranks(unsigned short* counts, unsigned* sums) {
    unsigned short* mine = counts + threadIdx.x * kDigits;
    unsigned sum = 0;
    for (unsigned k = 0; k < kDigits; ++k) sum += mine[k];
    unsigned running = scan_in_block(sum, sums) - sum;
    for (unsigned k = 0; k < kDigits; ++k) {
        const unsigned counted = mine[k];
        mine[k] = static_cast<unsigned short>(running);
        running += counted;
    }
    __syncthreads();
}

__global__ void radix_scatter(unsigned shift, const unsigned* keys, const unsigned* starts,
                              unsigned* sorted) {
    __shared__ unsigned tile[kTile];
    __shared__ unsigned short ranks[kDigits * kThreads];
    __shared__ unsigned sums[kThreads];
    const unsigned me = threadIdx.x;
    for (unsigned i = me; i < kTile; i += kThreads) tile[i] = keys[blockIdx.x * kTile + i];
    for (unsigned digit = 0; digit < kDigits; ++digit) ranks[digit * kThreads + me] = 0;
    __syncthreads();
    // A thread takes keys that are neighbours, so that equal digits keep their order.
    const unsigned* mine = tile + me * kKeysEach;
    for (unsigned k = 0; k < kKeysEach; ++k) ++ranks[digit_of(mine[k], shift) * kThreads + me];
    __syncthreads();
    counts_to_ranks(ranks, sums);
    // Where in the tile each digit begins is its first thread's rank.
    if (me < kDigits) sums[me] = ranks[me * kThreads];
    __syncthreads();
    for (unsigned k = 0; k < kKeysEach; ++k) {
        const unsigned digit = digit_of(mine[k], shift);
        const unsigned rank = ranks[digit * kThreads + me]++ - sums[digit];
        sorted[starts[digit * gridDim.x + blockIdx.x] + rank] = mine[k];
    }
}
