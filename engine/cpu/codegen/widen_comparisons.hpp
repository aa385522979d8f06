// SPDX-License-Identifier: MIT
#pragma once

#include <llvm/IR/Module.h>

namespace glint::cpu {

/// Converts vectors of halves to floats before comparisons, which does not change the results. LLVM
/// 19 would compare vectors of halves element by element.
void widen_comparisons(llvm::Module& module);

}  // namespace glint::cpu
