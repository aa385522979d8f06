// SPDX-License-Identifier: MIT
#pragma once

#include <llvm/IR/Function.h>

namespace glint::cpu {

/// Returns the maximum number of floats that a thread needs at the same time: they were computed or
/// read before, and are used again later. Floats that depend only on the launch do not count.
unsigned max_live_floats(const llvm::Function& body);

}  // namespace glint::cpu
