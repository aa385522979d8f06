// SPDX-License-Identifier: MIT
// The host replaces this header with a generated one for each expression. This version, `factor *
// x`, is used only when the kernels in this folder are compiled standalone.
#pragma once

#include <glint/expression/convert.cuh>
#include <glint/expression/elements.cuh>

namespace glint::expression {

using Index = int;         // 64 bits if an array needs them
constexpr int kRank = 1;   // number of dimensions after merging
constexpr int kPack = 4;   // adjacent elements that a thread processes together
constexpr int kPacks = 4;  // number of packs per thread
using Value = float;       // element type of the expression

struct Operands {
    Extents<Index, kRank> extents;
    Elements<const float, Index, kRank, Step::unit> a0;
    float s0;
};
using Output = Elements<Value, Index, kRank, Step::unit>;

/// The offset of the start of a row in each operand.
struct Row {
    Index a0;

    __device__ Row(const Operands& operands, Index row) {
        const Place<Index, kRank> place(operands.extents, row);
        a0 = operands.a0.row(place);
    }
};

/// One element of each operand.
struct Inputs {
    float a0;
};

template <int Count>
__device__ inline void read(const Operands& operands, const Row& row, Index column,
                            Inputs (&inputs)[Count]) {
    float a0[Count];
    operands.a0.read(row.a0, column, a0);
#pragma unroll
    for (int i = 0; i < Count; ++i) inputs[i].a0 = a0[i];
}

__device__ inline Value value(const Operands& operands, const Inputs& inputs) {
    return operands.s0 * inputs.a0;
}

}  // namespace glint::expression
