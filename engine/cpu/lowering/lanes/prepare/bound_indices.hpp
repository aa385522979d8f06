// SPDX-License-Identifier: MIT
#pragma once

#include <llvm/IR/Function.h>

#include <glint/backend/detail/backend.hpp>

namespace glint::cpu {

/// Replaces indices that are always 0 in blocks of this shape with the constant 0.
void fold_single_indices(llvm::Function& body, const driver::Dim3& block);

/// Adds the bounds of the indices, so that LLVM knows that sums of indices do not wrap. Does
/// nothing in functions with a select that compares two values computed from the same index for
/// equality. In such functions, InstCombine of LLVM 19 would loop forever: because of the bounds,
/// it concludes that the two values have no common bits, and then replaces one value with the other
/// again and again.
void bound_indices(llvm::Function& body, const driver::Dim3& block);

}  // namespace glint::cpu
