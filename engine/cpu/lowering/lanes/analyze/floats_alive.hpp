// SPDX-License-Identifier: MIT
#pragma once

#include <llvm/IR/Function.h>

namespace glint::cpu {

/// Maximum number of live floats in a thread: floats that were computed or read and will be used
/// again, except those that the launch determines.
unsigned max_live_floats(const llvm::Function& body);

}  // namespace glint::cpu
