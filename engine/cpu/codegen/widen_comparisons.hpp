// SPDX-License-Identifier: MIT
#pragma once

#include <llvm/IR/Module.h>

namespace glint::cpu {

/// Compares vectors of half numbers in float, which gives the same: LLVM 19 would take vectors
/// apart.
void widen_comparisons(llvm::Module& module);

}  // namespace glint::cpu
