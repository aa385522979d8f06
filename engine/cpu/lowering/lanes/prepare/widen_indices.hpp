// SPDX-License-Identifier: MIT
#pragma once

#include <llvm/IR/Function.h>

namespace glint::cpu {

/// Replaces an extension of a sum to 64 bits by a sum of extended operands, if the sum is known not
/// to wrap. Later passes can then see that the 64-bit index increases by a constant from lane to
/// lane.
void widen_indices(llvm::Function& function);

}  // namespace glint::cpu
