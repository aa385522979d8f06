// SPDX-License-Identifier: MIT
#pragma once

#include <llvm/IR/Function.h>

namespace glint::cpu {

/// Splits GEPs that end in constant indices, such as `a[i][2]` or `a[i].velocity[2]`, into two
/// GEPs: one to `a[i]`, and one from there by a constant number of bytes. Members of one struct, or
/// elements of one row, then have a common base pointer.
void split_steps(llvm::Function& function);

}  // namespace glint::cpu
