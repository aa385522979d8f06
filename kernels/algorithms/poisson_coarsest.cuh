// SPDX-License-Identifier: MIT
// Solves the coarsest level with many sweeps, by the lanes of one CPU vector. The data of all cells
// is in shared memory.
#pragma once

#include <algorithms/poisson_bands.cuh>

namespace glint::poisson_solver {

constexpr int kCoarsestCells = kRank == 3 ? 512 : 64;  // 8 along each dimension
constexpr int kLayerCells = kCoarsestCells / 8;

/// Data of a level without periodic dimensions: the solution and the right-hand side of each cell,
/// the weights of its neighbors and borders, and for each color the factor from the residual to the
/// update of a cell. The factor is 0 in cells of the other color.
struct Coarsest {
    Value weights[2 * kRank][kCoarsestCells], outer[kCoarsestCells];
    Value goals[kCoarsestCells], steps[2][kCoarsestCells];
    Value solution[kCoarsestCells + 2 * kLayerCells];  // with a layer of zeros before and after it

    __device__ static bool suits(const Level& level) {
        return !level.x.wraps && !level.y.wraps && !level.z.wraps;
    }

    __device__ void solve(const Equation& on, int sweeps, Value relaxation) {
        const Level& level = on.level;
        const int nx = level.x.cells, rows = level.y.cells * level.z.cells, count = rows * nx;
        const int lane = static_cast<int>(threadIdx.x);
        auto* const all = reinterpret_cast<Value*>(this);
        constexpr auto kNumbers = static_cast<int>(sizeof(Coarsest) / sizeof(Value));
        for (int i = lane; i < kNumbers; i += kLanes) all[i] = 0;
        __syncwarp();
        for (int r = 0; r < rows; ++r)
            if (lane < nx) note_cell(on, {lane, r % level.y.cells, r / level.y.cells}, relaxation);
        __syncwarp();
        for (int half = 0; half < 2 * sweeps; ++half) {
            for (int first = 0; first < count; first += kLanes)
                relax(first + lane, half & 1, nx, nx * level.y.cells);
            __syncwarp();
        }
        for (int i = lane; i < count; i += kLanes) on.p[i] = solution[kLayerCells + i];
        __syncwarp();
    }

private:
    __device__ void note_cell(const Equation& on, Cell c, Value relaxation) {
        const Level& level = on.level;
        const auto at = static_cast<int>(index_of(level, c));
        const long long face = face_of(level, 0, c);
        const Across across(level, {0, c.y, c.z});
        Value diagonal = 0;
        const auto note = [&](int side, bool has_neighbor, Value weight) {
            (has_neighbor ? weights[side] : outer)[at] += weight;
            diagonal += weight;
        };
        note(0, c.x > 0, level.x.low[c.x] * open_below(level.x, face));
        note(1, c.x < level.x.cells - 1, level.x.high[c.x] * open_above(level.x, c.x, face, 1));
#pragma unroll
        for (int i = 0; i < kAcross; ++i)
            note(2 + i, across.steps[i] != 0,
                 across.weights[i] * (kOpen ? across.open[i][c.x] : 1));
        const int color = (c.x + c.y + c.z) & 1;
        steps[color][at] = diagonal > 0 ? relaxation / diagonal : Value(0);
        goals[at] = on.f[at] - on.mean;
        solution[kLayerCells + at] = on.p[at];
    }
    __device__ void relax(int at, int color, int row, int layer) {
        Value* const here = solution + kLayerCells + at;
        const int strides[3] = {1, row, layer};
        Value laplacian = 0;
#pragma unroll
        for (int axis = 0; axis < kRank; ++axis) {
            laplacian += weights[2 * axis][at] * (here[-strides[axis]] - *here);
            laplacian += weights[2 * axis + 1][at] * (here[strides[axis]] - *here);
        }
        *here += steps[color][at] * (laplacian - outer[at] * *here - goals[at]);
    }
};

}  // namespace glint::poisson_solver
