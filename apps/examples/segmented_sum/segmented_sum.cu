// SPDX-License-Identifier: MIT
// Sums of segments of equal length: each block sums ThreadsPerBlock * ItemsPerThread elements.

template <class T, int ThreadsPerBlock, int ItemsPerThread>
__global__ void segment_sums(int n, const T* values, T* sums) {
    static_assert((ThreadsPerBlock & (ThreadsPerBlock - 1)) == 0,
                  "ThreadsPerBlock must be a power of 2");
    __shared__ T partial[ThreadsPerBlock];
    const int first = blockIdx.x * ThreadsPerBlock * ItemsPerThread;

    // In each iteration, adjacent threads read adjacent elements.
    T sum{};
    for (int item = 0; item < ItemsPerThread; ++item) {
        const int i = first + item * ThreadsPerBlock + threadIdx.x;
        if (i < n) sum += values[i];
    }
    partial[threadIdx.x] = sum;
    __syncthreads();

    for (int half = ThreadsPerBlock / 2; half > 0; half /= 2) {
        if (threadIdx.x < half) partial[threadIdx.x] += partial[threadIdx.x + half];
        __syncthreads();
    }
    if (threadIdx.x == 0) sums[blockIdx.x] = partial[0];
}
