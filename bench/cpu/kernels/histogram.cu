// SPDX-License-Identifier: MIT
constexpr unsigned kBins = 256;
// Adjacent threads count in different tables, so fewer threads contend for the same bin.
constexpr unsigned kTables = 4;

// Blocks must have kBins threads. All `bins` must be zero before the launch.
__global__ void histogram(size_t count, const unsigned char* values, unsigned* bins) {
    __shared__ unsigned tables[kBins][kTables];
    for (unsigned table = 0; table < kTables; ++table) tables[threadIdx.x][table] = 0;
    __syncthreads();
    const size_t stride = size_t(gridDim.x) * blockDim.x;
    for (size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x; i < count; i += stride)
        atomicAdd(&tables[values[i]][threadIdx.x % kTables], 1u);
    __syncthreads();
    unsigned sum = 0;
    for (unsigned table = 0; table < kTables; ++table) sum += tables[threadIdx.x][table];
    atomicAdd(&bins[threadIdx.x], sum);
}
