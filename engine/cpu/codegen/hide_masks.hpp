// SPDX-License-Identifier: MIT
#pragma once

#include <llvm/IR/Module.h>

namespace glint::cpu {

/// Keeps from LLVM's instruction selection which lanes of a constant mask are set: combined with
/// other masks, LLVM 19 can go round in circles over such constants for ever. Masks in which all
/// lanes are alike stay.
void hide_masks(llvm::Module& module);

}  // namespace glint::cpu
