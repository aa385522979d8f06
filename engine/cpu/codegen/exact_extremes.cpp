// SPDX-License-Identifier: MIT
#include <glint/cpu/codegen/exact_extremes.hpp>

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

namespace glint::cpu {
namespace {

using llvm::Value;

/// A call of LLVM's `maxnum` or `minnum`.
struct Extreme {
    llvm::IntrinsicInst* call;
    bool is_max;
};

// Returns true if `operand` is a constant, or a vector of equal constants, and is the correct
// result if the two operands compare equal. This is the case for all constants except NaN, -0 in a
// maximum, and +0 in a minimum.
bool wins_ties(const Value& operand, bool is_max) {
    const auto* constant = llvm::dyn_cast<llvm::Constant>(&operand);
    if (constant == nullptr) return false;
    if (constant->getType()->isVectorTy()) constant = constant->getSplatValue();
    const auto* number = llvm::dyn_cast_or_null<llvm::ConstantFP>(constant);
    if (number == nullptr || number->isNaN()) return false;
    return !number->isZero() || number->isNegative() != is_max;
}

// Returns the maximum or minimum of `number` and `bound`. Returns `bound` if `number` is NaN or
// equal to `bound`. On x86, this is a single instruction.
Value* with_bound(llvm::IRBuilder<>& ir, Value* number, Value* bound, bool is_max) {
    Value* stays = is_max ? ir.CreateFCmpOGT(number, bound) : ir.CreateFCmpOLT(number, bound);
    return ir.CreateSelect(stays, number, bound);
}

// Returns the maximum or minimum of two equal numbers. Equal numbers have equal bits, except for +0
// and -0.
Value* of_equals(llvm::IRBuilder<>& ir, Value* left, Value* right, bool is_max) {
    llvm::Type* floats = left->getType();
    llvm::Type* bits = floats->getWithNewType(ir.getIntNTy(floats->getScalarSizeInBits()));
    Value* a = ir.CreateBitCast(left, bits);
    Value* b = ir.CreateBitCast(right, bits);
    return ir.CreateBitCast(is_max ? ir.CreateAnd(a, b) : ir.CreateOr(a, b), floats);
}

void make_exact(const Extreme& extreme) {
    llvm::IntrinsicInst* call = extreme.call;
    Value *left = call->getArgOperand(0), *right = call->getArgOperand(1);
    if (wins_ties(*left, extreme.is_max)) std::swap(left, right);
    llvm::IRBuilder<> ir(call->getNextNode());
    ir.SetCurrentDebugLocation(call->getDebugLoc());
    if (wins_ties(*right, extreme.is_max)) {
        call->replaceAllUsesWith(with_bound(ir, left, right, extreme.is_max));
        call->eraseFromParent();
        return;
    }
    Value* equal = ir.CreateFCmpOEQ(left, right);
    Value* result = ir.CreateSelect(equal, of_equals(ir, left, right, extreme.is_max), call);
    call->replaceUsesWithIf(result, [&](llvm::Use& use) { return use.getUser() != result; });
}

}  // namespace

void make_extremes_exact(llvm::Module& module) {
    llvm::SmallVector<Extreme, 16> extremes;
    for (llvm::Function& function : module)
        for (llvm::Instruction& instruction : llvm::instructions(function)) {
            auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
            if (call == nullptr) continue;
            const bool is_max = call->getIntrinsicID() == llvm::Intrinsic::maxnum;
            if (!is_max && call->getIntrinsicID() != llvm::Intrinsic::minnum) continue;
            if (!call->hasNoSignedZeros()) extremes.push_back({call, is_max});
        }
    for (const Extreme& extreme : extremes) make_exact(extreme);
}

}  // namespace glint::cpu
