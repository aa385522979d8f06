// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace llvm {
class Module;
}

namespace glint::cpu {

/// For reports of what went wrong in the lowering: where `$GLINT_KEEP` names a folder, each kernel
/// that is lowered leaves its module there at three stages, as KERNEL.BLOCK.prepared.ll,
/// .lowered.ll and .optimised.ll. BLOCK is "16x8x1", or "any".
class Dump {
public:
    Dump(std::string_view kernel, std::string_view block);

    /// Warns if the file cannot be written. Throws Error(compile) if LLVM's verifier finds fault
    /// with the module, once it is written.
    void write(std::string_view stage, const llvm::Module& module) const;

private:
    std::string prefix_;  // empty if no dump is wanted
};

}  // namespace glint::cpu
