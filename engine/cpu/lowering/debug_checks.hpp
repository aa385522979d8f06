// SPDX-License-Identifier: MIT
#pragma once

namespace llvm {
class Module;
}

namespace glint::cpu {

/// Inserts a call to the runtime's checks (see runtime/faults/access_check.hpp) before each memory
/// access of the module's functions. Each call passes its source line as text.
void add_debug_checks(llvm::Module& module);

}  // namespace glint::cpu
