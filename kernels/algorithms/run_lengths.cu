// SPDX-License-Identifier: MIT
// Computes the lengths of runs of equal elements from their starts.
#include <array/expression.cuh>

#include <glint/expression/values.cuh>

extern "C" __global__ void __launch_bounds__(256)
    run_lengths(const __grid_constant__ glint::expression::Operands operands,
                const long long* count, long long size, long long* lengths) {
    using namespace glint::expression;
    const long long run = blockIdx.x * static_cast<long long>(blockDim.x) + threadIdx.x;
    if (run >= *count) return;
    const auto first = static_cast<long long>(value_at(operands, static_cast<Index>(run)));
    const long long last =
        run + 1 < *count ? static_cast<long long>(value_at(operands, static_cast<Index>(run + 1)))
                         : size;
    lengths[run] = last - first;
}
