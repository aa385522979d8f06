#pragma once

#include <llvm/IR/Module.h>
#include <llvm/Target/TargetMachine.h>

namespace glint::cpu {

/// Compares vectors of half numbers in float, which gives the same, where the processor has no such
/// comparisons: LLVM 19 would take vectors apart.
void widen_comparisons(llvm::Module& module, const llvm::TargetMachine& machine);

}  // namespace glint::cpu
