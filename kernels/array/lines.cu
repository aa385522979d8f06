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
    constexpr int kLines = kThreads / kGroup;  // or packs of them, across
    const unsigned int thread = kAcross ? threadIdx.x / kLines : threadIdx.x % kGroup;
    const long long number =
        (long long)blockIdx.x * kLines + (kAcross ? threadIdx.x % kLines : threadIdx.x / kGroup);
    const bool exists = number < work.lines;
    // All threads of a warp go over some line, if only for the others' sake.
    const Index own = exists ? Index(number) : work.lines - 1;
    const Index columns = operands.extents.columns;
    const Index above = kAcross ? own / (columns / kPack) : own;
    const Index column = kAcross ? (own - above * (columns / kPack)) * kPack : 0;
    const Line line(operands, output, above * work.rows, column);
    LineEvaluation evaluation(operands, reductions, line, kAcross ? work.rows : work.rows * columns,
                              thread);
    evaluation.reduce<0>();
    if (!exists) return;
    if constexpr (kWhole)
        evaluation.write_all();
    else if (thread == 0)
        evaluation.write_one();
}
