// SPDX-License-Identifier: MIT
#pragma once

#include <llvm/IR/Function.h>

#include <glint/cpu/lowering/calls.hpp>

/// Supports kernels whose threads exchange values through `volatile` memory, for example in old
/// warp reductions without __syncwarp. Such kernels rely on the threads of a warp to run in
/// lockstep.
namespace glint::cpu {

/// Return true if the functions read and also write `volatile` memory that other threads can
/// access.
bool exchanges_through_volatile(const llvm::Function& function);
bool exchanges_through_volatile(const FunctionSet& functions);

/// Before each volatile access, makes each thread wait until the other threads of its warp have
/// also reached this access. The accesses are numbered in the order of the source; see
/// ThreadBlock::step.
void add_volatile_steps(llvm::Function& entry);

}  // namespace glint::cpu
