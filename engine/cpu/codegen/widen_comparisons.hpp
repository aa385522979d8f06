// SPDX-License-Identifier: MIT
#pragma once

#include <llvm/IR/Module.h>

namespace glint::cpu {

/// Compares vectors of halves as floats, which gives the same result: LLVM 19 would scalarize the
/// half vectors.
void widen_comparisons(llvm::Module& module);

}  // namespace glint::cpu
