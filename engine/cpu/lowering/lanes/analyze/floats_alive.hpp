// SPDX-License-Identifier: MIT
#pragma once

#include <llvm/IR/Function.h>

namespace glint::cpu {

/// Returns the maximum number of floats that are live at the same time in a thread. Floats that the
/// thread reads from the kernel arguments, or at constant offsets from pointer arguments, do not
/// count.
unsigned max_live_floats(const llvm::Function& body);

}  // namespace glint::cpu
