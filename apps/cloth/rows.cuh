// SPDX-License-Identifier: MIT
// Projection of constraints on CPUs: a thread processes one row of a color, with one constraint per
// SIMD lane. Therefore, each component of the vertices is stored contiguously.
#pragma once

#include "constraints.cuh"

namespace cloth {

/// Vertices as a structure of arrays, which uses the memory of an array of `count` float4.
struct Columns {
    float* numbers;
    int count;

    __device__ Columns(float4* memory, int count)
        : numbers(reinterpret_cast<float*>(memory)), count(count) {}
    __device__ float4 at(int i) const {
        return make_float4(numbers[i], numbers[count + i], numbers[2 * count + i],
                           numbers[3 * count + i]);
    }
    /// Updates the position but not the inverse mass.
    __device__ void move(int i, const float4& to) const {
        numbers[i] = to.x, numbers[count + i] = to.y, numbers[2 * count + i] = to.z;
    }
    __device__ void put(int i, const float4& vertex) const {
        move(i, vertex), numbers[3 * count + i] = vertex.w;
    }
};

/// Projects those constraints of the color kIndex that begin in row `row` of the color.
template <int kIndex>
__device__ void project_row(const Columns& sheet, int columns, int rows, int row,
                            const Compliance& compliance) {
    constexpr Color coloring = kOrder[kIndex];
    constexpr int reach = coloring.kind == Kind::bend ? 2 : 1;
    constexpr int x_reach = coloring.kind == Kind::shear ? 1 : reach * coloring.bx;
    const int y = row * coloring.y_every + (coloring.y_every > 1 ? coloring.phase : 0);
    if (y + reach * coloring.by >= rows) return;
    const int first = y * columns + coloring.ax,
              further = coloring.by * columns + coloring.bx - coloring.ax;
#ifdef __GLINT_CPU__
#pragma clang loop vectorize(assume_safety)
#endif
    for (int x = coloring.x_every > 1 ? coloring.phase : 0; x < columns - x_reach;
         x += coloring.x_every) {
        const int i = first + x, j = i + further;
        float4 a = sheet.at(i), b = sheet.at(j);
        if constexpr (coloring.kind == Kind::bend) {
            const int k = j + further;
            float4 c = sheet.at(k);
            unbend(a, b, c, compliance.bend);
            sheet.move(k, c);
        } else if constexpr (coloring.kind == Kind::shear) {
            pull(a, b, 1.41421356f * compliance.spacing, compliance.shear);
        } else {
            pull(a, b, compliance.spacing, compliance.stretch);
        }
        sheet.move(i, a), sheet.move(j, b);
    }
}

/// Projects row `row` of each color from `first` to before `last`. No two rows of these colors may
/// share vertices.
template <int kIndex = 0>
__device__ void project_rows(const Columns& sheet, int columns, int rows, int first, int last,
                             int row, const Compliance& compliance) {
    if constexpr (kIndex < kColors) {
        if (first <= kIndex && kIndex < last)
            project_row<kIndex>(sheet, columns, rows, row, compliance);
        project_rows<kIndex + 1>(sheet, columns, rows, first, last, row, compliance);
    }
}

}  // namespace cloth
