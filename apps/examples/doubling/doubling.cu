// SPDX-License-Identifier: MIT
// Doubles each element of a small matrix: one block with one thread per element.

extern "C" __global__ void double_all(float* values) {
    values[threadIdx.x + blockDim.x * threadIdx.y] *= 2;
}
