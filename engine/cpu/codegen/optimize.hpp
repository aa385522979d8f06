// SPDX-License-Identifier: MIT
#pragma once

#include <llvm/IR/Module.h>
#include <llvm/Passes/PassBuilder.h>

namespace llvm {
class TargetMachine;
}

namespace glint::cpu {

/// A sequence of LLVM passes, with the analyses that the passes need.
class ModulePipeline {
public:
    /// `machine` describes the target processor for the passes. It may be nullptr.
    explicit ModulePipeline(llvm::TargetMachine* machine);

    llvm::PassBuilder& builder() noexcept { return builder_; }
    llvm::ModulePassManager& passes() noexcept { return passes_; }

    /// Runs the passes in `passes()` on a module.
    void run(llvm::Module& module) { passes_.run(module, modules_); }

    /// Runs a single pass on a single function.
    template <class Pass>
    void run(llvm::Function& function, Pass pass) {
        pass.run(function, functions_);
    }

private:
    static llvm::PipelineTuningOptions tuning();

    // The order of these members is important, because each manager refers to managers that are
    // declared before it.
    llvm::LoopAnalysisManager loops_;
    llvm::FunctionAnalysisManager functions_;
    llvm::CGSCCAnalysisManager call_groups_;
    llvm::ModuleAnalysisManager modules_;
    llvm::PassBuilder builder_;
    llvm::ModulePassManager passes_;
};

/// Runs the function passes in `text`, which has LLVM's textual pipeline syntax. `machine` may be
/// nullptr.
void run_passes(llvm::Function& function, llvm::TargetMachine* machine, const char* text);

/// Runs LLVM's O3 optimizations, including loop vectorization.
void optimize(llvm::Module& module, llvm::TargetMachine& machine);

/// Optimizes a kernel that has been lowered to lanes. Lowering has already inlined functions,
/// unrolled short loops, and made vectors. This only removes redundant operations and unrolls the
/// loops over groups of lanes, with half of the instructions of `optimize`.
void optimize_lanes(llvm::Module& module, llvm::TargetMachine& machine);

}  // namespace glint::cpu
