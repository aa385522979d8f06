// SPDX-License-Identifier: MIT
// Evaluates an expression for its side effects on memory, such as scattering. Discards its values.
#include <array/expression.cuh>
#include <glint/expression/values.cuh>

extern "C" __global__ void __launch_bounds__(256)
    for_each(const __grid_constant__ glint::expression::Operands operands) {
    using namespace glint::expression;
    const Index size = operands.extents.rows * operands.extents.columns;
    const Index step = Index(gridDim.x) * blockDim.x;
    for (Index i = Index(blockIdx.x) * blockDim.x + threadIdx.x; i < size; i += step)
        value_at(operands, i);
}
