// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace llvm {
class Module;
}

namespace glint::cpu {

/// Writes LLVM modules to files, for debugging the lowering. If `$GLINT_KEEP` names a folder, each
/// lowered kernel leaves its module there at three stages: KERNEL.BLOCK.prepared.ll, .lowered.ll,
/// and .optimised.ll. BLOCK is "16x8x1" or "any".
class Dump {
public:
    Dump(std::string_view kernel, std::string_view block);

    /// Warns if the file cannot be written. After writing, throws Error(compile) if LLVM's verifier
    /// rejects the module.
    void write(std::string_view stage, const llvm::Module& module) const;

private:
    std::string prefix_;  // empty if no dump is wanted
};

}  // namespace glint::cpu
