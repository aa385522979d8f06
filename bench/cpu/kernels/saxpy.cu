// SPDX-License-Identifier: MIT
__global__ void saxpy(size_t count, float a, const float* x, float* y) {
    const size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i < count) y[i] = a * x[i] + y[i];
}
