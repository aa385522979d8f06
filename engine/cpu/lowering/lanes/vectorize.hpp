// SPDX-License-Identifier: MIT
#pragma once

#include <llvm/IR/Function.h>

#include <glint/cpu/lowering/lanes/lane_layout.hpp>
#include <glint/cpu/lowering/lanes_passes.hpp>

namespace glint::cpu {

/// Builds a LoopsEntry that runs the threads of a block as lanes, and returns it. `body` runs one
/// thread. Its parameters are the launch and the shared memory. The caller must have called
/// prepare_body() for it. Moves the debug information of `body` to the new function. Changes
/// `layout` if another layout is faster. Throws Rejection if the kernel cannot run as lanes.
llvm::Function* vectorize(llvm::Function& body, LaneLayout& layout, const LanesPasses& passes);

}  // namespace glint::cpu
