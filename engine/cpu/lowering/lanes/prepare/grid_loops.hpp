// SPDX-License-Identifier: MIT
#pragma once

#include <llvm/IR/Function.h>

namespace glint::cpu {

/// Lets the threads of a block run their loops over the grid together.
///
/// In `for (i = first; i < count; i += gridDim.x * blockDim.x)`, neighboring threads read adjacent
/// elements, but the next iteration reads far away. So a copy of the loop, with a barrier in its
/// header, is inserted before it. The block stays in the copy while all of its threads still
/// iterate. The copy reads memory contiguously and without masks, and prefetches it if
/// `reads_ahead` is set. The original loop runs the incomplete last iteration.
void join_grid_loops(llvm::Function& body, bool reads_ahead);

}  // namespace glint::cpu
