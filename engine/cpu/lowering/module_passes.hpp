// SPDX-License-Identifier: MIT
#pragma once

#include <llvm/IR/Module.h>

#include <glint/cpu/lowering/calls.hpp>

/// Steps that are shared by preparing a module and lowering a kernel.
namespace glint::cpu {

/// Removes the `convergent` attribute. On a GPU, it marks calls that tie threads together. Once a
/// kernel is lowered, each thread is an independent program.
void drop_convergence(llvm::Module& module);

/// Inlines all calls to functions that can be inlined.
void merge_into_callers(llvm::Module& module, const CallAnalysis& calls);

/// Promotes local variables to values where LLVM can. With `keep_branches`, blocks and branches
/// stay as they are.
void promote_locals(llvm::Function& function, bool keep_branches);

/// Splits vectors into scalars. The ABI passes structs of floats in short vectors, but only vectors
/// of lanes or loop iterations are useful.
void split_vectors(llvm::Function& function);

/// Makes a function internal, so that it is removed once nothing uses it.
void hide(llvm::Function& function);

/// Removes functions and variables that no visible function or variable uses.
void remove_unused(llvm::Module& module);

}  // namespace glint::cpu
