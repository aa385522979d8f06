// SPDX-License-Identifier: MIT
// Flags the elements at which segments start.
#include <array/expression.cuh>

#include <glint/expression/values.cuh>

extern "C" __global__ void __launch_bounds__(256)
    mark_heads(const __grid_constant__ glint::expression::Operands operands, long long size,
               bool* flags, long long count) {
    using namespace glint::expression;
    const long long i = blockIdx.x * static_cast<long long>(blockDim.x) + threadIdx.x;
    if (i >= size) return;
    const auto head = static_cast<long long>(value_at(operands, static_cast<Index>(i)));
    if (head >= 0 && head < count) flags[head] = true;
}
