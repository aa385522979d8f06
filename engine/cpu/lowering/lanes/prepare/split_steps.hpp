// SPDX-License-Identifier: MIT
#pragma once

#include <llvm/IR/Function.h>

namespace glint::cpu {

/// Splits a GEP that ends with constant indices, such as `a[i][2]` or `a[i].velocity[2]`, into two
/// GEPs: the first computes the address of `a[i]`, and the second adds a constant number of bytes.
/// Accesses to members of the same struct, or to elements of the same row, then have a common base
/// pointer.
void split_steps(llvm::Function& function);

}  // namespace glint::cpu
