// SPDX-License-Identifier: MIT
#pragma once

#include <llvm/IR/Module.h>

#include <glint/cpu/lowering/calls.hpp>

/// The `fast_math` option treats floats like nvcc's --use_fast_math. It does not affect doubles.
namespace glint::cpu {

/// The front end puts fast-math flags on every operation. Removes them from operations that nvcc
/// does not approximate. Float divisions keep `arcp`, and functions that nvcc replaces with
/// intrinsics keep `afn`.
void limit_fast_math(llvm::Module& module);

/// Returns true if `kernel`, or a function of the source that it calls, computes with doubles. Call
/// it before functions are inlined, because the prelude computes some float results in double.
bool computes_with_doubles(llvm::Function& kernel, const CallAnalysis& calls);

}  // namespace glint::cpu
