// SPDX-License-Identifier: MIT
#pragma once

#include <llvm/IR/Function.h>

namespace glint::cpu {

/// Marks a test of whether any lane is set in a mask. A marked test may return true even if no lane
/// is set.
void mark_whole_test(llvm::Value& test);

/// Computes marked tests from the first and last lanes of rows: a condition that compares
/// consecutive numbers with a bound holds in some lane only if it holds in the first or the last
/// lane.
void shorten_whole_tests(llvm::Function& function);

}  // namespace glint::cpu
