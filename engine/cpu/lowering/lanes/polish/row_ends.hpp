// SPDX-License-Identifier: MIT
#pragma once

#include <llvm/IR/IRBuilder.h>

namespace glint::cpu {

/// Builds whether a mask may be set in some lane, from the ends of the rows of numbers that it
/// compares: numbers of which each is one more than that in the lane before. nullptr where that
/// would take vectors after all. With `opposite`, whether it may be clear.
llvm::Value* may_hold(llvm::IRBuilder<>& builder, llvm::Value* mask, bool opposite = false,
                      unsigned depth = 0);

}  // namespace glint::cpu
