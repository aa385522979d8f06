#pragma once

// The sum of the values of this thread and those before it in the block (Hillis and Steele).
// `shared` holds a value for each thread, and the block's sum in the last when this returns.
__device__ unsigned scan_in_block(unsigned mine, unsigned* shared) {
    shared[threadIdx.x] = mine;
    __syncthreads();
    for (unsigned offset = 1; offset < blockDim.x; offset *= 2) {
        const unsigned before = threadIdx.x >= offset ? shared[threadIdx.x - offset] : 0;
        __syncthreads();
        shared[threadIdx.x] += before;
        __syncthreads();
    }
    return shared[threadIdx.x];
}
