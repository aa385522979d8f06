// SPDX-License-Identifier: MIT
#pragma once

namespace llvm {
class Module;
}

namespace glint::cpu {

/// Inserts a call of a function in runtime/faults/access_check.hpp before each memory access. The
/// called function checks the access. One of its arguments is the source line as a string.
void add_debug_checks(llvm::Module& module);

}  // namespace glint::cpu
