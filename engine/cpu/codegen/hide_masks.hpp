// SPDX-License-Identifier: MIT
#pragma once

#include <llvm/IR/Module.h>

namespace glint::cpu {

/// Hides from LLVM's instruction selection which lanes of a constant mask are set. When such
/// constants are combined with other masks, LLVM 19 can loop forever. Leaves masks unchanged if all
/// of their lanes are equal.
void hide_masks(llvm::Module& module);

}  // namespace glint::cpu
