// Evaluates an expression into an array: each thread some packs of neighbours of a row.
#include <array/expression.cuh>

namespace glint::expression {

template <int Count>
__device__ inline void compute(const Operands& operands, const Inputs (&inputs)[Count],
                               Value (&values)[Count]) {
#pragma unroll
    for (int i = 0; i < Count; ++i) values[i] = value(operands, inputs[i]);
}

template <int Count>
__device__ inline void evaluate_pack(const Operands& operands, const Output& output,
                                     const Row& from, Index to, Index column) {
    Inputs inputs[Count];
    Value values[Count];
    read(operands, from, column, inputs);
    compute(operands, inputs, values);
    output.write(to, column, values);
}

/// All packs are read before any is written, so that many reads are under way at a time.
__device__ inline void evaluate_packs(const Operands& operands, const Output& output,
                                      const Row& from, Index to, Index column, Index apart) {
    Inputs inputs[kPacks][kPack];
#pragma unroll
    for (int k = 0; k < kPacks; ++k) read(operands, from, column + k * apart, inputs[k]);
#pragma unroll
    for (int k = 0; k < kPacks; ++k) {
        Value values[kPack];
        compute(operands, inputs[k], values);
        output.write(to, column + k * apart, values);
    }
}

__device__ inline void evaluate_row(const Operands& operands, const Output& output, const Row& from,
                                    Index to) {
    const Index apart = Index(blockDim.x) * kPack;
    const Index first = Index(blockIdx.x) * apart * kPacks + Index(threadIdx.x) * kPack;
    if (first + (kPacks - 1) * apart + kPack <= operands.extents.columns) {
        evaluate_packs(operands, output, from, to, first, apart);
        return;
    }
    for (int k = 0; k < kPacks; ++k) {
        const Index column = first + k * apart, rest = operands.extents.columns - column;
        if (rest >= kPack)
            evaluate_pack<kPack>(operands, output, from, to, column);
        else
            for (Index i = 0; i < rest; ++i)
                evaluate_pack<1>(operands, output, from, to, column + i);
    }
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
        evaluate_row(operands, output, from, output.row(place));
    }
}
