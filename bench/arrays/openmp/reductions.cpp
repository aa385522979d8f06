// SPDX-License-Identifier: MIT
// Reductions of whole arrays, along axes, by segments, and into bins.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "rows.hpp"

namespace glint::bench::openmp {
namespace {

void sum(const Problem& problem) {
    const float* x = input<float>(problem);
    float total = 0;
#pragma omp parallel for simd schedule(static) reduction(+ : total)
    for (std::size_t i = 0; i < problem.count; ++i) total += x[i];
    *output<float>(problem) = total;
}

void largest(const Problem& problem) {
    const float* x = input<float>(problem);
    float most = std::numeric_limits<float>::lowest();
#pragma omp parallel for simd schedule(static) reduction(max : most)
    for (std::size_t i = 0; i < problem.count; ++i) most = std::max(most, x[i]);
    *output<float>(problem) = most;
}

void sum_of_squares(const Problem& problem) {
    const float* x = input<float>(problem);
    float total = 0;
#pragma omp parallel for simd schedule(static) reduction(+ : total)
    for (std::size_t i = 0; i < problem.count; ++i) total += x[i] * x[i] + 1.0f;
    *output<float>(problem) = total;
}

float joined(float a, float b) { return std::sqrt(a * a + b * b); }

// Uses one running result per lane, because a single chain of square roots would be serial and
// accumulate rounding errors. The number of elements is a multiple of the number of lanes.
void by_operator(const Problem& problem) {
    constexpr std::size_t kLanes = 64;
    const float* x = input<float>(problem);
    float length = 0;
#pragma omp parallel
    {
        float lanes[kLanes] = {};
#pragma omp for schedule(static)
        for (std::size_t i = 0; i < problem.count; i += kLanes)
#pragma omp simd
            for (std::size_t lane = 0; lane < kLanes; ++lane)
                lanes[lane] = joined(lanes[lane], x[i + lane]);
#pragma omp critical
        for (const float lane : lanes) length = joined(length, lane);
    }
    *output<float>(problem) = length;
}

float sum_of(const float* x, std::size_t count) {
    float total = 0;
#pragma omp simd reduction(+ : total)
    for (std::size_t i = 0; i < count; ++i) total += x[i];
    return total;
}

void along_rows(const Problem& problem) {
    const float* x = input<float>(problem);
    float* out = output<float>(problem);
#pragma omp parallel for schedule(static)
    for (std::size_t row = 0; row < problem.rows; ++row)
        out[row] = sum_of(x + row * problem.columns, problem.columns);
}

void add_rows(const float* x, std::size_t rows, std::size_t stride, std::size_t columns,
              float* out) {
    std::fill_n(out, columns, 0.0f);
    for (std::size_t row = 0; row < rows; ++row)
#pragma omp simd
        for (std::size_t i = 0; i < columns; ++i) out[i] += x[row * stride + i];
}

void along_columns(const Problem& problem) {
    constexpr std::size_t kWidth = 256;  // sums per block of columns; they stay in the L1 cache
#pragma omp parallel for schedule(static)
    for (std::size_t column = 0; column < problem.columns; column += kWidth)
        add_rows(input<float>(problem) + column, problem.rows, problem.columns,
                 std::min(kWidth, problem.columns - column), output<float>(problem) + column);
}

// Reduces the middle axis of 256 x length x 256.
void along_the_middle(const Problem& problem) {
    const std::size_t length = problem.count / 256 / 256;
#pragma omp parallel for schedule(static)
    for (std::size_t plane = 0; plane < 256; ++plane)
        add_rows(input<float>(problem) + plane * length * 256, length, 256, 256,
                 output<float>(problem) + plane * 256);
}

void along_first_and_last(const Problem& problem) {
    const float* x = input<float>(problem);
    const std::size_t length = problem.count / 256 / 256;
#pragma omp parallel for schedule(static)
    for (std::size_t y = 0; y < length; ++y) {
        float total = 0;
        for (std::size_t plane = 0; plane < 256; ++plane)
            total += sum_of(x + (plane * length + y) * 256, 256);
        output<float>(problem)[y] = total;
    }
}

void rows_of_32(const Problem& problem) {
    const float* x = input<float>(problem);
    float* out = output<float>(problem);
#pragma omp parallel for schedule(static)
    for (std::size_t row = 0; row < problem.count / 32; ++row) out[row] = sum_of(x + row * 32, 32);
}

// Reduces `rows` segments. The offsets are the starts of all segments, and the end of the last one.
void segments(const Problem& problem) {
    const float* x = input<float>(problem, 0);
    const std::int64_t* offsets = input<std::int64_t>(problem, 1);
    float* out = output<float>(problem);
#pragma omp parallel for schedule(static)
    for (std::size_t i = 0; i < problem.rows; ++i)
        out[i] = sum_of(x + offsets[i], static_cast<std::size_t>(offsets[i + 1] - offsets[i]));
}

// Counts numbers in [0, 1] in bins of equal width.
void histogram(const Problem& problem) {
    constexpr std::size_t kBins = 256;
    const float* x = input<float>(problem);
    std::int64_t* out = output<std::int64_t>(problem);
    std::fill_n(out, kBins, 0);
#pragma omp parallel
    {
        std::array<unsigned, kBins> counts{};
#pragma omp for schedule(static)
        for (std::size_t i = 0; i < problem.count; ++i) {
            const auto bin = static_cast<int>(x[i] * static_cast<float>(kBins));
            ++counts[static_cast<std::size_t>(std::min(bin, static_cast<int>(kBins) - 1))];
        }
#pragma omp critical
        for (std::size_t bin = 0; bin < kBins; ++bin) out[bin] += counts[bin];
    }
}

constexpr std::array kRows{
    Row{"sum of floats", sum},
    Row{"largest float", largest},
    Row{"sum of x * x + 1", sum_of_squares},
    Row{"reduction with a user-defined operator", by_operator},
    Row{"sum along rows", along_rows},
    Row{"sum along columns", along_columns},
    Row{"sum along the middle of three axes", along_the_middle},
    Row{"sum along the first and last of three axes", along_first_and_last},
    Row{"rows of 32", rows_of_32},
    Row{"segmented sum, 1 k each", segments},
    Row{"segmented sum, 32 k each", segments},
    Row{"segmented sum, 1 M each", segments},
    Row{"histogram of floats, 256 bins", histogram},
};

}  // namespace

std::span<const Row> reduction_rows() { return kRows; }

}  // namespace glint::bench::openmp
