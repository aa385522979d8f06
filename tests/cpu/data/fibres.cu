// Kernels whose threads synchronize with each other.

extern "C" __global__ void block_sum(int n, const float* in, float* out) {
    __shared__ float partial[256];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    partial[threadIdx.x] = i < n ? in[i] : 0.0f;
    __syncthreads();
    for (int half = blockDim.x / 2; half > 0; half /= 2) {
        if (threadIdx.x < half) partial[threadIdx.x] += partial[threadIdx.x + half];
        __syncthreads();
    }
    if (threadIdx.x == 0) out[blockIdx.x] = partial[0];
}

extern "C" __global__ void reverse(int* data) {
    extern __shared__ int copy[];
    __shared__ int offset;
    if (threadIdx.x == 0) offset = 5;
    copy[threadIdx.x] = data[threadIdx.x];
    __syncthreads();
    data[threadIdx.x] = copy[blockDim.x - 1 - threadIdx.x] + offset;
}

extern "C" __global__ void rotate(int steps, int* out) {
    __shared__ int ring[1024];
    const int t = threadIdx.x;
    ring[t] = t;
    __syncthreads();
    for (int step = 0; step < steps; ++step) {
        const int next = ring[(t + 1) % blockDim.x];
        __syncthreads();
        ring[t] = next;
        __syncthreads();
    }
    out[blockIdx.x * blockDim.x + t] = ring[t];
}

extern "C" __global__ void shuffles(int* out) {
    const int lane = threadIdx.x % 32;
    const unsigned all = 0xffffffffu;
    int* mine = out + 8 * threadIdx.x;
    mine[0] = __shfl_sync(all, lane * 10, 3);
    mine[1] = __shfl_down_sync(all, lane, 4);
    mine[2] = __shfl_up_sync(all, lane, 4);
    mine[3] = __shfl_xor_sync(all, lane, 5);
    mine[4] = __shfl_down_sync(all, lane, 3, 8);
    mine[5] = (int)__shfl_xor_sync(all, 0.5 * lane, 1);
    mine[6] = (int)__match_any_sync(all, lane % 4);
    mine[7] = __reduce_add_sync(all, lane);
}

// Each half of a warp shuffles independently, a different number of times.
extern "C" __global__ void partial_masks(int* out) {
    const int lane = threadIdx.x % 32;
    int value = lane;
    if (lane < 16) {
        for (int distance = 8; distance > 0; distance /= 2)
            value += __shfl_xor_sync(0x0000ffffu, value, distance);
    } else if (lane % 2 == 0) {
        __syncwarp(0x55550000u);
        value = __shfl_sync(0x55550000u, value, 30);
    }
    __syncwarp();
    out[threadIdx.x] = value;
}

extern "C" __global__ void votes(unsigned* out) {
    const int t = threadIdx.x;
    unsigned* mine = out + 4 * t;
    mine[0] = __ballot_sync(0xffffffffu, t % 3 == 0);
    mine[1] = __any_sync(0xffffffffu, t == 40);
    mine[2] = __all_sync(0xffffffffu, t < 32);
    mine[3] = __popc(__activemask()) >= 1;
}

extern "C" __global__ void block_votes(int* out) {
    const int t = threadIdx.x;
    const int count = __syncthreads_count(t % 5 == 0);
    const int some = __syncthreads_or(t == 77);
    const int all = __syncthreads_and(t < 1000);
    const int none = __syncthreads_or(t < 0);
    out[t] = count + 1000 * some + 10000 * all + 100000 * none;
}

// Threads beyond n exit before the barriers.
extern "C" __global__ void leavers(int n, int* out) {
    __shared__ int values[128];
    values[threadIdx.x] = 0;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    values[threadIdx.x] = i;
    __syncthreads();
    out[i] = values[threadIdx.x ^ 1];
    __syncthreads();
    if (threadIdx.x % 2 == 0) return;
    __syncthreads();
    out[i] += 1000 * __popc(__ballot_sync(0xffffffffu, 1));
}

__device__ int inclusive_scan(int value, int* scratch) {
    const int t = threadIdx.x;
    scratch[t] = value;
    __syncthreads();
    for (int offset = 1; offset < blockDim.x; offset <<= 1) {
        const int other = t >= offset ? scratch[t - offset] : 0;
        __syncthreads();
        scratch[t] += other;
        __syncthreads();
    }
    const int result = scratch[t];
    __syncthreads();
    return result;
}
extern "C" __global__ void scan_twice(int* out) {
    __shared__ int scratch[128];
    out[threadIdx.x] = inclusive_scan(inclusive_scan(1, scratch), scratch);
}

template <class T, int size>
__global__ void mirrored(T factor, T* out) {
    __shared__ T tile[size];
    tile[threadIdx.x] = threadIdx.x * factor;
    __syncthreads();
    out[threadIdx.x] = tile[size - 1 - threadIdx.x];
}

extern "C" __global__ void where_am_i(int* out) {
    __syncthreads();
    const int in_block = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
    const int block = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
    const int threads = blockDim.x * blockDim.y * blockDim.z;
    out[block * threads + in_block] =
        threadIdx.x + 100 * threadIdx.y + 10000 * threadIdx.z + 1000000 * block;
}

// This recursion cannot be inlined into the kernel, and it uses indices and shared memory.
__shared__ int shared_counter[32];
extern __shared__ int shared_tail[];
__device__ int descend(int depth) {
    if (depth == 0) {
        __syncthreads();
        return shared_counter[31 - threadIdx.x] + shared_tail[threadIdx.x];
    }
    return 1 + descend(depth - 1);
}
extern "C" __global__ void deep(int* out) {
    shared_counter[threadIdx.x] = threadIdx.x;
    shared_tail[threadIdx.x] = 100 * threadIdx.x;
    out[threadIdx.x] = descend(5);
}

extern "C" __global__ void never_meet(int* out) {
    if (threadIdx.x < 16)
        __syncwarp();
    else
        __syncthreads();
    out[threadIdx.x] = 1;
}

extern "C" __global__ void fails_between_barriers(int* out) {
    __syncthreads();
    assert(threadIdx.x != 9 || blockIdx.x != 2);
    __syncthreads();
    out[threadIdx.x] = 1;
}
