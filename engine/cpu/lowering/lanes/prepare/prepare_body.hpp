// SPDX-License-Identifier: MIT
#pragma once

#include <llvm/IR/Function.h>

#include <glint/backend/detail/backend.hpp>
#include <glint/cpu/lowering/lanes_passes.hpp>

namespace llvm {
class TargetMachine;
}

namespace glint::cpu {

/// Simplifies a function that runs one thread of a block, and gives it the form that lanes need:
/// one return, branches with at most two targets, barriers in separate blocks, no critical edges,
/// loops in LLVM's simplified and closed form, addresses computed in 64 bits.
///
/// Shared memory must already be accessed through the function's argument, so that no pass takes it
/// for the thread's private memory.
void prepare_body(llvm::Function& body, const driver::Dim3& block, llvm::TargetMachine& machine,
                  const LanesPasses& passes);

}  // namespace glint::cpu
