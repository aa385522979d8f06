// SPDX-License-Identifier: MIT
#include <glint/cpu/lowering/module_passes.hpp>

#include <llvm/IR/InstIterator.h>
#include <llvm/Transforms/IPO/AlwaysInliner.h>
#include <llvm/Transforms/IPO/GlobalDCE.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Scalar/Scalarizer.h>

#include <glint/cpu/codegen/optimize.hpp>

namespace glint::cpu {

void drop_convergence(llvm::Module& module) {
    for (llvm::Function& function : module) {
        function.removeFnAttr(llvm::Attribute::Convergent);
        for (llvm::Instruction& instruction : llvm::instructions(function))
            if (auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction))
                call->removeFnAttr(llvm::Attribute::Convergent);
    }
}

void merge_into_callers(llvm::Module& module, const CallAnalysis& calls) {
    for (llvm::Function& function : module) {
        if (function.isDeclaration()) continue;
        function.removeFnAttr(llvm::Attribute::OptimizeNone);
        function.removeFnAttr(llvm::Attribute::NoInline);
        if (calls.can_merge(function))
            function.addFnAttr(llvm::Attribute::AlwaysInline);
        else
            function.removeFnAttr(llvm::Attribute::AlwaysInline);
    }
    ModulePipeline pipeline(nullptr);
    pipeline.passes().addPass(llvm::AlwaysInlinerPass(true));
    pipeline.run(module);
}

void promote_locals(llvm::Function& function, bool keep_branches) {
    ModulePipeline pipeline(nullptr);
    pipeline.run(function, llvm::SROAPass(keep_branches ? llvm::SROAOptions::PreserveCFG
                                                        : llvm::SROAOptions::ModifyCFG));
}

void split_vectors(llvm::Function& function) {
    llvm::ScalarizerPassOptions options;
    options.ScalarizeLoadStore = true;
    options.ScalarizeVariableInsertExtract = true;
    ModulePipeline pipeline(nullptr);
    pipeline.run(function, llvm::ScalarizerPass(options));
}

void hide(llvm::Function& function) {
    function.setComdat(nullptr);
    function.setVisibility(llvm::GlobalValue::DefaultVisibility);
    function.setLinkage(llvm::GlobalValue::InternalLinkage);
}

void remove_unused(llvm::Module& module) {
    ModulePipeline pipeline(nullptr);
    pipeline.passes().addPass(llvm::GlobalDCEPass());
    pipeline.run(module);
}

}  // namespace glint::cpu
