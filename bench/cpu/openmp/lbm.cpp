// SPDX-License-Identifier: MIT
#include "references.hpp"

namespace glint::bench::openmp {
namespace {

constexpr int kX[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1};
constexpr int kY[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
constexpr float kWeight[9] = {4.0f / 9,  1.0f / 9,  1.0f / 9,  1.0f / 9, 1.0f / 9,
                              1.0f / 36, 1.0f / 36, 1.0f / 36, 1.0f / 36};

// Row y of the source and row y of the destination, for each population.
struct Rows {
    const float* from[9];
    float* to[9];
};

Rows rows_at(int y, int width, int height, const float* from, float* to) {
    Rows rows{};
    const std::ptrdiff_t cells = static_cast<std::ptrdiff_t>(width) * height;
    for (int k = 0; k < 9; ++k) {
        const std::ptrdiff_t source = (y - kY[k] + height) % height;
        rows.from[k] = from + k * cells + source * width;
        rows.to[k] = to + k * cells + static_cast<std::ptrdiff_t>(y) * width;
    }
    return rows;
}

// `left` and `right` are the neighbors along x, which wrap around at the edges.
inline __attribute__((always_inline)) void collide(const Rows& rows, int x, int left, int right,
                                                   float relaxation) {
    float f[9];
    float density = 0;
    float u = 0;
    float v = 0;
    for (int k = 0; k < 9; ++k) {
        f[k] = rows.from[k][kX[k] > 0 ? left : kX[k] < 0 ? right : x];
        density += f[k];
        u += static_cast<float>(kX[k]) * f[k];
        v += static_cast<float>(kY[k]) * f[k];
    }
    const float inverse = 1 / density;
    u *= inverse;
    v *= inverse;
    const float still = 1 - 1.5f * (u * u + v * v);
    for (int k = 0; k < 9; ++k) {
        const float along = static_cast<float>(kX[k]) * u + static_cast<float>(kY[k]) * v;
        const float rest = kWeight[k] * density * (still + 3 * along + 4.5f * along * along);
        rows.to[k][x] = f[k] + relaxation * (rest - f[k]);
    }
}

}  // namespace

void openmp_lbm(int width, int height, float relaxation, const float* from, float* to) {
#pragma omp parallel for schedule(static)
    for (int y = 0; y < height; ++y) {
        const Rows rows = rows_at(y, width, height, from, to);
        collide(rows, 0, width - 1, 1, relaxation);
#pragma omp simd
        for (int x = 1; x < width - 1; ++x) collide(rows, x, x - 1, x + 1, relaxation);
        collide(rows, width - 1, width - 2, 0, relaxation);
    }
}

}  // namespace glint::bench::openmp
