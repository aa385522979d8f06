// SPDX-License-Identifier: MIT
// Kernels that add two vectors, element by element.

extern "C" __global__ void add(int n, const float* a, const float* b, float* sum) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) sum[i] = a[i] + b[i];
}

/// Adds two vectors through shared memory: each thread passes a pair of numbers to a neighbor in
/// the block, which adds the pair. This is useless, but it is the simplest kernel with a barrier.
extern "C" __global__ void add_in_shared_memory(int n, const float* a, const float* b, float* sum) {
    extern __shared__ float2 pairs[];
    const int first = blockIdx.x * blockDim.x;
    const int i = first + threadIdx.x;
    if (i < n) pairs[threadIdx.x] = make_float2(a[i], b[i]);
    __syncthreads();
    const int neighbour = (threadIdx.x + 1) % blockDim.x;
    if (first + neighbour < n) sum[first + neighbour] = pairs[neighbour].x + pairs[neighbour].y;
}
