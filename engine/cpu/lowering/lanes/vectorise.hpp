// SPDX-License-Identifier: MIT
#pragma once

#include <llvm/IR/Function.h>

#include <glint/cpu/lowering/lanes/lane_layout.hpp>
#include <glint/cpu/lowering/lanes_passes.hpp>

namespace glint::cpu {

/// Builds a function like LoopsEntry that runs the threads of a block as lanes, from a body that
/// prepare_body has prepared: a function of the launch and the shared memory that runs one thread.
/// `body` loses its debug information to the new function. `layout` becomes that which is used.
/// Throws Rejection.
llvm::Function* vectorise(llvm::Function& body, LaneLayout& layout, const LanesPasses& passes);

}  // namespace glint::cpu
