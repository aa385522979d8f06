// SPDX-License-Identifier: MIT
#pragma once

#include <llvm/IR/Function.h>

namespace glint::cpu {

/// Maximum number of floats that are live at the same time in a thread: computed or read, and used
/// again later. Does not count floats that depend only on the launch.
unsigned max_live_floats(const llvm::Function& body);

}  // namespace glint::cpu
