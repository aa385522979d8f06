// What goes between two levels: averages of residuals down, linear interpolation up.
#pragma once

#include <algorithms/poisson_level.cuh>

namespace glint::poisson {

/// The part of the coarse correction that comes from the neighbour on a cell's own side.
__device__ inline Value lean_along(const Axis& fine, const Axis& coarse, int i, int j,
                                   long long stride, long long face, const Value* e, long long at) {
    const Value toward = fine.toward[i];
    const bool is_lower = toward < 0;
    const Value other =
        is_lower ? below(coarse, j, e, at, stride) : above(coarse, j, e, at, stride);
    const float open = is_lower ? open_below(coarse, face) : open_above(coarse, j, face, stride);
    return fabs(toward) * open * (other - e[at]);
}

/// The coarser level's correction of a cell, linear between the centres of its cells.
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

/// Whether the parts of a coarse cell are two along each dimension, and all clear.
__device__ inline bool are_plain_pairs(const Level& fine, const Box& box) {
    if (box.end.x - box.begin.x != 2 || box.end.y - box.begin.y != 2) return false;
    if (kRank == 3 && box.end.z - box.begin.z != 2) return false;
    bool are_clear = true;
    for (int z = box.begin.z; z < box.end.z; ++z)
        for (int y = box.begin.y; y < box.end.y; ++y)
            are_clear = are_clear && is_clear(fine, {box.begin.x, y, z});
    return are_clear;
}

/// The mean residual of such parts: the loops have ends that are known.
__device__ inline Value mean_of_pairs(const Level& fine, const Level& coarse, Cell first,
                                      const Value* f, const double* mean, const Value* p) {
    constexpr int kLayers = kRank == 3 ? 2 : 1;
    Value shares[3][2];
#pragma unroll
    for (int i = 0; i < 2; ++i) {
        shares[0][i] = share_of(fine.x, coarse.x, first.x + i);
        shares[1][i] = share_of(fine.y, coarse.y, first.y + i);
        shares[2][i] = kLayers == 2 ? share_of(fine.z, coarse.z, first.z + i) : Value(1);
    }
    Value sum = 0;
#pragma unroll
    for (int k = 0; k < kLayers; ++k)
#pragma unroll
        for (int j = 0; j < 2; ++j)
#pragma unroll
            for (int i = 0; i < 2; ++i) {
                const Cell c{first.x + i, first.y + j, first.z + k};
                sum += shares[0][i] * shares[1][j] * shares[2][k] *
                       residual_at<false>(fine, c, f, mean, p);
            }
    return sum;
}

/// The mean residual of any parts.
__device__ inline Value mean_of_parts(const Level& fine, const Level& coarse, const Box& box,
                                      const Value* f, const double* mean, const Value* p) {
    Value sum = 0;
    for (int z = box.begin.z; z < box.end.z; ++z)
        for (int y = box.begin.y; y < box.end.y; ++y)
            for (int x = box.begin.x; x < box.end.x; ++x)
                sum += share_of(fine.x, coarse.x, x) * share_of(fine.y, coarse.y, y) *
                       share_of(fine.z, coarse.z, z) *
                       residual_at<kOpen>(fine, {x, y, z}, f, mean, p);
    return sum;
}

}  // namespace glint::poisson
