// SPDX-License-Identifier: MIT
#pragma once

#include <llvm/IR/Function.h>

namespace glint::cpu {

/// Lets the threads of a block go round their loops over the grid together.
///
/// In `for (i = first; i < count; i += gridDim.x * blockDim.x)` neighbours read neighbouring
/// elements, and the next round is far away. So a copy of the loop comes before it, with a barrier
/// in its header, in which the block stays as long as all of its threads do: memory is read in long
/// stretches, with `reads_ahead` ahead of time, and without masks. What is left of the last round
/// is for the loop itself.
void join_grid_loops(llvm::Function& body, bool reads_ahead);

}  // namespace glint::cpu
