// Evaluates an expression with reductions in it: groups of threads go over a line each, once for
// each level of reductions and once to write. Lines that are short stay in registers from level to
// level. Where neighbours lie in different lines, threads beside each other have different lines.
#include <array/line_evaluation.cuh>

extern "C" __global__ void __launch_bounds__(glint::expression::kThreads,
                                             1024 / glint::expression::kThreads)
    evaluate_lines(const __grid_constant__ glint::expression::Operands operands,
                   const __grid_constant__ glint::expression::Output output,
                   const __grid_constant__ glint::expression::Reductions reductions,
                   const __grid_constant__ glint::expression::Work work) {
    using namespace glint::expression;
    Alone alone;
    evaluate_block(operands, output, reductions, work, blockIdx.x, alone);
}
