// SPDX-License-Identifier: MIT
#pragma once

constexpr unsigned kFullWarp = 0xffffffffu;

// Inclusive sum over the lanes of a warp.
__device__ unsigned scan_in_warp(unsigned mine) {
    const unsigned lane = threadIdx.x % warpSize;
    for (unsigned offset = 1; offset < warpSize; offset *= 2) {
        const unsigned before = __shfl_up_sync(kFullWarp, mine, offset);
        if (lane >= offset) mine += before;
    }
    return mine;
}

// Inclusive sum over the threads of a block, whose size is a multiple of the warp size. `warps` has
// space for 32 numbers. After the return, `warps[31]` is the sum of the block.
__device__ unsigned scan_in_block(unsigned mine, unsigned* warps) {
    const unsigned lane = threadIdx.x % warpSize;
    const unsigned warp = threadIdx.x / warpSize;
    const unsigned in_warp = scan_in_warp(mine);
    __syncthreads();  // wait until the previous scan's sums have been read
    if (lane == warpSize - 1) warps[warp] = in_warp;
    __syncthreads();
    if (warp == 0) warps[lane] = scan_in_warp(lane < blockDim.x / warpSize ? warps[lane] : 0);
    __syncthreads();
    return warp > 0 ? warps[warp - 1] + in_warp : in_warp;
}
