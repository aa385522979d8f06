// Evaluates lines as lines.cu does where they are long and few: several blocks, a team, share each
// of them, and tell each other the states of every level.
#include <array/line_evaluation.cuh>
#include <array/line_sharing.cuh>

extern "C" __global__ void __launch_bounds__(glint::expression::kThreads,
                                             1024 / glint::expression::kThreads)
    evaluate_lines(const __grid_constant__ glint::expression::Operands operands,
                   const __grid_constant__ glint::expression::Output output,
                   const __grid_constant__ glint::expression::Reductions reductions,
                   const __grid_constant__ glint::expression::Work work,
                   const __grid_constant__ glint::expression::Sharing sharing) {
    using namespace glint::expression;
    Sharers team(sharing);
    long long block = blockIdx.x / sharing.blocks;
    if constexpr (kAtOnce) {
        const unsigned int teams = gridDim.x / sharing.blocks;
        for (; block < sharing.all; block += teams) {
            evaluate_block(operands, output, reductions, work, block, team);
            __syncthreads();  // before shared memory is used again
        }
    } else {
        evaluate_block(operands, output, reductions, work, block, team);
    }
}
