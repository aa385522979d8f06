// SPDX-License-Identifier: MIT
#pragma once

#include <llvm/IR/Function.h>

#include <glint/cpu/lowering/lanes/lane_layout.hpp>
#include <glint/cpu/lowering/lanes_passes.hpp>

namespace glint::cpu {

/// Builds a function with LoopsEntry's signature that runs the threads of a block as lanes. `body`
/// is a function of the launch and the shared memory that runs one thread; prepare_body must have
/// prepared it. Moves the debug information of `body` to the new function. Sets `layout` to the
/// layout that is used. Throws Rejection.
llvm::Function* vectorize(llvm::Function& body, LaneLayout& layout, const LanesPasses& passes);

}  // namespace glint::cpu
