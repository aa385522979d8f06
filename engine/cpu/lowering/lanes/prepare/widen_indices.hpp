// SPDX-License-Identifier: MIT
#pragma once

#include <llvm/IR/Function.h>

namespace glint::cpu {

/// Replaces an extension of a sum to 64 bits with a sum of extended operands, if the sum cannot
/// wrap. Later passes can then determine that the 64-bit index increases by a constant from lane to
/// lane.
void widen_indices(llvm::Function& function);

}  // namespace glint::cpu
