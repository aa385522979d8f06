// SPDX-License-Identifier: MIT
// What the evaluator writes for each expression and passes to the kernels in this folder under this
// name. This one, for `factor * x`, stands for them where those kernels are compiled by themselves.
#pragma once

#include <glint/expression/convert.cuh>
#include <glint/expression/elements.cuh>

namespace glint::expression {

using Index = int;         // 64 bits where arrays need them
constexpr int kRank = 1;   // dimensions, after those that could be were merged
constexpr int kPack = 4;   // neighbours that a thread takes at a time
constexpr int kPacks = 4;  // such packs for each thread
using Value = float;       // of the expression

struct Operands {
    Extents<Index, kRank> extents;
    Elements<const float, Index, kRank, Step::unit> a0;
    float s0;
};
using Output = Elements<Value, Index, kRank, Step::unit>;

/// Where a row starts in each operand.
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
