// SPDX-License-Identifier: MIT
// For each point of [-2, 0.5] x [-1.25, 1.25], counts the iterations inside the circle of radius 2.
__global__ void mandelbrot(int size, int most_steps, int* steps) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= size || y >= size) return;
    const float scale = 2.5f / size;
    const float real = -2.0f + x * scale;
    const float imaginary = -1.25f + y * scale;
    float u = 0;
    float v = 0;
    int step = 0;
    while (step < most_steps && u * u + v * v <= 4.0f) {
        const float next = u * u - v * v + real;
        v = 2 * u * v + imaginary;
        u = next;
        ++step;
    }
    steps[y * size + x] = step;
}
