// Scans along a dimension that is not the last: each thread a part of one column.
#include <array/expression.cuh>

#include <algorithms/scan_setup.cuh>

#include <glint/expression/values.cuh>

namespace glint::expression {

/// Elements (outer, along, inner); each column is cut into `parts` parts of `length` elements.
struct ColumnSetup {
    Sum neutral;
    Result* output;
    Sum* sums;  ///< (outer, parts, inner): of each part, or of what comes before it
    Index outer, along, inner, parts, length;
};

__device__ inline void scan_part(const Operands& operands, const Combine& combine,
                                 const ColumnSetup& setup, Index thread) {
    const Index row = thread / setup.inner, inner = thread - row * setup.inner;
    const Index outer = row / setup.parts, part = row - outer * setup.parts;
    const Index first = part * setup.length, rest = setup.along - first;
    const Index count = rest < setup.length ? rest : setup.length;
    Index place = (outer * setup.along + first) * setup.inner + inner;
    Sum sum = kMethod == Method::finish ? setup.sums[thread] : setup.neutral;
    for (Index i = 0; i < count; ++i, place += setup.inner) {
        const Sum behind = combine(sum, convert<Sum>(value_at(operands, place)));
        if (kMethod != Method::reduce)
            setup.output[place] = convert<Result>(kInclusive ? behind : sum);
        sum = behind;
    }
    if (kMethod == Method::reduce) setup.sums[thread] = sum;
}

}  // namespace glint::expression

extern "C" __global__ void __launch_bounds__(256)
    scan_columns(const __grid_constant__ glint::expression::Operands operands,
                 const __grid_constant__ glint::expression::Combine combine,
                 const __grid_constant__ glint::expression::ColumnSetup setup) {
    using namespace glint::expression;
    const Index thread = Index(blockIdx.x) * Index(blockDim.x) + Index(threadIdx.x);
    if (thread < setup.outer * setup.parts * setup.inner)
        scan_part(operands, combine, setup, thread);
}
