// SPDX-License-Identifier: MIT
#pragma once

#include <llvm/IR/Module.h>
#include <llvm/Passes/PassBuilder.h>

namespace llvm {
class TargetMachine;
}

namespace glint::cpu {

/// LLVM passes and the analyses that they need.
class ModulePipeline {
public:
    /// `machine` (may be nullptr) describes the target to the passes.
    explicit ModulePipeline(llvm::TargetMachine* machine);

    llvm::PassBuilder& builder() noexcept { return builder_; }
    llvm::ModulePassManager& passes() noexcept { return passes_; }

    /// Runs `passes()`.
    void run(llvm::Module& module) { passes_.run(module, modules_); }

    /// Runs one pass on one function.
    template <class Pass>
    void run(llvm::Function& function, Pass pass) {
        pass.run(function, functions_);
    }

private:
    static llvm::PipelineTuningOptions tuning();

    // Order matters for destruction: LLVM's managers refer to those declared before them.
    llvm::LoopAnalysisManager loops_;
    llvm::FunctionAnalysisManager functions_;
    llvm::CGSCCAnalysisManager call_groups_;
    llvm::ModuleAnalysisManager modules_;
    llvm::PassBuilder builder_;
    llvm::ModulePassManager passes_;
};

/// Optimizes at O3 with loop vectorization.
void optimize(llvm::Module& module, llvm::TargetMachine& machine);

}  // namespace glint::cpu
