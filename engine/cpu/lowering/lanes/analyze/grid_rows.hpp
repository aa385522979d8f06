// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include <llvm/IR/Function.h>

namespace glint::cpu {

/// Returns the instructions that compute `blockIdx.x * blockDim.x + threadIdx.x`, for blocks with
/// `block_x` threads along x. Returns an empty list if the body uses blockIdx.x or threadIdx.x in
/// any other way. If the list is not empty, the kernel computes the same results no matter how a
/// row of the grid is divided into blocks.
std::vector<llvm::Instruction*> places_in_grid_row(llvm::Function& body, unsigned block_x);

}  // namespace glint::cpu
