// SPDX-License-Identifier: MIT
#pragma once

#include <llvm/IR/Module.h>

#include <glint/cpu/lowering/calls.hpp>

/// What `fast_math` means here: what nvcc's --use_fast_math does to floats, and nothing to doubles.
namespace glint::cpu {

/// Removes the flags that the front end puts on every operation where nvcc approximates nothing.
/// Divisions of floats keep `arcp`, and the functions that nvcc replaces by intrinsics keep `afn`.
void limit_fast_math(llvm::Module& module);

/// Returns true if `kernel`, or a function of the source that it calls, computes with doubles. Call
/// it before functions are merged: the prelude computes some results for floats in double.
bool computes_with_doubles(llvm::Function& kernel, const CallAnalysis& calls);

}  // namespace glint::cpu
