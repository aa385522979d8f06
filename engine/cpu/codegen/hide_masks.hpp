// SPDX-License-Identifier: MIT
#pragma once

#include <llvm/IR/Module.h>

namespace glint::cpu {

/// Hides the values of constant masks from LLVM's instruction selection. LLVM 19 can loop forever
/// when it combines such a constant with other masks. Does not change masks whose lanes are all
/// equal.
void hide_masks(llvm::Module& module);

}  // namespace glint::cpu
