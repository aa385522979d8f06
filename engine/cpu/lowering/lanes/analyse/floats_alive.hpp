// SPDX-License-Identifier: MIT
#pragma once

#include <llvm/IR/Function.h>

namespace glint::cpu {

/// How many floats a thread has at hand at most: those that were computed or read, less what the
/// launch says, and will be used again.
unsigned most_floats_alive(const llvm::Function& body);

}  // namespace glint::cpu
