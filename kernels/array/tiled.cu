// Evaluates an expression of which some operands run along another dimension than the output: each
// block brings a square tile of those to shared memory in their order, and reads it in the
// output's.
#include <array/tiled_expression.cuh>

namespace glint::expression {

constexpr int kAcross = 32, kDown = 8;  // threads of a block

/// Where a block's tile starts: along the operands that are staged, and along the output's rows.
struct Corner {
    Index depth, column;
};

/// Calls `each(x, y)` for all places of a tile, threads with neighbouring x side by side; if
/// `whole`, without asking whether they lie within `most_x` and `most_y`.
template <bool whole, class Each>
__device__ inline void for_tile(Index most_x, Index most_y, const Each& each) {
#pragma unroll
    for (int y = 0; y < kTileSide; y += kDown) {
#pragma unroll
        for (int x = 0; x < kTileSide; x += kAcross) {
            const int at_x = x + threadIdx.x, at_y = y + threadIdx.y;
            if (whole || (at_x < most_x && at_y < most_y)) each(at_x, at_y);
        }
    }
}

template <bool whole>
__device__ inline void evaluate_tile(const Operands& operands, const Output& output, Tiles& tiles,
                                     const Row& from, Index to, Corner corner) {
    const Index depth = operands.extents.outer[kRank - 2] - corner.depth;
    const Index columns = operands.extents.columns - corner.column;
    for_tile<whole>(depth, columns,
                    [&](int x, int y) { stage(operands, tiles, from, x, corner.column + y, y); });
    __syncthreads();
    for_tile<whole>(columns, depth, [&](int x, int y) {
        Inputs inputs;
        const Row row = from.below(operands, y);
        read_tiled(operands, tiles, row, corner.column + x, x, y, inputs);
        const Value values[1] = {value(operands, inputs)};
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
    const Index across = (columns + kTileSide - 1) / kTileSide;
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
