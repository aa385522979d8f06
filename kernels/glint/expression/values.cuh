// SPDX-License-Identifier: MIT
// The elements of an expression by index, for algorithms that read them in C order.
#pragma once

#include <array/expression.cuh>

namespace glint::expression {

/// Returns the expression's value at `index`, in C order over all elements.
__device__ inline Value value_at(const Operands& operands, Index index) {
    Inputs inputs[1];
    if constexpr (kRank == 1) {
        read(operands, Row(operands, 0), index, inputs);
    } else {
        const Index row = index / operands.extents.columns;
        read(operands, Row(operands, row), index - row * operands.extents.columns, inputs);
    }
    return value(operands, inputs[0]);
}

/// Reads `Count` values, starting at `index`. Uses one access per operand if the elements of all
/// operands are adjacent (see kPack) and `index` is a multiple of `Count`.
template <int Count>
__device__ inline void values_at(const Operands& operands, Index index, Value (&values)[Count]) {
    if constexpr (kRank == 1 && kPack % Count == 0) {
        Inputs inputs[Count];
        read(operands, Row(operands, 0), index, inputs);
#pragma unroll
        for (int i = 0; i < Count; ++i) values[i] = value(operands, inputs[i]);
    } else {
#pragma unroll
        for (int i = 0; i < Count; ++i) values[i] = value_at(operands, index + i);
    }
}

}  // namespace glint::expression
