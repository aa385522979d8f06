constexpr unsigned kBins = 256;

// Blocks of kBins threads; `bins` starts at zero.
__global__ void histogram(size_t count, const unsigned char* values, unsigned* bins) {
    __shared__ unsigned mine[kBins];
    mine[threadIdx.x] = 0;
    __syncthreads();
    const size_t stride = size_t(gridDim.x) * blockDim.x;
    for (size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x; i < count; i += stride)
        atomicAdd(&mine[values[i]], 1u);
    __syncthreads();
    atomicAdd(&bins[threadIdx.x], mine[threadIdx.x]);
}
