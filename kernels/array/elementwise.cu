// SPDX-License-Identifier: MIT
// Evaluates an expression into an array. Each thread evaluates packs of adjacent elements.
#include <array/expression.cuh>

namespace glint::expression {

template <int Count>
__device__ inline void compute(const Operands& operands, const Inputs (&inputs)[Count],
                               Value (&values)[Count]) {
#pragma unroll
    for (int i = 0; i < Count; ++i) values[i] = value(operands, inputs[i]);
}

/// Reads all packs before writing the first, so that many loads are in flight.
__device__ inline void evaluate_row(const Operands& operands, const Output& output, const Row& from,
                                    Index to) {
    const Index columns = operands.extents.columns, stride = Index(blockDim.x) * kPack;
    const Index first = Index(blockIdx.x) * stride * kPacks + Index(threadIdx.x) * kPack;
    Inputs inputs[kPacks][kPack];
#pragma unroll
    for (int k = 0; k < kPacks; ++k)
        if (first + k * stride + kPack <= columns)
            read(operands, from, first + k * stride, inputs[k]);
#pragma unroll
    for (int k = 0; k < kPacks; ++k)
        if (first + k * stride + kPack <= columns) {
            Value values[kPack];
            compute(operands, inputs[k], values);
            output.write(to, first + k * stride, values);
        }
}

/// Evaluates the elements after the last whole pack of a row, at most one per thread.
__device__ inline void evaluate_rest(const Operands& operands, const Output& output,
                                     const Row& from, Index to) {
    const Index columns = operands.extents.columns;
    const Index column = columns - columns % kPack + Index(threadIdx.x);
    if (blockIdx.x > 0 || column >= columns) return;
    Inputs inputs[1];
    Value values[1];
    read(operands, from, column, inputs);
    compute(operands, inputs, values);
    output.write(to, column, values);
}

}  // namespace glint::expression

extern "C" __global__ void __launch_bounds__(256)
    evaluate(const __grid_constant__ glint::expression::Operands operands,
             const __grid_constant__ glint::expression::Output output) {
    using namespace glint::expression;
    const Index stride = Index(gridDim.y) * blockDim.y;
    for (Index row = Index(blockIdx.y) * blockDim.y + threadIdx.y; row < operands.extents.rows;
         row += stride) {
        const Row from(operands, row);
        const Place<Index, kRank> place(operands.extents, row);
        const Index to = output.row(place);
        evaluate_row(operands, output, from, to);
        if constexpr (kPack > 1) evaluate_rest(operands, output, from, to);
    }
}
