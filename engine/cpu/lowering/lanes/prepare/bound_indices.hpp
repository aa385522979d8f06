// SPDX-License-Identifier: MIT
#pragma once

#include <llvm/IR/Function.h>

#include <glint/backend/detail/backend.hpp>

namespace glint::cpu {

/// Puts 0 for the indices that blocks of this shape have but once.
void fold_single_indices(llvm::Function& body, const driver::Dim3& block);

/// Says how large indices may be, so that LLVM sees that sums of them do not wrap. Says nothing
/// in a function that selects by whether two values made of one index are equal: LLVM 19's
/// InstCombine puts one for the other there, for ever, once it knows their bits to be apart.
void bound_indices(llvm::Function& body, const driver::Dim3& block);

}  // namespace glint::cpu
