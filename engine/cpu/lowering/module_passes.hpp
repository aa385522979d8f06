// SPDX-License-Identifier: MIT
#pragma once

#include <llvm/IR/Module.h>

#include <glint/cpu/lowering/calls.hpp>

/// Steps that preparing a module and lowering a kernel have in common.
namespace glint::cpu {

/// On a GPU a convergent call ties threads together; once a kernel is lowered, each thread is a
/// program of its own.
void drop_convergence(llvm::Module& module);

/// Replaces all calls of functions that can be merged by their bodies.
void merge_into_callers(llvm::Module& module, const CallAnalysis& calls);

/// Turns local variables into values where LLVM can. With `keep_branches` blocks and branches
/// stay as they are.
void promote_locals(llvm::Function& function, bool keep_branches);

/// Splits vectors into numbers: structs of floats travel in short vectors, by the ABI, and the only
/// vectors that are wanted are those of lanes or of loops.
void split_vectors(llvm::Function& function);

/// Hides a function, so that it is removed once nobody uses it.
void hide(llvm::Function& function);

/// Removes functions and variables that nothing visible uses.
void remove_unused(llvm::Module& module);

}  // namespace glint::cpu
