// SPDX-License-Identifier: MIT
// The host replaces this header with a generated one for expressions whose operands differ in their
// contiguous dimension. This version is `x + transposed(y)`, to compile tiled.cu standalone.
#pragma once

#include <glint/expression/convert.cuh>
#include <glint/expression/elements.cuh>

namespace glint::expression {

using Index = int;
constexpr int kRank = 2;
constexpr int kTileSide = 64;
using Value = float;

struct Operands {
    Extents<Index, kRank> extents;
    Elements<const float, Index, kRank, Step::unit> a0;
    Elements<const float, Index, kRank, Step::any> a1;
};
using Output = Elements<Value, Index, kRank, Step::unit>;

/// The offset of the start of a row in each operand.
struct Row {
    Index a0;
    Index a1;

    __device__ Row(const Operands& operands, Index row) {
        const Place<Index, kRank> place(operands.extents, row);
        a0 = operands.a0.row(place);
        a1 = operands.a1.row(place);
    }
    /// Returns the row that is `rows` rows later along the last of the outer dimensions.
    __device__ Row below(const Operands& operands, Index rows) const {
        Row row = *this;
        row.a0 += rows * operands.a0.strides.of[kRank - 2];
        row.a1 += rows * operands.a1.strides.of[kRank - 2];
        return row;
    }
};

struct Inputs {
    float a0;
    float a1;
};

/// The staged operands, which are contiguous along the output's columns: one line of the tile per
/// column of the output. The odd line length spreads a column of the tile over all banks.
struct Tiles {
    float a1[kTileSide][kTileSide + 1];
};

__device__ inline void stage(const Operands& operands, Tiles& tiles, const Row& row, int depth,
                             Index column, int line) {
    tiles.a1[line][depth] = operands.a1.data[row.a1 + depth + operands.a1.strides.within(column)];
}

/// Reads one element of each operand that is not staged.
__device__ inline void read_direct(const Operands& operands, const Row& row, Index column,
                                   Inputs& inputs) {
    float a0[1];
    operands.a0.read(row.a0, column, a0);
    inputs.a0 = a0[0];
}

/// Reads one element of each staged operand.
__device__ inline void read_staged(const Tiles& tiles, int line, int depth, Inputs& inputs) {
    inputs.a1 = tiles.a1[line][depth];
}

__device__ inline Value value(const Operands& operands, const Inputs& inputs) {
    return inputs.a0 + inputs.a1;
}

}  // namespace glint::expression
