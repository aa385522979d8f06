// SPDX-License-Identifier: MIT
// One step of heat conduction. The cells at the boundary keep their values.
__global__ void stencil(int width, int height, float rate, const float* from, float* to) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < 1 || y < 1 || x >= width - 1 || y >= height - 1) return;
    const int i = y * width + x;
    const float around = from[i - 1] + from[i + 1] + from[i - width] + from[i + width];
    to[i] = from[i] + rate * (around - 4 * from[i]);
}
