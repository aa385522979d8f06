// SPDX-License-Identifier: MIT
#pragma once

#include <llvm/IR/Function.h>

#include <glint/cpu/lowering/calls.hpp>

/// Kernels whose threads exchange values through `volatile` memory, like the old warp reduction
/// without __syncwarp. They rely on the threads of a warp running in lockstep.
namespace glint::cpu {

/// Returns true if the function both reads and writes memory of other threads as `volatile`.
bool exchanges_through_volatile(const llvm::Function& function);
bool exchanges_through_volatile(const FunctionSet& functions);

/// Makes each thread wait before a volatile access until the other threads of its warp have reached
/// it. Accesses are numbered in source order; see ThreadBlock::step.
void add_volatile_steps(llvm::Function& entry);

}  // namespace glint::cpu
