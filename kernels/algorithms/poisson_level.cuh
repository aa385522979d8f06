// SPDX-License-Identifier: MIT
// A grid level of the multigrid solver for Poisson's equation, and the equation of a cell.
#pragma once

#include <algorithms/poisson_layouts.cuh>
#include <algorithms/poisson_setup.cuh>
#include <algorithms/poisson_sizes.cuh>

namespace glint::poisson_solver {

using Axis = AxisOf<Value>;
using Level = LevelOf<Value>;

struct Cell {
    int x, y, z;
};

/// The cells from `begin` (inclusive) to `end` (exclusive) along each dimension.
struct Box {
    Cell begin, end;
};

/// A cell's Laplacian, and the negated coefficient of the cell's own value in this Laplacian.
template <class T>
struct Pull {
    T laplacian = 0;
    Value diagonal = 0;
};

__device__ inline long long index_of(const Level& level, Cell c) {
    return (static_cast<long long>(c.z) * level.y.cells + c.y) * level.x.cells + c.x;
}

/// Returns the index of the lower face of a cell along an axis.
__device__ inline long long face_of(const Level& level, int axis, Cell c) {
    const long long nx = level.x.cells + (axis == 0), ny = level.y.cells + (axis == 1);
    return (c.z * ny + c.y) * nx + c.x;
}

/// Returns the value of the lower neighbor, or 0 at a border.
template <class T>
__device__ inline T below(const Axis& axis, int i, const T* p, long long at, long long stride) {
    const long long from = i > 0 ? at - stride : at + (axis.cells - 1) * stride;
    return i > 0 || axis.wraps ? p[from] : T(0);
}
template <class T>
__device__ inline T above(const Axis& axis, int i, const T* p, long long at, long long stride) {
    const bool is_last = i == axis.cells - 1;
    const long long from = is_last ? at - i * stride : at + stride;
    return !is_last || axis.wraps ? p[from] : T(0);
}

/// Returns the distance in cells from cell i to its lower neighbor along an axis, or 0 without one.
__device__ inline int step_below(const Axis& axis, int i) {
    return i > 0 ? -1 : axis.wraps ? axis.cells - 1 : 0;
}
__device__ inline int step_above(const Axis& axis, int i) {
    return i < axis.cells - 1 ? 1 : axis.wraps ? 1 - axis.cells : 0;
}
__device__ inline Value neighbor(const Value* p, long long step) {
    return step ? p[step] : Value(0);
}

/// Returns the openness of the lower face. Without kRead, assumes that all faces are fully open.
template <bool kRead = kOpen>
__device__ inline float open_below(const Axis& axis, long long face) {
    if constexpr (kRead) return axis.open[face];
    return 1;
}
/// Returns the openness of the upper face. If the axis wraps, the last face is also the first.
template <bool kRead = kOpen>
__device__ inline float open_above(const Axis& axis, int i, long long face, long long stride) {
    if constexpr (kRead)
        return axis.open[i == axis.cells - 1 && axis.wraps ? face - i * stride : face + stride];
    return 1;
}

template <bool kRead, class T>
__device__ inline void pull_along(const Axis& axis, int i, long long stride, long long face,
                                  const T* p, long long at, Pull<T>& pull) {
    const Value low = axis.low[i] * open_below<kRead>(axis, face);
    const Value high = axis.high[i] * open_above<kRead>(axis, i, face, stride);
    const T here = p[at];
    pull.laplacian += low * (below(axis, i, p, at, stride) - here);
    pull.laplacian += high * (above(axis, i, p, at, stride) - here);
    pull.diagonal += low + high;
}

template <bool kRead, class T>
__device__ inline Pull<T> pull_through(const Level& level, Cell c, const T* p, long long at) {
    Pull<T> pull;
    const long long nx = level.x.cells, ny = level.y.cells;
    pull_along<kRead>(level.x, c.x, 1, face_of(level, 0, c), p, at, pull);
    pull_along<kRead>(level.y, c.y, nx, face_of(level, 1, c), p, at, pull);
    if constexpr (kRank == 3)
        pull_along<kRead>(level.z, c.z, nx * ny, face_of(level, 2, c), p, at, pull);
    return pull;
}

/// Returns the index in `clear` of a cell's segment.
__device__ inline long long segment_of(const Level& level, Cell c) {
    return (static_cast<long long>(c.z) * level.y.cells + c.y) * level.segments + c.x / kSegment;
}
__device__ inline bool is_clear(const Level& level, Cell c) {
    if constexpr (kOpen) return level.clear[segment_of(level, c)] != 0;
    return true;
}

template <class T>
__device__ inline Pull<T> pull_at(const Level& level, Cell c, const T* p, long long at) {
    if constexpr (kOpen)
        if (!is_clear(level, c)) return pull_through<true>(level, c, p, at);
    return pull_through<false>(level, c, p, at);
}

template <bool kRead>
__device__ inline Value diagonal_along(const Axis& axis, int i, long long face, long long stride) {
    return axis.low[i] * open_below<kRead>(axis, face) +
           axis.high[i] * open_above<kRead>(axis, i, face, stride);
}
template <bool kRead>
__device__ inline Value diagonal_through(const Level& level, Cell c) {
    const long long nx = level.x.cells, ny = level.y.cells;
    Value sum = diagonal_along<kRead>(level.x, c.x, face_of(level, 0, c), 1) +
                diagonal_along<kRead>(level.y, c.y, face_of(level, 1, c), nx);
    if constexpr (kRank == 3)
        sum += diagonal_along<kRead>(level.z, c.z, face_of(level, 2, c), nx * ny);
    return sum;
}
/// Returns the diagonal coefficient, or 0 for a cell without an open face, which has no equation.
__device__ inline Value diagonal_at(const Level& level, Cell c) {
    return diagonal_through<kOpen>(level, c);
}

/// Returns the right-hand side of a cell, minus the mean if `mean` is not null.
__device__ inline Value wanted(const Value* f, const double* mean, long long at) {
    return f[at] - (mean ? static_cast<Value>(*mean) : Value(0));
}

/// Returns the residual of a cell, or 0 if the cell has no equation.
template <bool kRead>
__device__ inline Value residual_at(const Level& level, Cell c, const Value* f, const double* mean,
                                    const Value* p) {
    const long long at = index_of(level, c);
    const Pull<Value> pull = pull_through<kRead>(level, c, p, at);
    return pull.diagonal > 0 ? wanted(f, mean, at) - pull.laplacian : Value(0);
}

/// One Gauss-Seidel step. With kRead, reads the faces even if all of them are fully open.
template <bool kRead>
__device__ inline void relax_cell(const Level& level, Cell c, Value relaxation, const Value* f,
                                  const double* mean, Value* p) {
    const long long at = index_of(level, c);
    const Pull<Value> pull = pull_through<kRead>(level, c, p, at);
    if (pull.diagonal > 0)
        p[at] += relaxation * (pull.laplacian - wanted(f, mean, at)) / pull.diagonal;
}

/// Returns the coarse cell that contains cell i.
__device__ inline int parent_of(const Axis& fine, const Axis& coarse, int i) {
    if (!fine.halves) return i;
    return i / 2 < coarse.cells ? i / 2 : coarse.cells - 1;
}
/// Returns the first fine cell in coarse cell i, or the number of fine cells if i is past the end.
__device__ inline int first_child(const Axis& fine, const Axis& coarse, int i) {
    if (!fine.halves) return i;
    return i < coarse.cells ? 2 * i : fine.cells;
}
/// Returns the fine cells in one cell of the next coarser level.
__device__ inline Box children_of(const Level& fine, const Level& coarse, Cell c) {
    return {{first_child(fine.x, coarse.x, c.x), first_child(fine.y, coarse.y, c.y),
             first_child(fine.z, coarse.z, c.z)},
            {first_child(fine.x, coarse.x, c.x + 1), first_child(fine.y, coarse.y, c.y + 1),
             first_child(fine.z, coarse.z, c.z + 1)}};
}

}  // namespace glint::poisson_solver
