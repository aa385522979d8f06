// Kernels that the tests run as lanes: divisions of consecutive numbers, as on periodic grids, and
// divisions of uniform values.
__constant__ int offsets[5] = {0, 1, -1, 3, -7};

__device__ int number_in_row() { return blockIdx.x * blockDim.x + threadIdx.x; }

/// Sums neighbors on a periodic grid; rows of threads are rows of the grid.
extern "C" __global__ void periodic_sums(int width, int height, const int* from, int* to) {
    const int x = number_in_row(), y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    int sum = 0;
    for (int k = 0; k < 5; ++k) {
        const int other_x = (x - offsets[k] + 8 * width) % width;
        const int other_y = (y + offsets[k] + 8 * height) % height;
        sum = 3 * sum + from[other_y * width + x] + 5 * from[y * width + other_x];
    }
    to[y * width + x] = sum;
}

/// Quotients and remainders of consecutive numbers of both signs, some used in other blocks.
extern "C" __global__ void divided_numbers(int count, int first, int by, int both, int* signed_out,
                                           unsigned* unsigned_out) {
    const int i = number_in_row();
    if (i >= count) return;
    const int a = first + i;
    const unsigned b = static_cast<unsigned>(first) + static_cast<unsigned>(i);
    const int quotient = a / by, remainder = a % by;
    signed_out[4 * i] = quotient;
    signed_out[4 * i + 1] = remainder;
    unsigned_out[2 * i] = b / static_cast<unsigned>(by);
    unsigned_out[2 * i + 1] = b % static_cast<unsigned>(by);
    signed_out[4 * i + 2] = both / by;
    signed_out[4 * i + 3] = both % by;
    if (remainder % 3 == 0) signed_out[4 * i + 1] += 1000 * (quotient % 7);
}
