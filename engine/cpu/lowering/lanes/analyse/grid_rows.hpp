// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include <llvm/IR/Function.h>

namespace glint::cpu {

/// The sums `blockIdx.x * blockDim.x + threadIdx.x`, in blocks of `block_x` threads along x, if
/// neither index is used for anything else: which block a thread is in makes no difference then.
std::vector<llvm::Instruction*> places_in_grid_row(llvm::Function& body, unsigned block_x);

}  // namespace glint::cpu
