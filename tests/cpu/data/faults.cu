// Kernels that fail. The tests find their lines by the comments at the line ends.

__device__ int pick(const int* from, int index) {
    return from[index];  // in pick
}

extern "C" __global__ void reads_beyond(const int* from, int* out, int stride) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = pick(from, i * stride);  // calls pick
}

extern "C" __global__ void writes_to(int* out) {
    if (blockIdx.x == 1) out[threadIdx.x] = 7;  // writes
}

extern "C" __global__ void fills(int* out, int value) {
    out[blockIdx.x * blockDim.x + threadIdx.x] = value;
}

extern "C" __global__ void fills_shared(float* out, int offset) {
    extern __shared__ float values[];
    values[offset + threadIdx.x] = 1.0f;
    __syncthreads();
    out[threadIdx.x] = 2.0f * values[offset + blockDim.x - 1 - threadIdx.x];
}

extern "C" __global__ void divides(int* out, const int* divisors) {
    out[threadIdx.x] = 100 / divisors[threadIdx.x];  // divides
}

extern "C" __global__ void asserts(const int* in) {
    assert(in[threadIdx.x] == 0);  // asserts
}

extern "C" __global__ void traps(int when) {
    if (threadIdx.x == when) __trap();  // traps
}

extern "C" __global__ void loops_forever(volatile int* flag) {
    while (flag[0] == 0) flag[1] += 1;  // loops
}

extern "C" __global__ void waits_forever(volatile int* flag) {
    __shared__ int count;
    if (threadIdx.x == 0) count = 0;
    __syncthreads();
    while (flag[0] == 0) {
        if (threadIdx.x == 0) count += 1;
        __syncthreads();
    }
    flag[1] = count;
}

extern "C" __global__ void sleeps_forever(volatile int* flag) {
    while (flag[0] == 0) __nanosleep(1000000);  // sleeps
}

__device__ __noinline__ int descend(const volatile int* from, int depth) {
    return depth == 0 ? from[0] : descend(from, depth - 1) + depth;  // descends
}

extern "C" __global__ void recurses(const int* from, int* out, int depth) {
    out[threadIdx.x] = descend(from, depth);
}

// Uses threadIdx, so it can only run on fibers.
__device__ __noinline__ int overflow(volatile int* out, int depth) {
    volatile int frame[64];
    frame[depth & 63] = depth + threadIdx.x;
    if (out[0] == 1) return frame[0];
    return overflow(out, depth + 1) + frame[depth & 63];
}

extern "C" __global__ void overflows(int* out) { out[1] = overflow(out, 0); }

__device__ __noinline__ int overflow_in_loops(volatile int* out, int depth) {
    volatile int frame[64];
    frame[depth & 63] = depth;
    if (out[0] == 1) return frame[0];
    return overflow_in_loops(out, depth + 1) + frame[depth & 63];
}

extern "C" __global__ void overflows_in_loops(int* out) { out[1] = overflow_in_loops(out, 0); }

extern "C" __global__ void copies(char* to, const char* from, unsigned long long size) {
    memcpy(to, from, size);  // copies
}

// --- debug mode ---

extern "C" __global__ void reads_next(const float* in, float* out, int offset) {
    out[threadIdx.x] = in[threadIdx.x + offset];  // reads next
}

extern "C" __global__ void writes_next(float* out, int offset) {
    const int index = threadIdx.x;
    out[index + offset] = 1.0f;  // writes next
}

extern "C" __global__ void adds_next(int* out, int offset) {
    atomicAdd(&out[static_cast<int>(threadIdx.x) + offset], 1);  // adds next
}

extern "C" __global__ void overruns_static(float* out, int index) {
    __shared__ float first[3];
    __shared__ float second[64];
    extern __shared__ float rest[];
    first[threadIdx.x % 3] = 0.0f;
    second[threadIdx.x % 64] = 0.0f;
    if (index < 1000 && threadIdx.x == 3) first[index] = 1.0f;             // overruns first
    if (index / 1000 == 1 && threadIdx.x == 3) second[index - 1000] = 1.0f;  // overruns second
    if (index / 1000 == 2 && threadIdx.x == 3) rest[index - 2000] = 1.0f;  // overruns rest
    const float* either = index / 1000 == 3 ? second : first;
    if (index >= 3000 && threadIdx.x == 3) out[1] = either[index - 3000];  // overruns either
    out[0] = 1.0f;
}

__device__ float upper[4];

/// Walks a pointer over `count` elements of a variable, or of one of two variables.
extern "C" __global__ void overruns_by_pointer(float* out, int which, int count) {
    __shared__ float shared[4];
    __shared__ float behind[4];
    float local[4] = {1.0f, 2.0f, out[0], 4.0f};
    shared[threadIdx.x] = behind[threadIdx.x] = local[threadIdx.x];
    __syncthreads();
    float sum = 0.0f;
    if (which == 0)
        for (const float* p = shared; p != shared + count; ++p) sum += *p;  // walks over shared
    if (which == 1)
        for (const float* p = local; p != local + count; ++p) sum += *p;  // walks over local
    const float* either = out[1] > 100.0f ? shared : out[2] > 100.0f ? local : upper;
    if (which == 2)
        for (int i = 0; i < count; ++i) sum += either[i];  // walks over upper
    out[threadIdx.x] = sum;
}

extern "C" __global__ void overruns_shared(float* out, int index) {
    extern __shared__ float values[];
    values[threadIdx.x] = 0.0f;
    __syncthreads();
    if (threadIdx.x == 3) values[index] = 1.0f;  // overruns shared
    __syncthreads();
    out[threadIdx.x] = values[threadIdx.x];
}

__device__ float table[4];

extern "C" __global__ void overruns_variable(float* out, int offset) {
    out[threadIdx.x] = table[threadIdx.x + offset];  // overruns variable
}

extern "C" __global__ void overruns_local(int* out, int offset) {
    int values[4] = {1, 2, 3, 4};
    values[threadIdx.x + offset] = 5;  // overruns local
    for (int i = 0; i < 4; ++i) out[i] = values[i];
}

extern "C" __global__ void races(int* out) {
    __shared__ int values[64];
    values[threadIdx.x] = threadIdx.x;            // race writes
    out[threadIdx.x] = values[63 - threadIdx.x];  // race reads
}

extern "C" __global__ void races_on_write(int* out) {
    __shared__ int sum;
    sum = 1000 + threadIdx.x;  // race on write
    __syncthreads();
    out[threadIdx.x] = sum;
}

extern "C" __global__ void reduces(const int* in, int* out) {
    __shared__ int values[256];
    __shared__ bool any;
    if (threadIdx.x == 0) any = false;
    values[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    if (in[threadIdx.x] > 0) any = true;  // all write the same
    for (int step = 128; step > 0; step /= 2) {
        if (threadIdx.x < step) values[threadIdx.x] += values[threadIdx.x + step];
        __syncthreads();
    }
    if (threadIdx.x == 0) out[0] = any ? values[0] : 0;
}

extern "C" __global__ void transposes(const int* in, int* out) {
    __shared__ int tile[16][17];
    for (int part = 0; part < 3; ++part) {
        tile[threadIdx.y][threadIdx.x] = in[part * 256 + threadIdx.y * 16 + threadIdx.x];
        __syncthreads();
        out[part * 256 + threadIdx.y * 16 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
        __syncthreads();
    }
}

extern "C" __global__ void scans(const int* in, int* out) {
    __shared__ int sums[2][64];
    int from = 0;
    sums[0][threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    for (int step = 1; step < 64; step *= 2, from = 1 - from) {
        int value = sums[from][threadIdx.x];
        if (threadIdx.x >= step) value += sums[from][threadIdx.x - step];
        sums[1 - from][threadIdx.x] = value;
        __syncthreads();
    }
    out[threadIdx.x] = sums[from][threadIdx.x];
}

extern "C" __global__ void sums_in_warps(const int* in, int* out) {
    __shared__ int values[64];
    __shared__ int total;
    if (threadIdx.x == 0) total = 0;
    values[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    const int lane = threadIdx.x % 32;
    for (int step = 16; step > 0; step /= 2) {
        const int other = lane < step ? values[threadIdx.x + step] : 0;
        __syncwarp();
        values[threadIdx.x] += other;
        __syncwarp();
    }
    if (lane == 0) atomicAdd(&total, values[threadIdx.x]);
    __syncthreads();
    if (threadIdx.x == 0) out[0] = total;
}
