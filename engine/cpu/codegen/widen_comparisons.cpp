// SPDX-License-Identifier: MIT
#include <glint/cpu/codegen/widen_comparisons.hpp>

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

namespace glint::cpu {
namespace {

void widen_comparison(llvm::FCmpInst& comparison) {
    auto* halves = llvm::dyn_cast<llvm::VectorType>(comparison.getOperand(0)->getType());
    if (halves == nullptr || !halves->getElementType()->isHalfTy()) return;
    llvm::IRBuilder<> builder(&comparison);
    llvm::Type* floats = llvm::VectorType::get(builder.getFloatTy(), halves);
    for (llvm::Use& operand : comparison.operands())
        operand.set(builder.CreateFPExt(operand.get(), floats));
}

}  // namespace

void widen_comparisons(llvm::Module& module) {
    for (llvm::Function& function : module)
        for (llvm::Instruction& instruction : llvm::instructions(function))
            if (auto* comparison = llvm::dyn_cast<llvm::FCmpInst>(&instruction))
                widen_comparison(*comparison);
}

}  // namespace glint::cpu
