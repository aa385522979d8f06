// SPDX-License-Identifier: MIT
// Three kernels that sum numbers in different ways. In each, blocks add their sums to `total`.
constexpr unsigned kBlock = 256;

__device__ void add_block_sum(float mine, float* total) {
    __shared__ float sums[kBlock];
    sums[threadIdx.x] = mine;
    __syncthreads();
    for (unsigned half = kBlock / 2; half > 0; half /= 2) {
        if (threadIdx.x < half) sums[threadIdx.x] += sums[threadIdx.x + half];
        __syncthreads();
    }
    if (threadIdx.x == 0) atomicAdd(total, sums[0]);
}

__global__ void reduce_one_each(size_t count, const float* values, float* total) {
    const size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
    add_block_sum(i < count ? values[i] : 0.0f, total);
}

__device__ float strided_sum(size_t count, const float* values) {
    const size_t stride = size_t(gridDim.x) * blockDim.x;
    float sum = 0;
    for (size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x; i < count; i += stride)
        sum += values[i];
    return sum;
}

__global__ void reduce_strided(size_t count, const float* values, float* total) {
    add_block_sum(strided_sum(count, values), total);
}

__device__ float warp_sum(float mine) {
    for (int offset = warpSize / 2; offset > 0; offset /= 2)
        mine += __shfl_down_sync(0xffffffffu, mine, offset);
    return mine;
}

__global__ void reduce_shuffled(size_t count, const float* values, float* total) {
    __shared__ float warps[32];
    const unsigned lane = threadIdx.x % warpSize;
    const unsigned warp = threadIdx.x / warpSize;
    const float sum = warp_sum(strided_sum(count, values));
    if (lane == 0) warps[warp] = sum;
    __syncthreads();
    if (warp != 0) return;
    const float block = warp_sum(lane < blockDim.x / warpSize ? warps[lane] : 0.0f);
    if (lane == 0) atomicAdd(total, block);
}
