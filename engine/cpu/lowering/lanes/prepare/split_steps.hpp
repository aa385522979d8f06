// SPDX-License-Identifier: MIT
#pragma once

#include <llvm/IR/Function.h>

namespace glint::cpu {

/// Parts steps that end in constant indices, as to `a[i][2]` or `a[i].velocity[2]`, in two: to
/// `a[i]`, and from there by bytes. Members of one struct, or elements of one row, are then known
/// by a common start.
void split_steps(llvm::Function& function);

}  // namespace glint::cpu
