extern "C" __global__ void doubled(size_t count, float* values) {
    const size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x;
    if (i < count) values[i] *= 2;
}
