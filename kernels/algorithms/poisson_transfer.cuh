// SPDX-License-Identifier: MIT
// Transfer between two levels: averages residuals, and interpolates corrections linearly.
#pragma once

#include <algorithms/poisson_level.cuh>

namespace glint::poisson_solver {

/// Returns the part of cell i's correction that comes from the nearest other coarse cell.
__device__ inline Value lean_along(const Axis& fine, const Axis& coarse, int i, int j,
                                   long long stride, long long face, const Value* e, long long at) {
    const Value toward = fine.toward[i];
    const bool is_lower = toward < 0;
    const Value other =
        is_lower ? below(coarse, j, e, at, stride) : above(coarse, j, e, at, stride);
    const float open = is_lower ? open_below(coarse, face) : open_above(coarse, j, face, stride);
    return fabs(toward) * open * (other - e[at]);
}

/// Returns the coarser level's correction at a cell, interpolated linearly between cell centers.
__device__ inline Value correction_at(const Level& fine, const Level& coarse, Cell c,
                                      const Value* e) {
    const Cell from{parent_of(fine.x, coarse.x, c.x), parent_of(fine.y, coarse.y, c.y),
                    parent_of(fine.z, coarse.z, c.z)};
    const long long at = index_of(coarse, from), nx = coarse.x.cells, ny = coarse.y.cells;
    Value sum = e[at];
    sum += lean_along(fine.x, coarse.x, c.x, from.x, 1, face_of(coarse, 0, from), e, at);
    sum += lean_along(fine.y, coarse.y, c.y, from.y, nx, face_of(coarse, 1, from), e, at);
    if constexpr (kRank == 3)
        sum += lean_along(fine.z, coarse.z, c.z, from.z, nx * ny, face_of(coarse, 2, from), e, at);
    return sum;
}

__device__ inline Value share_of(const Axis& fine, const Axis& coarse, int i) {
    return fine.width[i] / coarse.width[parent_of(fine, coarse, i)];
}

/// True if a coarse cell consists of two fine cells along each dimension.
__device__ inline bool are_pairs(const Box& box) {
    return box.end.x - box.begin.x == 2 && box.end.y - box.begin.y == 2 &&
           (kRank == 2 || box.end.z - box.begin.z == 2);
}

/// True if are_pairs(), and if all faces of these cells are fully open.
__device__ inline bool are_plain_pairs(const Level& fine, const Box& box) {
    if (!are_pairs(box)) return false;
    bool are_clear = true;
    for (int z = box.begin.z; z < box.end.z; ++z)
        for (int y = box.begin.y; y < box.end.y; ++y)
            are_clear = are_clear && is_clear(fine, {box.begin.x, y, z});
    return are_clear;
}

/// Two adjacent cells.
struct alignas(2 * sizeof(Value)) Pair {
    Value x, y;

    __device__ Value operator[](int i) const { return i == 0 ? x : y; }
};

/// Pairs of adjacent cells of a grid. Pairs are aligned if rows have an even number of cells.
struct Pairs {
    const Value* values;
    bool are_aligned;

    __device__ Pair at(long long i) const {
        if (are_aligned) return *reinterpret_cast<const Pair*>(values + i);
        return {values[i], values[i + 1]};
    }
    /// Returns the pair that is `step` cells away from cell i, or zeros if `step` is 0.
    __device__ Pair adjacent(long long i, long long step) const {
        return step ? at(i + step) : Pair{0, 0};
    }
};

/// The weights along an axis for both cells of a pair.
struct PairWeights {
    Value low[2], high[2], shares[2];

    __device__ PairWeights(const Axis& fine, const Axis& coarse, int first) {
#pragma unroll
        for (int i = 0; i < 2; ++i) {
            low[i] = fine.low[first + i], high[i] = fine.high[first + i];
            shares[i] = share_of(fine, coarse, first + i);
        }
    }
};

/// Returns the mean residual of four or eight cells. Reads each number once, two at a time.
__device__ inline Value mean_of_pairs(const Level& fine, const Level& coarse, Cell first,
                                      const Value* f, const double* mean, const Value* p) {
    constexpr int kLayers = kRank == 3 ? 2 : 1;
    const long long nx = fine.x.cells, layer = nx * fine.y.cells, at = index_of(fine, first);
    const Pairs from{p, nx % 2 == 0}, goals{f, nx % 2 == 0};
    const long long left = step_below(fine.x, first.x), right = step_above(fine.x, first.x + 1);
    const long long down = step_below(fine.y, first.y) * nx;
    const long long up = step_above(fine.y, first.y + 1) * nx;
    Pair rows[kLayers][4], near[2] = {}, far[2] = {};
    Value lefts[kLayers][2], rights[kLayers][2];
#pragma unroll
    for (int k = 0; k < kLayers; ++k) {
        const long long here = at + k * layer;
        rows[k][0] = from.adjacent(here, down), rows[k][3] = from.adjacent(here + nx, up);
#pragma unroll
        for (int j = 0; j < 2; ++j) {
            rows[k][1 + j] = from.at(here + j * nx);
            lefts[k][j] = neighbor(p + here + j * nx, left);
            rights[k][j] = neighbor(p + here + j * nx + 1, right);
        }
    }
    if constexpr (kRank == 3)
#pragma unroll
        for (int j = 0; j < 2; ++j) {
            near[j] = from.adjacent(at + j * nx, step_below(fine.z, first.z) * layer);
            far[j] = from.adjacent(at + layer + j * nx, step_above(fine.z, first.z + 1) * layer);
        }
    const PairWeights x(fine.x, coarse.x, first.x), y(fine.y, coarse.y, first.y);
    const PairWeights z = kRank == 3 ? PairWeights(fine.z, coarse.z, first.z) : y;
    const Value mean_there = mean ? static_cast<Value>(*mean) : Value(0);
    Value sum = 0;
#pragma unroll
    for (int k = 0; k < kLayers; ++k)
#pragma unroll
        for (int j = 0; j < 2; ++j) {
            const Pair goal = goals.at(at + k * layer + j * nx);
#pragma unroll
            for (int i = 0; i < 2; ++i) {
                const Value here = rows[k][1 + j][i];
                Value laplacian = 0;
                laplacian += x.low[i] * ((i == 0 ? lefts[k][j] : rows[k][1 + j].x) - here);
                laplacian += x.high[i] * ((i == 0 ? rows[k][1 + j].y : rights[k][j]) - here);
                laplacian += y.low[j] * (rows[k][j][i] - here);
                laplacian += y.high[j] * (rows[k][2 + j][i] - here);
                Value diagonal = x.low[i] + x.high[i] + (y.low[j] + y.high[j]);
                if constexpr (kRank == 3) {
                    laplacian += z.low[k] * ((k == 0 ? near[j][i] : rows[0][1 + j][i]) - here);
                    laplacian +=
                        z.high[k] * ((k == 0 ? rows[kLayers - 1][1 + j][i] : far[j][i]) - here);
                    diagonal += z.low[k] + z.high[k];
                }
                const Value rest = diagonal > 0 ? goal[i] - mean_there - laplacian : Value(0);
                sum += x.shares[i] * y.shares[j] * (kRank == 3 ? z.shares[k] : Value(1)) * rest;
            }
        }
    return sum;
}

/// Returns the residual of a fine cell, multiplied by the cell's share of the coarse cell.
__device__ inline Value residual_of_part(const Level& fine, const Level& coarse, Cell c,
                                         const Value* f, const double* mean, const Value* p) {
    return share_of(fine.x, coarse.x, c.x) * share_of(fine.y, coarse.y, c.y) *
           share_of(fine.z, coarse.z, c.z) * residual_at<kOpen>(fine, c, f, mean, p);
}

/// Returns the mean residual of the fine cells. If there are two per dimension, unrolls the loops.
__device__ inline Value mean_of_parts(const Level& fine, const Level& coarse, const Box& box,
                                      const Value* f, const double* mean, const Value* p) {
    Value sum = 0;
    if (are_pairs(box)) {
#pragma unroll
        for (int i = 0; i < (kRank == 3 ? 8 : 4); ++i)
            sum += residual_of_part(
                fine, coarse,
                {box.begin.x + (i & 1), box.begin.y + (i >> 1 & 1), box.begin.z + (i >> 2)}, f,
                mean, p);
        return sum;
    }
    for (int z = box.begin.z; z < box.end.z; ++z)
        for (int y = box.begin.y; y < box.end.y; ++y)
            for (int x = box.begin.x; x < box.end.x; ++x)
                sum += residual_of_part(fine, coarse, {x, y, z}, f, mean, p);
    return sum;
}

}  // namespace glint::poisson_solver
