// SPDX-License-Identifier: MIT
#pragma once

namespace llvm {
class Module;
}

namespace glint::cpu {

/// Puts a call of the runtime's checks (see runtime/faults/access_check.hpp) before each access of
/// the module's functions to memory, each with its source line as text.
void add_debug_checks(llvm::Module& module);

}  // namespace glint::cpu
