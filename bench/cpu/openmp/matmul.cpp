// SPDX-License-Identifier: MIT
#include <algorithm>
#include <vector>

#include "references.hpp"

namespace glint::bench::openmp {
namespace {

constexpr int kRows = 4;
constexpr int kColumns = 32;
constexpr int kRowsEach = 128;  // number of rows that share a packed panel

// Packs the columns of b that a tile needs. The rows of b are a power of two apart. Without
// packing, the rows would therefore compete for the same cache lines.
std::vector<float> packed_panel(int size, const float* b) {
    std::vector<float> panel(static_cast<std::size_t>(size) * kColumns);
    for (int k = 0; k < size; ++k) std::copy_n(b + k * size, kColumns, panel.data() + k * kColumns);
    return panel;
}

// Computes a tile of c. The tile is so small that it stays in vector registers in the inner loop.
void multiply_tile(int size, const float* a, const float* panel, float* c) {
    float sums[kRows][kColumns] = {};
    for (int k = 0; k < size; ++k)
        for (int row = 0; row < kRows; ++row) {
            const float factor = a[row * size + k];
#pragma omp simd
            for (int i = 0; i < kColumns; ++i) sums[row][i] += factor * panel[k * kColumns + i];
        }
    for (int row = 0; row < kRows; ++row)
        for (int i = 0; i < kColumns; ++i) c[row * size + i] = sums[row][i];
}

void multiply_rows(int size, const float* a, const float* b, float* c, int rows) {
    const std::vector<float> panel = packed_panel(size, b);
    for (int row = 0; row < rows; row += kRows)
        multiply_tile(size, a + row * size, panel.data(), c + row * size);
}

}  // namespace

void openmp_matmul(int size, const float* a, const float* b, float* c) {
#pragma omp parallel for collapse(2) schedule(static)
    for (int column = 0; column < size; column += kColumns)
        for (int row = 0; row < size; row += kRowsEach)
            multiply_rows(size, a + row * size, b + column, c + row * size + column,
                          std::min(kRowsEach, size - row));
}

}  // namespace glint::bench::openmp
