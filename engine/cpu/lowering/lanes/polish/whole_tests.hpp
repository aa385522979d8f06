// SPDX-License-Identifier: MIT
#pragma once

#include <llvm/IR/Function.h>

namespace glint::cpu {

/// Marks a test of whether any lane is in a mask, which may say yes though none is.
void mark_whole_test(llvm::Value& test);

/// Answers marked tests by the ends of rows: a condition that compares numbers in a row with a
/// bound holds in some lane only if it holds in the first or the last.
void shorten_whole_tests(llvm::Function& function);

}  // namespace glint::cpu
