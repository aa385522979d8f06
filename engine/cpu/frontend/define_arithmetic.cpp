// SPDX-License-Identifier: MIT
#include <glint/cpu/frontend/define_arithmetic.hpp>

#include <llvm/ADT/APFloat.h>
#include <llvm/ADT/APInt.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Support/KnownBits.h>

namespace glint::cpu {
namespace {

using llvm::APFloat;
using llvm::APInt;
using llvm::Value;
using Builder = llvm::IRBuilder<>;

/// An integer type to which floating-point numbers are converted.
struct Target {
    llvm::Type* type;  ///< an integer or a vector of integers
    bool is_signed;

    unsigned bits() const { return type->getScalarSizeInBits(); }
    APInt least() const {
        return is_signed ? APInt::getSignedMinValue(bits()) : APInt::getZero(bits());
    }
    APInt most() const {
        return is_signed ? APInt::getSignedMaxValue(bits()) : APInt::getMaxValue(bits());
    }
    /// Returns the smallest positive number that does not fit the type.
    APInt limit() const { return APInt::getOneBitSet(bits() + 1, is_signed ? bits() - 1 : bits()); }
    APInt of_nan(bool from_double) const {
        return bits() > 32 || from_double ? APInt::getSignedMinValue(bits())
                                          : APInt::getZero(bits());
    }
};

llvm::Constant* as_float(llvm::Type* type, const APInt& whole, bool is_signed) {
    APFloat value(type->getScalarType()->getFltSemantics());
    value.convertFromAPInt(whole, is_signed, APFloat::rmTowardZero);
    return llvm::ConstantFP::get(type, value);
}

Value* convert(Builder& ir, Value* number, Target to) {
    return to.is_signed ? ir.CreateFPToSI(number, to.type) : ir.CreateFPToUI(number, to.type);
}

// Returns the larger of `number` and `bound`. Returns `bound` if `number` is NaN. On x86, this is a
// single instruction.
Value* at_least(Builder& ir, Value* number, llvm::Constant* bound) {
    return ir.CreateSelect(ir.CreateFCmpOGT(number, bound), number, bound);
}

// Converts `number` and saturates. Converts NaN to the smallest integer; the caller replaces this
// result.
Value* saturated(Builder& ir, Value* number, Target to) {
    llvm::Type* type = number->getType();
    Value* bounded = at_least(ir, number, as_float(type, to.least(), to.is_signed));
    const unsigned digits = APFloat::semanticsPrecision(type->getScalarType()->getFltSemantics());
    if (digits >= to.bits()) {
        llvm::Constant* most = as_float(type, to.most(), to.is_signed);
        return convert(ir, ir.CreateSelect(ir.CreateFCmpOLT(bounded, most), bounded, most), to);
    }
    // Here, the largest integer cannot be represented exactly in the floating-point type.
    // Therefore, this code replaces numbers that do not fit after the conversion.
    Value* fits = ir.CreateFCmpOLT(bounded, as_float(type, to.limit(), false));
    return ir.CreateSelect(fits, ir.CreateFreeze(convert(ir, bounded, to)),
                           llvm::ConstantInt::get(to.type, to.most()));
}

Value* converted(Builder& ir, Value* number, Target to) {
    llvm::Type* type = number->getType();
    if (type->getScalarSizeInBits() < 32)
        return converted(ir, ir.CreateFPExt(number, type->getWithNewType(ir.getFloatTy())), to);
    if (to.bits() < 32) {
        const Target wide{to.type->getWithNewBitWidth(32), to.is_signed};
        return ir.CreateTrunc(converted(ir, number, wide), to.type);
    }
    Value* result = saturated(ir, number, to);
    const APInt of_nan = to.of_nan(type->getScalarType()->isDoubleTy());
    if (of_nan == to.least()) return result;
    return ir.CreateSelect(ir.CreateFCmpORD(number, number), result,
                           llvm::ConstantInt::get(to.type, of_nan));
}

bool replace_conversion(llvm::Instruction& instruction) {
    bool is_signed = false;
    switch (instruction.getOpcode()) {
        case llvm::Instruction::FPToSI: is_signed = true; break;
        case llvm::Instruction::FPToUI: break;
        default: {
            const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
            if (call == nullptr) return false;
            is_signed = call->getIntrinsicID() == llvm::Intrinsic::fptosi_sat;
            if (!is_signed && call->getIntrinsicID() != llvm::Intrinsic::fptoui_sat) return false;
        }
    }
    Builder ir(&instruction);
    instruction.replaceAllUsesWith(
        converted(ir, instruction.getOperand(0), {instruction.getType(), is_signed}));
    instruction.eraseFromParent();
    return true;
}

// Returns the amount by which a GPU shifts: only the low 32 bits of a wider amount count.
Value* gpu_shift_amount(Builder& ir, Value* amount) {
    llvm::Type* type = amount->getType();
    if (type->getScalarSizeInBits() <= 32) return amount;
    if (const auto* extended = llvm::dyn_cast<llvm::ZExtInst>(amount))
        if (extended->getSrcTy()->getScalarSizeInBits() <= 32) return amount;
    return ir.CreateZExt(ir.CreateTrunc(amount, type->getWithNewBitWidth(32)), type);
}

void define_shift(llvm::BinaryOperator& shift) {
    Value* given = shift.getOperand(1);
    llvm::Type* type = shift.getType();
    const unsigned bits = type->getScalarSizeInBits();
    const llvm::DataLayout& layout = shift.getDataLayout();
    if (llvm::computeKnownBits(given, layout).getMaxValue().ult(bits)) return;
    Builder ir(&shift);
    Value* amount = gpu_shift_amount(ir, given);
    Value* fits = ir.CreateICmpULT(amount, llvm::ConstantInt::get(type, bits));
    if (shift.getOpcode() == llvm::Instruction::AShr) {
        llvm::Constant* most = llvm::ConstantInt::get(type, bits - 1);
        return shift.setOperand(1, ir.CreateSelect(fits, amount, most));
    }
    shift.setOperand(1, amount);
    ir.SetInsertPoint(shift.getNextNode());
    auto* zero = llvm::Constant::getNullValue(type);
    // IRBuilder would fold this select if `fits` is a constant, but the code below needs a select
    // instruction that uses `shift`.
    auto* result = llvm::SelectInst::Create(fits, &shift, zero, "", shift.getNextNode());
    result->setDebugLoc(shift.getDebugLoc());
    shift.replaceUsesWithIf(result, [&](llvm::Use& use) { return use.getUser() != result; });
}

bool may_overflow(const llvm::BinaryOperator& division) {
    const llvm::DataLayout& layout = division.getDataLayout();
    const Value* left = division.getOperand(0);
    if (llvm::ComputeNumSignBits(left, layout) > 1) return false;
    if (llvm::computeKnownBits(left, layout).isNonNegative()) return false;
    return !llvm::computeKnownBits(division.getOperand(1), layout).isNonNegative();
}

// If the divisor is -1, the new code divides by 1 and negates the quotient. Shapes::assume
// recognizes this form in code for lanes.
void define_division(llvm::BinaryOperator& division) {
    if (!may_overflow(division)) return;
    Builder ir(&division);
    llvm::Type* type = division.getType();
    Value* left = division.getOperand(0);
    Value* by_minus_one =
        ir.CreateICmpEQ(division.getOperand(1), llvm::Constant::getAllOnesValue(type));
    division.setOperand(
        1, ir.CreateSelect(by_minus_one, llvm::ConstantInt::get(type, 1), division.getOperand(1)));
    if (division.getOpcode() == llvm::Instruction::SRem) return;
    ir.SetInsertPoint(division.getNextNode());
    Value* negated = ir.CreateNeg(left);
    auto* result =
        llvm::SelectInst::Create(by_minus_one, negated, &division, "", division.getNextNode());
    if (auto* made = llvm::dyn_cast<llvm::Instruction>(negated)) result->moveAfter(made);
    result->setDebugLoc(division.getDebugLoc());
    division.replaceUsesWithIf(result, [&](llvm::Use& use) { return use.getUser() != result; });
}

// Returns true for a negation, which must wrap for the most negative number. Other subtractions and
// products keep their no-wrap flags, because these flags help to simplify indices.
bool is_negation(const llvm::BinaryOperator& operation) {
    namespace pattern = llvm::PatternMatch;
    if (operation.getOpcode() == llvm::Instruction::Sub)
        return pattern::match(operation.getOperand(0), pattern::m_ZeroInt());
    return pattern::match(operation.getOperand(1), pattern::m_AllOnes());
}

void define_operation(llvm::BinaryOperator& operation) {
    switch (operation.getOpcode()) {
        case llvm::Instruction::Shl:
        case llvm::Instruction::LShr:
        case llvm::Instruction::AShr: return define_shift(operation);
        case llvm::Instruction::SDiv:
        case llvm::Instruction::SRem: return define_division(operation);
        case llvm::Instruction::Sub:
        case llvm::Instruction::Mul:
            if (is_negation(operation)) operation.setHasNoSignedWrap(false);
            return;
        default: return;
    }
}

}  // namespace

void define_arithmetic(llvm::Module& module) {
    for (llvm::Function& function : module)
        for (llvm::Instruction& instruction :
             llvm::make_early_inc_range(llvm::instructions(function))) {
            if (replace_conversion(instruction)) continue;
            if (auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(&instruction))
                define_operation(*operation);
        }
}

}  // namespace glint::cpu
