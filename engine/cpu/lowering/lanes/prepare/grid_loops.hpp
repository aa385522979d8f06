// SPDX-License-Identifier: MIT
#pragma once

#include <llvm/IR/Function.h>

namespace glint::cpu {

/// Makes the threads of a block run their loops over the grid together.
///
/// In a loop `for (i = first; i < count; i += gridDim.x * blockDim.x)`, neighboring threads read
/// adjacent elements, but the next iteration of a thread reads a distant element. This function
/// inserts a copy of the loop before the loop. The header of the copy contains a barrier, and the
/// block leaves the copy as soon as any thread would leave the loop. Therefore, the copy reads
/// contiguous memory without masks. If `reads_ahead` is true, the copy also prefetches memory. The
/// original loop runs the last, incomplete iteration.
void join_grid_loops(llvm::Function& body, bool reads_ahead);

}  // namespace glint::cpu
