// SPDX-License-Identifier: MIT
#pragma once

#include <llvm/IR/Module.h>

#include <glint/cpu/lowering/calls.hpp>

/// Implements the option `fast_math`. It has the same effects as nvcc's --use_fast_math: it changes
/// operations on floats, but not on doubles.
namespace glint::cpu {

/// The front end marks every operation with fast-math flags. This function removes the flags from
/// operations that nvcc does not approximate. Float divisions keep the flag `arcp`, and functions
/// that nvcc replaces with intrinsics keep the flag `afn`.
void limit_fast_math(llvm::Module& module);

/// Returns true if `kernel`, or a function of the source that it calls, computes with doubles.
/// Functions of the prelude do not count, although some of them compute float results in double
/// precision. Therefore, call this function before functions are inlined.
bool computes_with_doubles(llvm::Function& kernel, const CallAnalysis& calls);

}  // namespace glint::cpu
