// SPDX-License-Identifier: MIT
// Evaluates an expression that contains reductions. A group of threads loops over each line once
// per level of reductions, and once again if the expression has a value for each element. The
// elements of short lines stay in registers between levels.
#include <fused/evaluation.cuh>

extern "C" __global__ void __launch_bounds__(glint::expression::kThreads,
                                             glint::expression::kMinBlocks)
    evaluate_fused(const __grid_constant__ glint::expression::Operands operands,
                   const __grid_constant__ glint::expression::Output output,
                   const __grid_constant__ glint::expression::Reductions reductions,
                   const __grid_constant__ glint::expression::Work work) {
    using namespace glint::expression;
    const Share share(work);
    const LinePlace place(operands, work, share.block());
    const Line line(operands, output, place);
    LineEvaluation evaluation(operands, reductions, work, place, share, line);
    if (!evaluation.reduce<0>() || !place.exists) return;
    if constexpr (kWhole)
        evaluation.write_all();
    else if (place.thread == 0)
        evaluation.write_one();
}
