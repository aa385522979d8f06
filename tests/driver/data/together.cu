// Blocks that cooperate: in a whole grid and in clusters; CUDA only.
#include <cooperative_groups.h>

/// Each thread passes its number to the next thread of the whole grid.
extern "C" __global__ void pass_on(unsigned int* numbers) {
    const unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned int count = gridDim.x * blockDim.x;
    const unsigned int mine = numbers[i];
    cooperative_groups::this_grid().sync();
    numbers[(i + 1) % count] = mine;
}

/// Each block reads the shared memory of the next block in the cluster.
extern "C" __global__ void next_in_cluster(unsigned int* numbers) {
    __shared__ unsigned int mine;
    const auto cluster = cooperative_groups::this_cluster();
    if (threadIdx.x == 0) mine = 10 * blockIdx.x;
    cluster.sync();
    const unsigned int next = (cluster.block_rank() + 1) % cluster.num_blocks();
    if (threadIdx.x == 0) numbers[blockIdx.x] = *cluster.map_shared_rank(&mine, next);
    cluster.sync();
}

extern "C" __global__ void __cluster_dims__(2, 1, 1) pairs_of_blocks(unsigned int* sizes) {
    if (threadIdx.x == 0) sizes[blockIdx.x] = cooperative_groups::this_cluster().num_blocks();
}
