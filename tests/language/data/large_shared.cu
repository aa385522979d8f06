// Dynamic shared memory of any size; threads exchange its last word.

extern "C" __global__ void together(unsigned words, unsigned* out) {
    extern __shared__ unsigned memory[];
    for (unsigned i = threadIdx.x; i < words; i += blockDim.x) memory[i] = i + blockIdx.x;
    __syncthreads();
    if (threadIdx.x == 1) out[blockIdx.x] = memory[words - 1];
}

// Has no barrier, so that it can run as loops.
extern "C" __global__ void alone(unsigned words, unsigned* out) {
    extern __shared__ unsigned memory[];
    memory[words - 1 - threadIdx.x] = words - 1 - threadIdx.x + blockIdx.x;
    if (threadIdx.x == 0) out[blockIdx.x] = memory[words - 1];
}
