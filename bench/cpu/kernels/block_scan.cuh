// SPDX-License-Identifier: MIT
#pragma once

constexpr unsigned kFullWarp = 0xffffffffu;

// The sum of the values of this thread and those before it in its warp.
__device__ unsigned scan_in_warp(unsigned mine) {
    const unsigned lane = threadIdx.x % warpSize;
    for (unsigned offset = 1; offset < warpSize; offset *= 2) {
        const unsigned before = __shfl_up_sync(kFullWarp, mine, offset);
        if (lane >= offset) mine += before;
    }
    return mine;
}

// The sum of the values of this thread and those before it in the block, a whole number of warps.
// `warps` has room for 32 numbers, and the block's sum in `warps[31]` when this returns.
__device__ unsigned scan_in_block(unsigned mine, unsigned* warps) {
    const unsigned lane = threadIdx.x % warpSize;
    const unsigned warp = threadIdx.x / warpSize;
    const unsigned in_warp = scan_in_warp(mine);
    __syncthreads();  // the last scan's sums have been read
    if (lane == warpSize - 1) warps[warp] = in_warp;
    __syncthreads();
    if (warp == 0) warps[lane] = scan_in_warp(lane < blockDim.x / warpSize ? warps[lane] : 0);
    __syncthreads();
    return warp > 0 ? warps[warp - 1] + in_warp : in_warp;
}
