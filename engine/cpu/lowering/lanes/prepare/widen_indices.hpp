// SPDX-License-Identifier: MIT
#pragma once

#include <llvm/IR/Function.h>

namespace glint::cpu {

/// Rewrites widened sums that are known not to wrap as sums of widened operands. A lane's index
/// then differs from the next lane's by a constant in 64 bits, too.
void widen_indices(llvm::Function& function);

}  // namespace glint::cpu
