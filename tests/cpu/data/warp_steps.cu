// Warps whose threads rely on lockstep execution: they use volatile memory without __syncwarp.

__device__ void sum_of_warp(volatile int* v, int t) {
    v[t] += v[t + 32];
    if (t < 16) v[t] += v[t + 16];
    if (t < 8) v[t] += v[t + 8];
    if (t < 4) v[t] += v[t + 4];
    if (t < 2) v[t] += v[t + 2];
    if (t < 1) v[t] += v[t + 1];
}

extern "C" __global__ void reduce(int count, int* out) {
    __shared__ int s[64];
    const int t = static_cast<int>(threadIdx.x);
    s[t] = t < count ? t : 0;
    __syncthreads();
    if (t < 32) sum_of_warp(s, t);
    if (t == 0) out[blockIdx.x] = s[0] + static_cast<int>(blockIdx.x);
}

// Cannot be proven suitable for lanes, because threads may exit before a barrier.
extern "C" __global__ void reduce_after_return(int count, int* out) {
    __shared__ int s[64];
    const int t = static_cast<int>(threadIdx.x);
    s[t] = t < count ? t : 0;
    __syncthreads();
    if (t >= 48) return;
    __syncthreads();
    if (t < 32) sum_of_warp(s, t);
    if (t == 0) out[blockIdx.x] = s[0] + static_cast<int>(blockIdx.x);
}

// A block of a single warp, which needs no barrier.
extern "C" __global__ void reduce_one_warp(int* out) {
    __shared__ volatile int s[64];
    const int t = static_cast<int>(threadIdx.x);
    s[t] = t;
    s[t + 32] = t + 32;
    sum_of_warp(s, t);
    out[t] = s[0];
}

// A loop in global memory; all threads read the total after their branches.
extern "C" __global__ void reduce_global(volatile int* v, int* out) {
    const int t = static_cast<int>(threadIdx.x);
    for (int half = 16; half > 0; half /= 2)
        if (t < half) v[t] = v[t] + v[t + half];
    out[t] = v[0];
}

// The warps of a block take turns, controlled by a variable in shared memory.
extern "C" __global__ void turns(int* out) {
    __shared__ volatile int turn;
    const int t = static_cast<int>(threadIdx.x), warp = t / 32;
    if (t == 0) turn = 0;
    __syncthreads();
    if (t % 32 == 0) {
        const int last = static_cast<int>(blockDim.x) / 32 - 1;
        while (turn != last - warp) {}
        out[last - warp] = warp;
        turn = turn + 1;
    }
}

// A lane waits for another lane, whose code comes later in the source.
extern "C" __global__ void lanes_wait(int* out) {
    __shared__ volatile int flag;
    const int t = static_cast<int>(threadIdx.x);
    if (t == 0) flag = 0;
    __syncthreads();
    if (t == 5) {
        while (flag == 0) {}
        out[0] = flag;
    } else if (t == 9) {
        flag = 7;
    }
}
