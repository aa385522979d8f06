// SPDX-License-Identifier: MIT
#pragma once

#include <llvm/IR/Function.h>

#include <glint/backend/detail/backend.hpp>
#include <glint/cpu/lowering/lanes_passes.hpp>

namespace llvm {
class TargetMachine;
}

namespace glint::cpu {

/// Simplifies a function that runs one thread of a block, and brings it to the form that the
/// lowering to lanes requires: a single return, branches with at most two targets, each barrier in
/// its own block, no critical edges, loops in LLVM's simplified form and LCSSA form, and addresses
/// computed in 64 bits.
///
/// The function must access shared memory through its argument. Otherwise, a pass might treat
/// shared memory as private memory of the thread.
void prepare_body(llvm::Function& body, const driver::Dim3& block, llvm::TargetMachine& machine,
                  const LanesPasses& passes);

}  // namespace glint::cpu
