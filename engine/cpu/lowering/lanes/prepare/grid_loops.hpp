// SPDX-License-Identifier: MIT
#pragma once

#include <llvm/IR/Function.h>

namespace glint::cpu {

/// Lets the threads of a block run their loops over the grid together.
///
/// In `for (i = first; i < count; i += gridDim.x * blockDim.x)`, neighboring threads read adjacent
/// elements, and the next iteration is far away. So a copy of the loop comes before it, with a
/// barrier in its header. The block stays in the copy as long as all of its threads do. There,
/// memory is read in long stretches, with `reads_ahead` ahead of time, and without masks. The loop
/// itself runs the rest of the last iteration.
void join_grid_loops(llvm::Function& body, bool reads_ahead);

}  // namespace glint::cpu
