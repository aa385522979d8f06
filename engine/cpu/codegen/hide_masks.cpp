// SPDX-License-Identifier: MIT
#include <glint/cpu/codegen/hide_masks.hpp>

#include <optional>

#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>

namespace glint::cpu {
namespace {

// Returns the bits of a constant mask. Returns nullopt if `value` is not a constant mask, if the
// number of its lanes is not a multiple of 8, or if all its lanes are equal.
std::optional<llvm::APInt> lanes_to_hide(const llvm::Value& value) {
    const auto* mask = llvm::dyn_cast<llvm::Constant>(&value);
    const auto* type = llvm::dyn_cast<llvm::FixedVectorType>(value.getType());
    if (mask == nullptr || type == nullptr || !type->getElementType()->isIntegerTy(1) ||
        type->getNumElements() % 8 != 0 || mask->getSplatValue(true) != nullptr)
        return std::nullopt;
    llvm::APInt lanes(type->getNumElements(), 0);
    for (unsigned i = 0; i < type->getNumElements(); ++i) {
        const llvm::Constant* lane = mask->getAggregateElement(i);
        if (lane == nullptr) return std::nullopt;
        if (lane->isOneValue()) lanes.setBit(i);
    }
    return lanes;
}

// Inserts a load of the mask from a new global variable, whose value LLVM does not know. Returns
// the loaded mask.
llvm::Value* hidden(llvm::Instruction& before, const llvm::APInt& lanes, llvm::Type* mask) {
    llvm::IRBuilder<> builder(&before);
    llvm::Type* bits = builder.getIntNTy(lanes.getBitWidth());
    auto* variable = new llvm::GlobalVariable(*before.getModule(), bits, false,
                                              llvm::GlobalValue::PrivateLinkage,
                                              llvm::ConstantInt::get(bits, lanes), "mask");
    return builder.CreateBitCast(builder.CreateLoad(bits, variable), mask);
}

void hide_masks(llvm::Instruction& instruction) {
    if (!llvm::isa<llvm::BinaryOperator>(instruction)) return;
    for (llvm::Use& operand : instruction.operands())
        if (const auto lanes = lanes_to_hide(*operand))
            operand.set(hidden(instruction, *lanes, operand->getType()));
}

}  // namespace

void hide_masks(llvm::Module& module) {
    for (llvm::Function& function : module)
        for (llvm::Instruction& instruction : llvm::instructions(function)) hide_masks(instruction);
}

}  // namespace glint::cpu
