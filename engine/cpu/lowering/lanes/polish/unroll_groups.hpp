#pragma once

#include <llvm/IR/Function.h>

namespace glint::cpu {

/// Asks for several groups to run as one wherever a loop over groups is a single basic block: they
/// may share what they read, as the rows of a tile share its columns.
void unroll_groups(llvm::Function& function);

}  // namespace glint::cpu
