// SPDX-License-Identifier: MIT
// Operations on broadcast, strided or transposed operands, with one loop per dimension. Transposes
// work on tiles, so that every loaded cache line is fully used.
#include <algorithm>

#include "rows.hpp"

namespace glint::bench::openmp {
namespace {

constexpr std::size_t kTile = 32;

void add_row(const Problem& problem) {
    const float* a = input<float>(problem, 0);
    const float* row = input<float>(problem, 1);
    float* out = output<float>(problem);
#pragma omp parallel for schedule(static)
    for (std::size_t y = 0; y < problem.rows; ++y)
#pragma omp simd
        for (std::size_t x = 0; x < problem.columns; ++x)
            out[y * problem.columns + x] = a[y * problem.columns + x] + row[x];
}

void scale_and_add(const Problem& problem) {
    const float* a = input<float>(problem, 0);
    const float* column = input<float>(problem, 1);
    const float* row = input<float>(problem, 2);
    float* out = output<float>(problem);
#pragma omp parallel for schedule(static)
    for (std::size_t y = 0; y < problem.rows; ++y)
#pragma omp simd
        for (std::size_t x = 0; x < problem.columns; ++x)
            out[y * problem.columns + x] = a[y * problem.columns + x] * column[y] + row[x];
}

void outer_product(const Problem& problem) {
    const float* column = input<float>(problem, 0);
    const float* row = input<float>(problem, 1);
    float* out = output<float>(problem);
#pragma omp parallel for schedule(static)
    for (std::size_t y = 0; y < problem.rows; ++y)
#pragma omp simd
        for (std::size_t x = 0; x < problem.columns; ++x)
            out[y * problem.columns + x] = column[y] * row[x];
}

// Calls `element(y, x)` for each element of a tile of the result.
template <class Element>
void for_tile(std::size_t from_y, std::size_t from_x, std::size_t rows, std::size_t columns,
              const Element& element) {
    const std::size_t end_y = std::min(from_y + kTile, rows);
    const std::size_t end_x = std::min(from_x + kTile, columns);
    for (std::size_t y = from_y; y < end_y; ++y)
#pragma omp simd
        for (std::size_t x = from_x; x < end_x; ++x) element(y, x);
}

void transposed(const Problem& problem) {
    const float* b = input<float>(problem);
    float* out = output<float>(problem);
    const std::size_t rows = problem.rows, columns = problem.columns;
#pragma omp parallel for collapse(2) schedule(static)
    for (std::size_t y = 0; y < rows; y += kTile)
        for (std::size_t x = 0; x < columns; x += kTile)
            for_tile(y, x, rows, columns, [=](std::size_t row, std::size_t column) {
                out[row * columns + column] = b[column * rows + row];
            });
}

void add_transposed(const Problem& problem) {
    const float* a = input<float>(problem, 0);
    const float* b = input<float>(problem, 1);
    float* out = output<float>(problem);
    const std::size_t rows = problem.rows, columns = problem.columns;
#pragma omp parallel for collapse(2) schedule(static)
    for (std::size_t y = 0; y < rows; y += kTile)
        for (std::size_t x = 0; x < columns; x += kTile)
            for_tile(y, x, rows, columns, [=](std::size_t row, std::size_t column) {
                out[row * columns + column] = a[row * columns + column] + b[column * rows + row];
            });
}

void add_reversed(const Problem& problem) {
    const float* a = input<float>(problem);
    float* out = output<float>(problem);
#pragma omp parallel for schedule(static)
    for (std::size_t y = 0; y < problem.rows; ++y) {
        const float* row = a + y * problem.columns;
#pragma omp simd
        for (std::size_t x = 0; x < problem.columns; ++x)
            out[y * problem.columns + x] = row[problem.columns - 1 - x] + row[x];
    }
}

void inner_block(const Problem& problem) {
    const float* a = input<float>(problem);
    float* out = output<float>(problem);
    const std::size_t columns = problem.columns / 2;
#pragma omp parallel for schedule(static)
    for (std::size_t y = 0; y < problem.rows / 2; ++y)
#pragma omp simd
        for (std::size_t x = 0; x < columns; ++x)
            out[y * columns + x] = a[y * problem.columns + 1 + x] * 2.0f;
}

void every_other(const Problem& problem) {
    const float* a = input<float>(problem);
    float* out = output<float>(problem);
#pragma omp parallel for simd schedule(static)
    for (std::size_t i = 0; i < problem.count / 2; ++i) out[i] = a[2 * i] * 2.0f;
}

// Transposes 64 x 256 x length to 64 x length x 256.
void swap_last(const Problem& problem) {
    const float* a = input<float>(problem);
    float* out = output<float>(problem);
    const std::size_t length = problem.count / 64 / 256;
#pragma omp parallel for collapse(2) schedule(static)
    for (std::size_t plane = 0; plane < 64; ++plane)
        for (std::size_t y = 0; y < length; y += kTile)
            for (std::size_t x = 0; x < 256; x += kTile)
                for_tile(y, x, length, 256, [=](std::size_t row, std::size_t column) {
                    out[(plane * length + row) * 256 + column] =
                        a[(plane * 256 + column) * length + row];
                });
}

// Transposes 64 x 256 x length to 256 x 64 x length.
void swap_first(const Problem& problem) {
    const float* a = input<float>(problem);
    float* out = output<float>(problem);
    const std::size_t length = problem.count / 64 / 256;
#pragma omp parallel for collapse(2) schedule(static)
    for (std::size_t y = 0; y < 256; ++y)
        for (std::size_t plane = 0; plane < 64; ++plane)
            std::copy_n(a + (plane * 256 + y) * length, length, out + (y * 64 + plane) * length);
}

constexpr std::array kRows{
    Row{"a + row", add_row},
    Row{"a * column + row", scale_and_add},
    Row{"column * row (an outer product)", outer_product},
    Row{"transposed(b)", transposed},
    Row{"a + transposed(b)", add_transposed},
    Row{"reversed(a) + a", add_reversed},
    Row{"a[1:-1:2, 1:] inner block", inner_block},
    Row{"a[:, ::2]", every_other},
    Row{"cube with its last two axes swapped", swap_last},
    Row{"cube with its first two axes swapped", swap_first},
};

}  // namespace

std::span<const Row> layout_rows() { return kRows; }

}  // namespace glint::bench::openmp
