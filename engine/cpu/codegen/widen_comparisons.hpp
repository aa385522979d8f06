// SPDX-License-Identifier: MIT
#pragma once

#include <llvm/IR/Module.h>

namespace glint::cpu {

/// Converts vectors of halves to floats before comparisons, which does not change the results.
/// Without this conversion, LLVM 19 compares vectors of halves element by element.
void widen_comparisons(llvm::Module& module);

}  // namespace glint::cpu
