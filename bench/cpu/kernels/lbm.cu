// SPDX-License-Identifier: MIT
// A step of the lattice Boltzmann method, D2Q9 with BGK collisions on a periodic grid. Each cell
// loads its nine populations from its neighbors and then collides. Each population is an array.
__global__ void lbm_step(int width, int height, float relaxation, const float* from, float* to) {
    constexpr int kX[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1};
    constexpr int kY[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
    constexpr float kWeight[9] = {4.0f / 9,  1.0f / 9,  1.0f / 9,  1.0f / 9, 1.0f / 9,
                                  1.0f / 36, 1.0f / 36, 1.0f / 36, 1.0f / 36};
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    const int cells = width * height;
    float f[9];
    float density = 0;
    float u = 0;
    float v = 0;
#pragma unroll
    for (int k = 0; k < 9; ++k) {
        const int source_x = (x - kX[k] + width) % width;
        const int source_y = (y - kY[k] + height) % height;
        f[k] = from[k * cells + source_y * width + source_x];
        density += f[k];
        u += kX[k] * f[k];
        v += kY[k] * f[k];
    }
    u /= density;
    v /= density;
#pragma unroll
    for (int k = 0; k < 9; ++k) {
        const float along = kX[k] * u + kY[k] * v;
        const float rest =
            kWeight[k] * density * (1 + 3 * along + 4.5f * along * along - 1.5f * (u * u + v * v));
        to[k * cells + y * width + x] = f[k] + relaxation * (rest - f[k]);
    }
}
