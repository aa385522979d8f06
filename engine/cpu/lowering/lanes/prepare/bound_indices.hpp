// SPDX-License-Identifier: MIT
#pragma once

#include <llvm/IR/Function.h>

#include <glint/backend/detail/backend.hpp>

namespace glint::cpu {

/// Replaces indices with 0 if they have only one value in blocks of this shape.
void fold_single_indices(llvm::Function& body, const driver::Dim3& block);

/// Adds bounds of the indices, so that LLVM sees that their sums do not wrap. Skips functions with
/// a select that depends on the equality of two values computed from one index. In such functions,
/// the bounds tell InstCombine of LLVM 19 that the values have no common bits, and it then replaces
/// one with the other forever.
void bound_indices(llvm::Function& body, const driver::Dim3& block);

}  // namespace glint::cpu
