// SPDX-License-Identifier: MIT
// Code that the mesh kernels share: a grid of cells, and the division of work among threads.
#pragma once

#include <geometry/layouts.cuh>
#include <glint/ceil_div.cuh>

namespace glint::geometry {

__device__ inline long long count_of(Cells cells) {
    return static_cast<long long>(cells.x) * cells.y * cells.z;
}

/// Returns the cell of this thread. Blocks have 64 x 4 threads.
__device__ inline Cells own_cell() {
    return {static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x),
            static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y), static_cast<int>(blockIdx.z)};
}
__device__ inline bool is_within(Cells c, Cells cells) {
    return c.x < cells.x && c.y < cells.y && c.z < cells.z;
}
__device__ inline long long index_of(Cells c, Cells cells) {
    return (static_cast<long long>(c.z) * cells.y + c.y) * cells.x + c.x;
}

__device__ inline long long own_index() {
    return static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
}
__device__ inline long long all_threads() { return static_cast<long long>(gridDim.x) * blockDim.x; }

/// Returns the triangle of a work item. Triangle t has items ends[t - 1] to ends[t] (exclusive).
__device__ inline int owner_of(const long long* ends, int triangles, long long piece) {
    int low = 0, high = triangles - 1;
    while (low < high) {
        const int middle = (low + high) / 2;
        if (ends[middle] > piece)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}
__device__ inline long long begin_of(const long long* ends, int triangle) {
    return triangle > 0 ? ends[triangle - 1] : 0;
}

/// A rectangle of columns or rows of cells, which may be empty.
struct Rectangle {
    int first_a, first_b, count_a, count_b;
};

__device__ inline long long pieces_of(Rectangle r, int share) {
    if (r.count_a <= 0 || r.count_b <= 0) return 0;
    return ceil_div(static_cast<long long>(r.count_a) * r.count_b, share);
}

/// Calls `visit(a, b)` for `share` positions in a rectangle, from position number `first` on.
template <class Visit>
__device__ inline void for_each_member(Rectangle r, long long first, int share, Visit visit) {
    int a = static_cast<int>(first % r.count_a), b = static_cast<int>(first / r.count_a);
    for (int i = 0; i < share && b < r.count_b; ++i) {
        visit(r.first_a + a, r.first_b + b);
        if (++a < r.count_a) continue;
        a = 0;
        ++b;
    }
}

}  // namespace glint::geometry
