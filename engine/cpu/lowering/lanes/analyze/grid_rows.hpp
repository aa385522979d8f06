// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include <llvm/IR/Function.h>

namespace glint::cpu {

/// Returns the sums `blockIdx.x * blockDim.x + threadIdx.x`, in blocks of `block_x` threads along
/// x. Empty if an index is used for anything else; otherwise it makes no difference which block a
/// thread is in.
std::vector<llvm::Instruction*> places_in_grid_row(llvm::Function& body, unsigned block_x);

}  // namespace glint::cpu
