// Batcher's bitonic sort of a power of two of keys. What fits in a tile is sorted in shared memory;
// wider strides take a launch each.
constexpr unsigned kTile = 1024;  // two keys a thread

__device__ void order(unsigned& low, unsigned& high, bool ascending) {
    const unsigned first = low;
    const unsigned second = high;
    low = ascending ? min(first, second) : max(first, second);
    high = ascending ? max(first, second) : min(first, second);
}

// Merges by the strides from `stride` down to 1.
__device__ void merge_in_tile(unsigned* tile, unsigned first, unsigned size, unsigned stride) {
    for (; stride > 0; stride /= 2) {
        __syncthreads();
        const unsigned low = 2 * threadIdx.x - threadIdx.x % stride;
        order(tile[low], tile[low + stride], ((first + low) & size) == 0);
    }
    __syncthreads();
}

__global__ void bitonic_tiles(unsigned* keys) {
    __shared__ unsigned tile[kTile];
    const unsigned first = blockIdx.x * kTile;
    tile[threadIdx.x] = keys[first + threadIdx.x];
    tile[threadIdx.x + kTile / 2] = keys[first + threadIdx.x + kTile / 2];
    for (unsigned size = 2; size <= kTile; size *= 2) merge_in_tile(tile, first, size, size / 2);
    keys[first + threadIdx.x] = tile[threadIdx.x];
    keys[first + threadIdx.x + kTile / 2] = tile[threadIdx.x + kTile / 2];
}

__global__ void bitonic_stride(unsigned size, unsigned stride, unsigned* keys) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned low = 2 * i - i % stride;
    order(keys[low], keys[low + stride], (low & size) == 0);
}

__global__ void bitonic_merge(unsigned size, unsigned* keys) {
    __shared__ unsigned tile[kTile];
    const unsigned first = blockIdx.x * kTile;
    tile[threadIdx.x] = keys[first + threadIdx.x];
    tile[threadIdx.x + kTile / 2] = keys[first + threadIdx.x + kTile / 2];
    merge_in_tile(tile, first, size, kTile / 2);
    keys[first + threadIdx.x] = tile[threadIdx.x];
    keys[first + threadIdx.x + kTile / 2] = tile[threadIdx.x + kTile / 2];
}
