// SPDX-License-Identifier: MIT
// The sum of two vectors, element by element.

extern "C" __global__ void add(int n, const float* a, const float* b, float* sum) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) sum[i] = a[i] + b[i];
}

/// The sum of two vectors through shared memory: each thread passes its pair to its neighbor in the
/// block, which adds it. Not useful in practice, but the smallest kernel that needs a barrier.
extern "C" __global__ void add_in_shared_memory(int n, const float* a, const float* b, float* sum) {
    extern __shared__ float2 pairs[];
    const int first = blockIdx.x * blockDim.x;
    const int i = first + threadIdx.x;
    if (i < n) pairs[threadIdx.x] = make_float2(a[i], b[i]);
    __syncthreads();
    const int neighbour = (threadIdx.x + 1) % blockDim.x;
    if (first + neighbour < n) sum[first + neighbour] = pairs[neighbour].x + pairs[neighbour].y;
}
