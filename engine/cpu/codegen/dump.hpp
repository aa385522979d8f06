// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace llvm {
class Module;
}

namespace glint::cpu {

/// Writes LLVM modules to files, for debugging the lowering. If `$GLINT_KEEP` is the path of a
/// folder, the module of each lowered kernel is written there at three stages:
/// KERNEL.BLOCK.prepared.ll, KERNEL.BLOCK.lowered.ll and KERNEL.BLOCK.optimised.ll. BLOCK is the
/// block shape, for example "16x8x1", or "any" for code for all shapes.
class Dump {
public:
    Dump(std::string_view kernel, std::string_view block);

    /// Writes the module. Logs a warning if the file cannot be written. Then throws Error(compile)
    /// if LLVM's verifier rejects the module.
    void write(std::string_view stage, const llvm::Module& module) const;

private:
    std::string prefix_;  // empty if $GLINT_KEEP is not set
};

}  // namespace glint::cpu
