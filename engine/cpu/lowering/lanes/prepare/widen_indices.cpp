// SPDX-License-Identifier: MIT
#include <glint/cpu/lowering/lanes/prepare/widen_indices.hpp>

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>
#include <llvm/Transforms/Utils/Local.h>

namespace glint::cpu {
namespace {

constexpr unsigned kMaxWidenedSteps = 8;

enum class Sign { kept, zero };

// Returns true if an extension of the operands gives the same result as an extension of the
// operation's result.
bool distributes(const llvm::BinaryOperator& operation, Sign sign) {
    switch (operation.getOpcode()) {
        case llvm::Instruction::Add:
        case llvm::Instruction::Sub:
        case llvm::Instruction::Mul:
        case llvm::Instruction::Shl:
            return sign == Sign::kept ? operation.hasNoSignedWrap() : operation.hasNoUnsignedWrap();
        case llvm::Instruction::Or:
            return llvm::cast<llvm::PossiblyDisjointInst>(operation).isDisjoint();
        default: return false;
    }
}

bool is_sum(const llvm::Value* value, Sign sign) {
    const auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(value);
    return operation != nullptr && distributes(*operation, sign);
}

// Returns true if sign or zero extension distributes over `value`. If `value` is a select, a
// maximum or a minimum, the extension only has to distribute over one of its operands.
bool distributes(const llvm::Value& value, Sign sign) {
    if (is_sum(&value, sign)) return true;
    if (const auto* select = llvm::dyn_cast<llvm::SelectInst>(&value))
        return is_sum(select->getTrueValue(), sign) || is_sum(select->getFalseValue(), sign);
    const auto* extreme = llvm::dyn_cast<llvm::MinMaxIntrinsic>(&value);
    return extreme != nullptr && extreme->isSigned() == (sign == Sign::kept) &&
           (is_sum(extreme->getLHS(), sign) || is_sum(extreme->getRHS(), sign));
}

llvm::Value* widened(llvm::IRBuilder<>& builder, llvm::Value* value, llvm::Type* type, Sign sign,
                     unsigned depth) {
    if (depth == kMaxWidenedSteps || !distributes(*value, sign))
        return sign == Sign::kept ? builder.CreateSExt(value, type)
                                  : builder.CreateZExt(value, type);
    const auto operand = [&](unsigned i) {
        llvm::Value* narrow = llvm::cast<llvm::Instruction>(value)->getOperand(i);
        return widened(builder, narrow, type, sign, depth + 1);
    };
    if (auto* select = llvm::dyn_cast<llvm::SelectInst>(value))
        return builder.CreateSelect(select->getCondition(), operand(1), operand(2));
    if (const auto* extreme = llvm::dyn_cast<llvm::MinMaxIntrinsic>(value))
        return builder.CreateBinaryIntrinsic(extreme->getIntrinsicID(), operand(0), operand(1));
    const auto opcode = llvm::cast<llvm::BinaryOperator>(value)->getOpcode();
    return builder.CreateBinOp(opcode == llvm::Instruction::Or ? llvm::Instruction::Add : opcode,
                               operand(0), operand(1));
}

// Returns true for values that come from floating-point numbers. Such values differ arbitrarily
// between lanes. Widening them would not help and would need twice as many registers.
bool comes_from_fraction(const llvm::Value* value, unsigned depth) {
    if (llvm::isa<llvm::FPToSIInst, llvm::FPToUIInst>(value)) return true;
    const auto* instruction = llvm::dyn_cast<llvm::Instruction>(value);
    if (depth == kMaxWidenedSteps || instruction == nullptr ||
        instruction->mayReadOrWriteMemory() || llvm::isa<llvm::PHINode>(instruction))
        return false;
    return llvm::any_of(instruction->operands(), [&](const llvm::Use& operand) {
        return comes_from_fraction(operand, depth + 1);
    });
}

// Returns the kind of extension. Treats a zero extension of a nonnegative number as a sign
// extension if sign extension distributes over the number.
Sign sign_of(const llvm::CastInst& cast) {
    if (llvm::isa<llvm::SExtInst>(cast)) return Sign::kept;
    const bool either = cast.hasNonNeg();
    return either && distributes(*cast.getOperand(0), Sign::kept) ? Sign::kept : Sign::zero;
}

void widen_cast(llvm::CastInst& cast) {
    llvm::Value* narrow = cast.getOperand(0);
    if (!distributes(*narrow, sign_of(cast)) || comes_from_fraction(narrow, 0)) return;
    llvm::IRBuilder<> builder(&cast);
    cast.replaceAllUsesWith(widened(builder, narrow, cast.getType(), sign_of(cast), 0));
    llvm::RecursivelyDeleteTriviallyDeadInstructions(&cast);
}

}  // namespace

void widen_indices(llvm::Function& function) {
    llvm::SmallVector<llvm::WeakTrackingVH, 16> casts;
    for (llvm::Instruction& instruction : llvm::instructions(function))
        if (llvm::isa<llvm::SExtInst, llvm::ZExtInst>(instruction) &&
            instruction.getType()->isIntegerTy(64))
            casts.emplace_back(&instruction);
    for (llvm::WeakTrackingVH& cast : casts)
        if (cast) widen_cast(*llvm::cast<llvm::CastInst>(cast));
}

}  // namespace glint::cpu
