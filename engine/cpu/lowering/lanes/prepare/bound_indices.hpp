// SPDX-License-Identifier: MIT
#pragma once

#include <llvm/IR/Function.h>

#include <glint/backend/detail/backend.hpp>

namespace glint::cpu {

/// Replaces indices that are always 0 in blocks of this shape with the constant 0.
void fold_single_indices(llvm::Function& body, const driver::Dim3& block);

/// Adds range metadata to the thread and block indices, so that LLVM knows that sums of indices do
/// not wrap. Does nothing if the function contains a select whose condition tests if two values
/// that were computed from the same index are equal. In such functions, InstCombine of LLVM 19
/// would loop forever. It would conclude from the ranges that the two values do not share any set
/// bits, and then repeatedly replace one value with the other.
void bound_indices(llvm::Function& body, const driver::Dim3& block);

}  // namespace glint::cpu
