// SPDX-License-Identifier: MIT
#pragma once

#include <llvm/IR/IRBuilder.h>

namespace glint::cpu {

/// Builds a test of whether a mask may be set in some lane, from the ends of the rows that it
/// compares. In a row, each lane's number is one more than the previous lane's. Returns nullptr if
/// the test would need vectors after all. With `opposite`, tests whether the mask may be clear in
/// some lane.
llvm::Value* may_hold(llvm::IRBuilder<>& builder, llvm::Value* mask, bool opposite = false,
                      unsigned depth = 0);

}  // namespace glint::cpu
