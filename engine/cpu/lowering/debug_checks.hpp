// SPDX-License-Identifier: MIT
#pragma once

namespace llvm {
class Module;
}

namespace glint::cpu {

/// Inserts calls of the functions in runtime/faults/access_check.hpp: before each memory access, a
/// call checks the access. The source line is passed to the call as text.
void add_debug_checks(llvm::Module& module);

}  // namespace glint::cpu
