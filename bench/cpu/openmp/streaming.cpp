// SPDX-License-Identifier: MIT
// Memory-bound workloads: saxpy, the stencil, and the sum.
#include "references.hpp"

namespace glint::bench::openmp {

void openmp_saxpy(std::size_t count, float a, const float* x, float* y) {
#pragma omp parallel for simd schedule(static)
    for (std::size_t i = 0; i < count; ++i) y[i] = a * x[i] + y[i];
}

void openmp_stencil(int width, int height, float rate, const float* from, float* to) {
#pragma omp parallel for schedule(static)
    for (int y = 1; y < height - 1; ++y) {
        const float* row = from + static_cast<std::ptrdiff_t>(y) * width;
        float* out = to + static_cast<std::ptrdiff_t>(y) * width;
#pragma omp simd
        for (int x = 1; x < width - 1; ++x) {
            const float around = row[x - 1] + row[x + 1] + row[x - width] + row[x + width];
            out[x] = row[x] + rate * (around - 4 * row[x]);
        }
    }
}

float openmp_reduce(std::size_t count, const float* values) {
    float sum = 0;
#pragma omp parallel for simd schedule(static) reduction(+ : sum)
    for (std::size_t i = 0; i < count; ++i) sum += values[i];
    return sum;
}

}  // namespace glint::bench::openmp
