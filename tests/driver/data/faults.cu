// Kernels that fail on every backend, except for `misaligned`, and a kernel that succeeds.

extern "C" __global__ void fills(int* out, int value) {
    out[blockIdx.x * blockDim.x + threadIdx.x] = value;
}

extern "C" __global__ void writes_null(int* out) { out[threadIdx.x] = 7; }

extern "C" __global__ void writes_elsewhere(int* out) { out[threadIdx.x] = 7; }

extern "C" __global__ void asserts(int* out) { assert(out == nullptr); }

extern "C" __global__ void traps(int*) { __trap(); }

extern "C" __global__ void misaligned(int* out) {
    volatile char* bytes = reinterpret_cast<volatile char*>(out);
    *reinterpret_cast<volatile double*>(bytes + 1 + threadIdx.x) = 7.0;
}
