// SPDX-License-Identifier: MIT
#include <string>

#include <glint/cpu/lowering/lanes/emit/lane_builder.hpp>
#include <glint/cpu/lowering/lanes/emit/row_division.hpp>
#include <glint/cpu/lowering/names.hpp>

namespace glint::cpu {
namespace {

using llvm::Value;
using DivisionKind = llvm::Instruction::BinaryOps;

// Divides 32-bit integers as doubles. The truncated quotient is exact: a double can represent every
// 32-bit integer, and rounding the ratio never reaches the next integer. The relative rounding
// error is at most 2^-53, but the relative distance to the next integer is at least 2^-32.
Value* quotient_by_double(llvm::IRBuilder<>& ir, Value* left, Value* right, bool with_sign) {
    llvm::Type* numbers = left->getType();
    llvm::Type* doubles = numbers->getWithNewType(ir.getDoubleTy());
    const auto to_double = [&](Value* value) {
        return with_sign ? ir.CreateSIToFP(value, doubles) : ir.CreateUIToFP(value, doubles);
    };
    Value* ratio = ir.CreateFDiv(to_double(left), to_double(right));
    return with_sign ? ir.CreateFPToSI(ratio, numbers) : ir.CreateFPToUI(ratio, numbers);
}

// Replaces the divisor with 1 in inactive lanes. The divisor may be 0 in these lanes, and a
// division by 0 would stop the program.
Value* safe_divisor(const LaneBuilder& lanes, Value* divisor) {
    return blend(lanes.ir, lanes.mask, divisor, llvm::ConstantInt::get(divisor->getType(), 1));
}

// Builds code that stops the kernel if a divisor is 0, as an ordinary division would.
void check_divisor(const LaneBuilder& lanes, Value* divisor) {
    llvm::IRBuilder<>& ir = lanes.ir;
    Value* zero = ir.CreateICmpEQ(divisor, llvm::Constant::getNullValue(divisor->getType()));
    llvm::Function* function = ir.GetInsertBlock()->getParent();
    auto* stop = llvm::BasicBlock::Create(ir.getContext(), "division.by.zero", function);
    auto* go_on = llvm::BasicBlock::Create(ir.getContext(), "divide", function);
    ir.CreateCondBr(any_lane(ir, zero), stop, go_on);
    ir.SetInsertPoint(stop);
    auto* type = llvm::FunctionType::get(ir.getVoidTy(), false);
    ir.CreateCall(lanes.runtime_function(names::kDivisionByZero, type))->setDoesNotReturn();
    ir.CreateUnreachable();
    ir.SetInsertPoint(go_on);
}

Value* divide_each(const LaneBuilder& lanes, DivisionKind opcode, Value* left, Value* right) {
    llvm::IRBuilder<>& ir = lanes.ir;
    const unsigned bits = left->getType()->getScalarSizeInBits();
    if (bits > 32 || !lanes.values.uses(LanesPass::double_divisions))
        return ir.CreateBinOp(opcode, left, right);
    Value* quotient = quotient_by_double(ir, left, right, is_signed(opcode));
    return is_remainder(opcode) ? ir.CreateSub(left, ir.CreateMul(quotient, right)) : quotient;
}

// Builds a call of a separate function that contains the code of divide_each(). This saves code if
// the division rarely runs.
Value* call_divide_each(const LaneBuilder& lanes, DivisionKind opcode, Value* left, Value* right) {
    llvm::Type* type = left->getType();
    const std::string name = std::string("glint.") + llvm::Instruction::getOpcodeName(opcode) +
                             "." + std::to_string(lanes.width()) + "x" +
                             std::to_string(type->getScalarSizeInBits());
    llvm::FunctionCallee callee =
        lanes.runtime_function(name, llvm::FunctionType::get(type, {type, type}, false));
    auto* function = llvm::cast<llvm::Function>(callee.getCallee());
    if (function->isDeclaration()) {
        const llvm::AttributeList of_kernel =
            lanes.ir.GetInsertBlock()->getParent()->getAttributes();
        function->addFnAttrs(llvm::AttrBuilder(lanes.ir.getContext(), of_kernel.getFnAttrs()));
        function->setLinkage(llvm::GlobalValue::InternalLinkage);
        function->addFnAttr(llvm::Attribute::NoInline);
        function->addFnAttr(llvm::Attribute::Cold);
        const llvm::IRBuilderBase::InsertPointGuard guard(lanes.ir);
        lanes.ir.SetInsertPoint(llvm::BasicBlock::Create(lanes.ir.getContext(), "", function));
        lanes.ir.SetCurrentDebugLocation({});
        lanes.ir.CreateRet(divide_each(lanes, opcode, function->getArg(0), function->getArg(1)));
    }
    return lanes.ir.CreateCall(callee, {left, right});
}

}  // namespace

void build_division(const LaneBuilder& lanes, const llvm::BinaryOperator& division) {
    llvm::IRBuilder<>& ir = lanes.ir;
    Value* left = lanes.values.vector(division.getOperand(0));
    Value* right = lanes.values.vector(division.getOperand(1));
    const DivisionKind opcode = division.getOpcode();
    if (llvm::isa<llvm::Constant>(division.getOperand(1)))
        return lanes.values.define(division, ir.CreateBinOp(opcode, left, right));
    right = safe_divisor(lanes, right);
    check_divisor(lanes, right);
    if (!RowDivision::suits(lanes.values, division))
        return lanes.values.define(division, divide_each(lanes, opcode, left, right));
    const RowDivision row(lanes, division, lanes.values.scalar(division.getOperand(0)),
                          lanes.values.scalar(division.getOperand(1)));
    lanes.values.define(division,
                        either(
                            ir, row.gives_row(), [&] { return row.vector(lanes.values); },
                            [&] { return call_divide_each(lanes, opcode, left, right); }));
}

}  // namespace glint::cpu
