// SPDX-License-Identifier: MIT
#pragma once

#include <llvm/IR/Function.h>

namespace glint::cpu {

/// Marks a test that is true if any lane of a mask is set. A marked test may also return true if no
/// lane is set.
void mark_whole_test(llvm::Value& test);

/// Simplifies marked tests. If a condition compares consecutive numbers with a bound, it can only
/// be true in some lane if it is true in the first or the last lane. Therefore, the new test
/// computes the condition only in these two lanes.
void shorten_whole_tests(llvm::Function& function);

}  // namespace glint::cpu
