// SPDX-License-Identifier: MIT
// Scans along any dimension except the last. Each thread scans a part of some adjacent columns.
#include <array/expression.cuh>

#include <algorithms/pass_setup.cuh>
#include <algorithms/scan_setup.cuh>

#include <algorithms/neighbors.cuh>
#include <glint/expression/values.cuh>

namespace glint::expression {

/// Scans elements of shape (outer, along, inner). Each column is split into `parts` parts of
/// `length` elements, and `groups` threads share the columns of an inner row.
struct ColumnSetup {
    Sum neutral;
    Result* output;
    Sum* sums;  ///< shape (outer, parts, inner): total of each part, later of all previous parts
    Index outer, along, inner, parts, length, groups;
};

/// Scans part `row % parts` of the columns starting at `column`.
template <int Count>
__device__ inline void scan_part(const Operands& operands, const Combine& combine,
                                 const ColumnSetup& setup, Index row, Index column) {
    const Index outer = row / setup.parts, first = (row - outer * setup.parts) * setup.length;
    const Index rest = setup.along - first, count = rest < setup.length ? rest : setup.length;
    Sum* const kept = setup.sums + row * setup.inner + column;
    Index place = (outer * setup.along + first) * setup.inner + column;
    Sum sums[Count];
#pragma unroll
    for (int k = 0; k < Count; ++k) sums[k] = kMethod == Method::finish ? kept[k] : setup.neutral;
    for (Index i = 0; i < count; ++i, place += setup.inner) {
        Value values[Count];
        Result results[Count];
        values_at<Count>(operands, place, values);
#pragma unroll
        for (int k = 0; k < Count; ++k) {
            const Sum after = combine(sums[k], convert<Sum>(values[k]));
            results[k] = convert<Result>(kInclusive ? after : sums[k]);
            sums[k] = after;
        }
        if (kMethod != Method::reduce) store_neighbors<kPack>(setup.output + place, results);
    }
    if constexpr (kMethod == Method::reduce) {
#pragma unroll
        for (int k = 0; k < Count; ++k) kept[k] = sums[k];
    }
}

}  // namespace glint::expression

extern "C" __global__ void __launch_bounds__(glint::expression::kThreads)
    scan_columns(const __grid_constant__ glint::expression::Operands operands,
                 const __grid_constant__ glint::expression::Combine combine,
                 const __grid_constant__ glint::expression::ColumnSetup setup) {
    using namespace glint::expression;
    const Index thread = Index(blockIdx.x) * kThreads + Index(threadIdx.x);
    const Index row = thread / setup.groups, first = (thread - row * setup.groups) * kCount;
    if (row >= setup.outer * setup.parts) return;
    if (first + kCount <= setup.inner)
        scan_part<kCount>(operands, combine, setup, row, first);
    else
        for (Index column = first; column < setup.inner; ++column)
            scan_part<1>(operands, combine, setup, row, column);
}
