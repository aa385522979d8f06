// SPDX-License-Identifier: MIT
#pragma once

#include <llvm/IR/IRBuilder.h>

namespace glint::cpu {

/// Builds a test of whether a mask may be set in some lane, using only the first and last lanes of
/// the rows that the mask compares. In a row, each lane's number is one more than the previous
/// lane's. Returns nullptr if this is not possible without vectors. With `opposite`, tests whether
/// the mask may be clear in some lane.
llvm::Value* may_hold(llvm::IRBuilder<>& builder, llvm::Value* mask, bool opposite = false,
                      unsigned depth = 0);

}  // namespace glint::cpu
