// SPDX-License-Identifier: MIT
// Batcher's bitonic sort. The number of keys is a power of two. A block sorts a tile, with one key
// per thread: strides within a warp use shuffles, and strides within a tile use shared memory. Each
// stride that is wider than a tile is a separate launch.
constexpr unsigned kTile = 1024;
constexpr unsigned kFullWarp = 0xffffffffu;

// Returns the key that belongs at position i: `mine`, or `other`, which is `stride` away.
__device__ unsigned keep(unsigned mine, unsigned other, unsigned i, unsigned size,
                         unsigned stride) {
    const bool ascending = (i & size) == 0;
    const bool is_low = (i & stride) == 0;
    return ascending == is_low ? min(mine, other) : max(mine, other);
}

// Merges with strides from `most` down to 1.
__device__ unsigned merge_in_warp(unsigned mine, unsigned i, unsigned size, unsigned most) {
#pragma unroll
    for (unsigned stride = 16; stride > 0; stride /= 2)
        if (stride <= most)
            mine = keep(mine, __shfl_xor_sync(kFullWarp, mine, stride), i, size, stride);
    return mine;
}

__device__ unsigned merge_in_tile(unsigned mine, unsigned* tile, unsigned i, unsigned size) {
    for (unsigned stride = min(size, kTile) / 2; stride >= warpSize; stride /= 2) {
        __syncthreads();
        tile[threadIdx.x] = mine;
        __syncthreads();
        mine = keep(mine, tile[threadIdx.x ^ stride], i, size, stride);
    }
    return merge_in_warp(mine, i, size, warpSize / 2);
}

__global__ void bitonic_tiles(unsigned* keys) {
    __shared__ unsigned tile[kTile];
    const unsigned i = blockIdx.x * kTile + threadIdx.x;
    unsigned mine = keys[i];
#pragma unroll
    for (unsigned size = 2; size <= 32; size *= 2) mine = merge_in_warp(mine, i, size, size / 2);
    for (unsigned size = 2 * warpSize; size <= kTile; size *= 2)
        mine = merge_in_tile(mine, tile, i, size);
    keys[i] = mine;
}

// Compares pairs of keys at a distance of `stride`. Each thread handles one pair.
__global__ void bitonic_stride(unsigned size, unsigned stride, unsigned* keys) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned low = 2 * i - (i & (stride - 1));
    const unsigned first = keys[low];
    const unsigned second = keys[low + stride];
    const bool ascending = (low & size) == 0;
    keys[low] = ascending ? min(first, second) : max(first, second);
    keys[low + stride] = ascending ? max(first, second) : min(first, second);
}

__global__ void bitonic_merge(unsigned size, unsigned* keys) {
    __shared__ unsigned tile[kTile];
    const unsigned i = blockIdx.x * kTile + threadIdx.x;
    keys[i] = merge_in_tile(keys[i], tile, i, size);
}
