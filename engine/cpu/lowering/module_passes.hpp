// SPDX-License-Identifier: MIT
#pragma once

#include <llvm/IR/Module.h>

#include <glint/cpu/lowering/calls.hpp>

/// Steps that both prepare() and specialize() use.
namespace glint::cpu {

/// Removes the attribute `convergent`. On a GPU, this attribute marks calls in which several
/// threads take part. It is not needed after lowering, because each thread is then independent
/// code.
void drop_convergence(llvm::Module& module);

/// Inlines all calls of functions that LLVM can inline.
void merge_into_callers(llvm::Module& module, const CallAnalysis& calls);

/// Turns local variables into SSA values where LLVM can. If `keep_branches` is true, does not
/// change basic blocks and branches.
void promote_locals(llvm::Function& function, bool keep_branches);

/// Splits vectors into scalars. Clang passes structs of floats as short vectors. These vectors
/// hinder vectorization, because the vectors of the generated code contain lanes or loop
/// iterations.
void split_vectors(llvm::Function& function);

/// Gives a function internal linkage. remove_unused() then removes the function if it is not used.
void hide(llvm::Function& function);

/// Removes unused functions and variables with internal linkage.
void remove_unused(llvm::Module& module);

}  // namespace glint::cpu
