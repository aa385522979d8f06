// SPDX-License-Identifier: MIT
#pragma once

#include <llvm/IR/Module.h>

#include <glint/cpu/lowering/calls.hpp>

/// `fast_math` treats floats as nvcc's --use_fast_math does, and does not affect doubles.
namespace glint::cpu {

/// Removes the flags that the front end puts on every operation where nvcc approximates nothing.
/// Float divisions keep `arcp`, and functions that nvcc replaces with intrinsics keep `afn`.
void limit_fast_math(llvm::Module& module);

/// Returns true if `kernel`, or a function of the source that it calls, computes with doubles. Call
/// it before functions are inlined: the prelude computes some results for floats in double.
bool computes_with_doubles(llvm::Function& kernel, const CallAnalysis& calls);

}  // namespace glint::cpu
