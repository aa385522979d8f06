// SPDX-License-Identifier: MIT
#pragma once

#include <llvm/IR/IRBuilder.h>

namespace glint::cpu {

/// Builds a test that is true if `mask` may be set in some lane. If `opposite` is true, it tests if
/// `mask` may be clear in some lane. The test uses only the first and the last lane. This is
/// possible if `mask` was computed from comparisons of consecutive numbers with a bound. Returns
/// nullptr in all other cases.
llvm::Value* may_hold(llvm::IRBuilder<>& builder, llvm::Value* mask, bool opposite = false,
                      unsigned depth = 0);

}  // namespace glint::cpu
