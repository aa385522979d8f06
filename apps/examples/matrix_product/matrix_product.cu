// SPDX-License-Identifier: MIT
// The product of two square matrices in row-major order.

/// Each thread computes one element of the result, from a row and a column in global memory.
extern "C" __global__ void product(int n, const double* a, const double* b, double* c) {
    const int column = blockIdx.x * blockDim.x + threadIdx.x;
    const int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= n || column >= n) return;
    double sum = 0;
    for (int k = 0; k < n; ++k) sum += a[row * n + k] * b[k * n + column];
    c[row * n + column] = sum;
}

/// N and BLOCK_SIZE are template arguments, so the compiler knows the length of every loop. A block
/// of BLOCK_SIZE x BLOCK_SIZE threads computes one tile of the result, and sums products of tiles
/// that it loads to shared memory. N must be a multiple of BLOCK_SIZE.
template <int N, int BLOCK_SIZE>
__global__ void tiled_product(const double* a, const double* b, double* c) {
    static_assert(N % BLOCK_SIZE == 0, "N must be a multiple of BLOCK_SIZE");
    __shared__ double a_tile[BLOCK_SIZE][BLOCK_SIZE];
    __shared__ double b_tile[BLOCK_SIZE][BLOCK_SIZE];
    const int x = threadIdx.x;
    const int y = threadIdx.y;
    const int column = blockIdx.x * BLOCK_SIZE + x;
    const int row = blockIdx.y * BLOCK_SIZE + y;
    double sum = 0;
    for (int first = 0; first < N; first += BLOCK_SIZE) {
        a_tile[y][x] = a[row * N + first + x];
        b_tile[y][x] = b[(first + y) * N + column];
        __syncthreads();
        for (int k = 0; k < BLOCK_SIZE; ++k) sum += a_tile[y][k] * b_tile[k][x];
        __syncthreads();
    }
    c[row * N + column] = sum;
}
