// SPDX-License-Identifier: MIT
#pragma once

#include <llvm/IR/Module.h>

#include <glint/cpu/lowering/calls.hpp>

/// Steps that both prepare() and specialize() use.
namespace glint::cpu {

/// Removes the attribute `convergent`. On a GPU, it marks calls in which several threads take part.
/// After a kernel was lowered, each thread is an independent program.
void drop_convergence(llvm::Module& module);

/// Inlines all calls of functions that LLVM can inline.
void merge_into_callers(llvm::Module& module, const CallAnalysis& calls);

/// Turns local variables into values where LLVM can. If `keep_branches` is true, does not change
/// blocks and branches.
void promote_locals(llvm::Function& function, bool keep_branches);

/// Splits vectors into scalars. Clang passes structs of floats as short vectors, which are only an
/// obstacle: the vectors of the generated code contain lanes or loop iterations.
void split_vectors(llvm::Function& function);

/// Gives a function internal linkage, so that it is removed when nothing uses it anymore.
void hide(llvm::Function& function);

/// Removes functions and variables that are internal and not used.
void remove_unused(llvm::Module& module);

}  // namespace glint::cpu
