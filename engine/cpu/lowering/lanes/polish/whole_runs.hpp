#pragma once

#include <llvm/IR/Instructions.h>

namespace glint::cpu {

/// Gives groups that run with all lanes, one after another, a loop of their own with no tests.
/// `index` counts the groups of a row of a strip; where the marked tests of its loop (whole_tests)
/// cannot be told for many groups at once, nothing changes.
void run_whole_groups(llvm::PHINode& index);

}  // namespace glint::cpu
