// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include <llvm/IR/Function.h>

namespace glint::cpu {

/// Returns the instructions that compute `blockIdx.x * blockDim.x + threadIdx.x`, for blocks of
/// `block_x` threads along x. If it returns any, the body uses these indices for nothing else:
/// results do not depend on how a grid row is divided into blocks. Returns an empty list if an
/// index has any other use.
std::vector<llvm::Instruction*> places_in_grid_row(llvm::Function& body, unsigned block_x);

}  // namespace glint::cpu
