// Kernels launched with several block shapes, and the functions that they share.

__device__ unsigned linear_index() {
    return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
}

extern "C" __global__ void count_up(int* out) {
    if (linear_index() < 64) out[linear_index()] += linear_index();
}

// Each thread computes the sum of all threads' values.
extern "C" __global__ void linear_sums(const int* in, int* out) {
    __shared__ int sum;
    if (linear_index() == 0) sum = 0;
    __syncthreads();
    atomicAdd(&sum, in[linear_index()]);
    __syncthreads();
    out[linear_index()] = sum;
}

__device__ int total = 100;
extern "C" __global__ void add_to_total(int value) { atomicAdd(&total, value); }
extern "C" __global__ void read_total(int* out) { *out = total; }

__device__ int ticket() {
    static __device__ int next = 70;
    return atomicAdd(&next, 1);
}
extern "C" __global__ void next_ticket(int* out) { *out = ticket(); }
extern "C" __global__ void another_ticket(int* out) { *out = ticket(); }

typedef int (*Operation)(int);
__device__ int increment(int x) { return x + 1; }
__device__ int twice(int x) { return 2 * x; }
__device__ Operation table[2] = {increment, twice};
extern "C" __global__ void by_table(int* out) {
    out[threadIdx.x] = table[threadIdx.x % 2](threadIdx.x);
}
extern "C" __global__ void table_holds_increment(int* out) { *out = table[0] == &increment; }

typedef int (*Exchange)(int);
__device__ int reversed(int value) {
    __shared__ int values[32];
    values[threadIdx.x] = value;
    __syncthreads();
    return values[blockDim.x - 1 - threadIdx.x];
}
__constant__ Exchange exchanges[1] = {reversed};
extern "C" __global__ void wait_by_table(int* out) { out[threadIdx.x] = exchanges[0](threadIdx.x); }

__device__ int descend(int n) { return n == 0 ? threadIdx.x : descend(n - 1); }
extern "C" __global__ void recursive_index(const int*, int* out) { out[threadIdx.x] = descend(3); }

__shared__ int depth;
__device__ int sink(int n) { return n == 0 ? depth : sink(n - 1); }
extern "C" __global__ void recursive_shared(const int*, int* out) { *out = sink(3); }

// Only threads whose index does not fit into an int write. All other blocks, about two million,
// finish immediately.
extern "C" __global__ void count_beyond_int(unsigned* out) {
    const int first = static_cast<int>(blockIdx.x * blockDim.x);
    if (first < 0) out[(first + static_cast<int>(threadIdx.x)) & 0x7fffffff] += blockIdx.x;
}
