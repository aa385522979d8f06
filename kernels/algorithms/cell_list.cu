// SPDX-License-Identifier: MIT
// Finds the cell of each particle and, after a sort by cell, the first particle of each cell.
#include <glint/cells.cuh>

/// Computes the cell number of each position. A position is the first three of `stride` floats.
extern "C" __global__ void cell_numbers(glint::CellLayout layout, int count, int stride,
                                        const float* places, unsigned* numbers) {
    const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    if (i >= count) return;
    const float* at = places + static_cast<long long>(stride) * i;
    numbers[i] = layout.number_of(make_float3(at[0], at[1], at[2]));
}

/// Clamps cell numbers to `outside`.
extern "C" __global__ void cell_limit(unsigned outside, int count, const unsigned* given,
                                      unsigned* numbers) {
    const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < count) numbers[i] = given[i] < outside ? given[i] : outside;
}

/// For each cell c, finds the first of the sorted cell numbers that is at least c.
extern "C" __global__ void cell_begins(int cells, int count, const unsigned* numbers, int* begins) {
    const int c = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    if (c >= cells) return;
    int first = 0, left = count;
    while (left > 0) {
        const int half = left / 2;
        const bool is_below = numbers[first + half] < static_cast<unsigned>(c);
        first = is_below ? first + half + 1 : first;
        left = is_below ? left - half - 1 : half;
    }
    begins[c] = first;
}
