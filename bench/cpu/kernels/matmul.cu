// SPDX-License-Identifier: MIT
constexpr int kTile = 16;

// c = a b for row-major square matrices. Blocks have kTile x kTile threads; kTile divides `size`.
__global__ void matmul(int size, const float* a, const float* b, float* c) {
    __shared__ float a_tile[kTile][kTile];
    __shared__ float b_tile[kTile][kTile];
    const int row = blockIdx.y * kTile + threadIdx.y;
    const int column = blockIdx.x * kTile + threadIdx.x;
    float sum = 0;
    for (int first = 0; first < size; first += kTile) {
        a_tile[threadIdx.y][threadIdx.x] = a[row * size + first + threadIdx.x];
        b_tile[threadIdx.y][threadIdx.x] = b[(first + threadIdx.y) * size + column];
        __syncthreads();
        for (int k = 0; k < kTile; ++k) sum += a_tile[threadIdx.y][k] * b_tile[k][threadIdx.x];
        __syncthreads();
    }
    c[row * size + column] = sum;
}
