// SPDX-License-Identifier: MIT
#include "multigrid.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

#define GLINT_INLINE inline __attribute__((always_inline))

namespace glint::bench::openmp {
namespace {

// Loops over fewer cells run on one thread, because threads would cost more than they gain.
constexpr int kCellsForThreads = 8192;

/// Weights of the lower and upper neighbor along one dimension. If a neighbor is missing at a
/// border of the grid, its weight is doubled.
struct Pull {
    float below, above;
};

Pull pull_at(int i, int cells, float inside) {
    return {i == 0 ? 2 * inside : inside, i == cells - 1 ? 2 * inside : inside};
}

/// A row of cells and its neighbor rows. A row of zeros replaces a neighbor outside the grid.
struct Row {
    const float *f, *below, *above, *near, *far;
    float* p;
    int cells;
    float inside;
    Pull along_y, along_z;
    float others;  // total weight of the four neighbor rows
};

/// Returns a row of zeros, which is at least `cells` wide.
const float* zeros(int cells) {
    static thread_local std::vector<float> row;
    if (row.size() < static_cast<std::size_t>(cells))
        row.assign(static_cast<std::size_t>(cells), 0);
    return row.data();
}

Row row_of(const Level& level, int scale, int y, int z, const float* zero) {
    const std::ptrdiff_t width = level.width, layer = width * level.height;
    float* p = level.p + z * layer + y * width;
    const float inside = 1.0f / (static_cast<float>(scale) * static_cast<float>(scale));
    Row row{.f = level.f + z * layer + y * width,
            .below = y > 0 ? p - width : zero,
            .above = y < level.height - 1 ? p + width : zero,
            .near = z > 0 ? p - layer : zero,
            .far = z < level.depth - 1 ? p + layer : zero,
            .p = p,
            .cells = level.width,
            .inside = inside,
            .along_y = pull_at(y, level.height, inside),
            .along_z = {0, 0},
            .others = 0};
    if (level.depth > 1) row.along_z = pull_at(z, level.depth, inside);
    row.others = row.along_y.below + row.along_y.above + row.along_z.below + row.along_z.above;
    return row;
}

/// Returns the contribution of the neighbors in other rows to the Laplacian at cell x.
GLINT_INLINE float sum_of_adjacent(const Row& row, int x) {
    return row.along_y.below * row.below[x] + row.along_y.above * row.above[x] +
           row.along_z.below * row.near[x] + row.along_z.above * row.far[x];
}

GLINT_INLINE void relax_inside(const Row& row, float step, int x) {
    const float sum = sum_of_adjacent(row, x) + row.inside * (row.p[x - 1] + row.p[x + 1]);
    const float diagonal = row.others + 2 * row.inside;
    row.p[x] += step * (sum - diagonal * row.p[x] - row.f[x]);
}

void relax_at_border(const Row& row, float relaxation, int x) {
    const Pull along = pull_at(x, row.cells, row.inside);
    const float diagonal = row.others + along.below + along.above;
    const float sum = sum_of_adjacent(row, x) + (x > 0 ? along.below * row.p[x - 1] : 0) +
                      (x < row.cells - 1 ? along.above * row.p[x + 1] : 0);
    row.p[x] += relaxation / diagonal * (sum - diagonal * row.p[x] - row.f[x]);
}

/// Relaxes the cells of one color in a row: every second cell, from cell `first` (0 or 1) on.
void relax_row(const Row& row, float relaxation, int first) {
    const float step = relaxation / (row.others + 2 * row.inside);
    const int last = row.cells - 1;
    if (first == 0) relax_at_border(row, relaxation, 0);
    if (last % 2 == first) relax_at_border(row, relaxation, last);
    const int begin = first == 0 ? 2 : 1, count = (last - begin + 1) / 2;
#pragma omp simd
    for (int i = 0; i < count; ++i) relax_inside(row, step, begin + 2 * i);
}

void half_sweep(const Level& level, int scale, float relaxation, int parity) {
    const int rows = level.height * level.depth;
#pragma omp parallel for schedule(static) if (rows * level.width >= kCellsForThreads)
    for (int r = 0; r < rows; ++r) {
        const int y = r % level.height, z = r / level.height;
        relax_row(row_of(level, scale, y, z, zeros(level.width)), relaxation, (y + z + parity) & 1);
    }
}

void sweep(const Level& level, int scale, float relaxation) {
    half_sweep(level, scale, relaxation, 0);
    half_sweep(level, scale, relaxation, 1);
}

GLINT_INLINE float residual_inside(const Row& row, int x) {
    const float sum = sum_of_adjacent(row, x) + row.inside * (row.p[x - 1] + row.p[x + 1]);
    return row.f[x] - sum + (row.others + 2 * row.inside) * row.p[x];
}

float residual_at_border(const Row& row, int x) {
    const Pull along = pull_at(x, row.cells, row.inside);
    const float sum = sum_of_adjacent(row, x) + (x > 0 ? along.below * row.p[x - 1] : 0) +
                      (x < row.cells - 1 ? along.above * row.p[x + 1] : 0);
    return row.f[x] - sum + (row.others + along.below + along.above) * row.p[x];
}

void add_residuals(const Row& row, float* sums) {
    sums[0] += residual_at_border(row, 0);
    sums[row.cells - 1] += residual_at_border(row, row.cells - 1);
#pragma omp simd
    for (int x = 1; x < row.cells - 1; ++x) sums[x] += residual_inside(row, x);
}

void restrict_to(const Level& fine, int scale, const Level& coarse) {
    const int rows = coarse.height * coarse.depth, layers = fine.depth > 1 ? 2 : 1;
    const float share = 0.25f / static_cast<float>(layers);
#pragma omp parallel for schedule(static) if (rows * coarse.width >= kCellsForThreads / 8)
    for (int r = 0; r < rows; ++r) {
        static thread_local std::vector<float> row_sums;
        row_sums.assign(static_cast<std::size_t>(fine.width), 0);
        float* sums = row_sums.data();
        const int y = 2 * (r % coarse.height), z = layers * (r / coarse.height);
        for (int k = 0; k < layers; ++k)
            for (int j = 0; j < 2; ++j)
                add_residuals(row_of(fine, scale, y + j, z + k, zeros(fine.width)), sums);
        float* to = coarse.f + static_cast<std::ptrdiff_t>(r) * coarse.width;
        float* start = coarse.p + static_cast<std::ptrdiff_t>(r) * coarse.width;
#pragma omp simd
        for (int x = 0; x < coarse.width; ++x) {
            to[x] = share * (sums[2 * x] + sums[2 * x + 1]);
            start[x] = 0;
        }
    }
}

/// The second-nearest coarse row of a fine row, and the weight of this row in the interpolation.
struct Lean {
    const float* row;
    float part;
};

Lean lean_of(const float* own, int i, int cells, std::ptrdiff_t stride, const float* zero) {
    const bool is_lower = i % 2 == 0;
    const int parent = i / 2;
    const bool is_border = is_lower ? parent == 0 : parent == cells - 1;
    if (is_border) return {zero, 0.5f};
    return {is_lower ? own - stride : own + stride, 0.25f};
}

void prolong(const Level& coarse, const Level& fine) {
    const int rows = fine.height * fine.depth;
#pragma omp parallel for schedule(static) if (rows * fine.width >= kCellsForThreads)
    for (int r = 0; r < rows; ++r) {
        static thread_local std::vector<float> row_sums;
        row_sums.resize(static_cast<std::size_t>(coarse.width));
        float* sums = row_sums.data();
        const int y = r % fine.height, z = r / fine.height, last = coarse.width - 1;
        const bool is_plane = fine.depth == 1;
        const std::ptrdiff_t width = coarse.width, layer = width * coarse.height;
        const float* e = coarse.p + (is_plane ? 0 : z / 2) * layer + y / 2 * width;
        const float* zero = zeros(fine.width);
        const Lean up = lean_of(e, y, coarse.height, width, zero);
        const Lean deep = is_plane ? Lean{zero, 0} : lean_of(e, z, coarse.depth, layer, zero);
        const float own = 1 - up.part - deep.part;
#pragma omp simd
        for (int x = 0; x <= last; ++x)
            sums[x] = own * e[x] + up.part * up.row[x] + deep.part * deep.row[x];
        float* p = fine.p + static_cast<std::ptrdiff_t>(r) * fine.width;
        p[0] += sums[0] - 0.5f * e[0];
        p[2 * last + 1] += sums[last] - 0.5f * e[last];
#pragma omp simd
        for (int x = 0; x < last; ++x) {  // cells between two coarse centers
            const float slope = 0.25f * (e[x + 1] - e[x]);
            p[2 * x + 1] += sums[x] + slope;
            p[2 * x + 2] += sums[x + 1] - slope;
        }
    }
}

}  // namespace

void openmp_cycle(const Cycle* cycle, const Level* levels) {
    const int last = cycle->levels - 1;
    for (int i = 0; i < last; ++i) {
        sweep(levels[i], 1 << i, cycle->relaxation);
        restrict_to(levels[i], 1 << i, levels[i + 1]);
    }
    for (int i = 0; i < cycle->last_sweeps; ++i)
        sweep(levels[last], 1 << last, cycle->last_relaxation);
    for (int i = last - 1; i >= 0; --i) {
        prolong(levels[i + 1], levels[i]);
        sweep(levels[i], 1 << i, cycle->relaxation);
    }
}

}  // namespace glint::bench::openmp
