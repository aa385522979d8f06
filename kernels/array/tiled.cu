// SPDX-License-Identifier: MIT
// Evaluates an expression with operands that are contiguous along a different dimension than the
// output. Each block loads a square tile of these operands into shared memory, in their order, and
// reads the tile in the output's order.
#include <array/tiled_expression.cuh>
#include <glint/ceil_div.cuh>

namespace glint::expression {

constexpr int kAcross = 32, kDown = 8;  // threads per block

/// The start of a block's tile along the staged operands (depth) and the output's rows (column).
struct Corner {
    Index depth, column;
};

/// Number of tile elements per thread.
constexpr int kPlaces = kTileSide / kAcross * (kTileSide / kDown);

/// Calls `each(i, x, y)` for all elements of a thread, with adjacent x in adjacent lanes. Unless
/// `whole` is true, skips elements outside `max_x` and `max_y`.
template <bool whole, class Each>
__device__ inline void for_tile(Index max_x, Index max_y, const Each& each) {
#pragma unroll
    for (int i = 0; i < kPlaces; ++i) {
        constexpr int kStrips = kTileSide / kAcross;
        const int x = i % kStrips * kAcross + threadIdx.x, y = i / kStrips * kDown + threadIdx.y;
        if (whole || (x < max_x && y < max_y)) each(i, x, y);
    }
}

/// Issues all reads of a tile before it waits for the first of them.
template <bool whole>
__device__ inline void evaluate_tile(const Operands& operands, const Output& output, Tiles& tiles,
                                     const Row& from, Index to, Corner corner) {
    const Index depth = operands.extents.outer[kRank - 2] - corner.depth;
    const Index columns = operands.extents.columns - corner.column;
    Inputs inputs[kPlaces];
    for_tile<whole>(columns, depth, [&](int i, int x, int y) {
        read_direct(operands, from.below(operands, y), corner.column + x, inputs[i]);
    });
    for_tile<whole>(depth, columns, [&](int, int x, int y) {
        stage(operands, tiles, from, x, corner.column + y, y);
    });
    __syncthreads();
    for_tile<whole>(columns, depth, [&](int i, int x, int y) {
        read_staged(tiles, x, y, inputs[i]);
        const Value values[1] = {value(operands, inputs[i])};
        output.write(to + y * output.strides.of[kRank - 2], corner.column + x, values);
    });
}

}  // namespace glint::expression

extern "C" __global__ void __launch_bounds__(256)
    evaluate(const __grid_constant__ glint::expression::Operands operands,
             const __grid_constant__ glint::expression::Output output) {
    using namespace glint::expression;
    __shared__ Tiles tiles;
    const Index depth = operands.extents.outer[kRank - 2], columns = operands.extents.columns;
    const Index across = glint::ceil_div(columns, kTileSide);
    const Index down = Index(blockIdx.x) / across;
    const Corner corner{down * kTileSide, (Index(blockIdx.x) - down * across) * kTileSide};
    for (Index outer = blockIdx.y; outer < operands.extents.rows / depth; outer += gridDim.y) {
        const Index row = outer * depth + corner.depth;
        const Row from(operands, row);
        const Index to = output.row(Place<Index, kRank>(operands.extents, row));
        if (corner.depth + kTileSide <= depth && corner.column + kTileSide <= columns)
            evaluate_tile<true>(operands, output, tiles, from, to, corner);
        else
            evaluate_tile<false>(operands, output, tiles, from, to, corner);
        __syncthreads();
    }
}
