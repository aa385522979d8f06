// SPDX-License-Identifier: MIT
#include <glint/cpu/lowering/volatile_steps.hpp>

#include <algorithm>
#include <vector>

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>

#include <glint/cpu/lowering/names.hpp>

namespace glint::cpu {
namespace {

bool is_volatile(const llvm::Instruction& instruction) {
    if (!instruction.isVolatile()) return false;
    const llvm::Value* address = llvm::getLoadStorePointerOperand(&instruction);
    return address != nullptr &&
           !llvm::isa<llvm::AllocaInst>(llvm::getUnderlyingObject(address, 0));
}

bool has_volatile(const llvm::Function& function, unsigned opcode) {
    const auto all = llvm::instructions(function);
    return std::any_of(all.begin(), all.end(), [&](const llvm::Instruction& instruction) {
        return instruction.getOpcode() == opcode && is_volatile(instruction);
    });
}

}  // namespace

bool exchanges_through_volatile(const FunctionSet& functions) {
    const auto any_has = [&](unsigned opcode) {
        return std::any_of(functions.begin(), functions.end(), [&](const llvm::Function* function) {
            return has_volatile(*function, opcode);
        });
    };
    return any_has(llvm::Instruction::Load) && any_has(llvm::Instruction::Store);
}

bool exchanges_through_volatile(const llvm::Function& function) {
    return has_volatile(function, llvm::Instruction::Load) &&
           has_volatile(function, llvm::Instruction::Store);
}

void add_volatile_steps(llvm::Function& entry) {
    if (!exchanges_through_volatile(entry)) return;
    std::vector<llvm::Instruction*> accesses;
    for (llvm::Instruction& instruction : llvm::instructions(entry))
        if (is_volatile(instruction)) accesses.push_back(&instruction);
    llvm::IRBuilder<> builder(entry.getContext());
    const llvm::FunctionCallee step = entry.getParent()->getOrInsertFunction(
        llvm::StringRef(names::kStep), builder.getVoidTy(), builder.getInt32Ty());
    for (std::size_t i = 0; i < accesses.size(); ++i) {
        builder.SetInsertPoint(accesses[i]);
        builder.CreateCall(step, builder.getInt32(static_cast<std::uint32_t>(i)));
    }
}

}  // namespace glint::cpu
