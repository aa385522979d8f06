#include <glint/cpu/lowering/lanes/lane_builder.hpp>
#include <glint/cpu/lowering/names.hpp>

namespace glint::cpu {
namespace {

using llvm::Value;
using Opcode = llvm::Instruction::BinaryOps;

bool is_signed(Opcode opcode) {
    return opcode == llvm::Instruction::SDiv || opcode == llvm::Instruction::SRem;
}

bool is_remainder(Opcode opcode) {
    return opcode == llvm::Instruction::SRem || opcode == llvm::Instruction::URem;
}

// A double holds every 32-bit number, and the quotient of two of them is never rounded up to the
// next whole number: it would have to be nearer to that than 2^-53 of itself, and is at least
// 2^-32 of itself away.
Value* quotient_by_double(llvm::IRBuilder<>& ir, Value* left, Value* right, bool with_sign) {
    llvm::Type* numbers = left->getType();
    llvm::Type* doubles = numbers->getWithNewType(ir.getDoubleTy());
    const auto to_double = [&](Value* value) {
        return with_sign ? ir.CreateSIToFP(value, doubles) : ir.CreateUIToFP(value, doubles);
    };
    Value* ratio = ir.CreateFDiv(to_double(left), to_double(right));
    return with_sign ? ir.CreateFPToSI(ratio, numbers) : ir.CreateFPToUI(ratio, numbers);
}

// In lanes that do not run, the divisor may be anything, and 0 would stop the program.
Value* safe_divisor(LaneBuilder& lanes, Value* divisor) {
    return blend(lanes.ir, lanes.mask, divisor, llvm::ConstantInt::get(divisor->getType(), 1));
}

// By 0, this stops the kernel as a division in scalar code would.
void check_divisor(LaneBuilder& lanes, Value* divisor) {
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

}  // namespace

void build_division(LaneBuilder& lanes, const llvm::BinaryOperator& division) {
    llvm::IRBuilder<>& ir = lanes.ir;
    Value* left = lanes.values.vector(division.getOperand(0));
    Value* right = lanes.values.vector(division.getOperand(1));
    const Opcode opcode = division.getOpcode();
    const auto is_constant = llvm::isa<llvm::Constant>(division.getOperand(1));
    if (is_constant) {
        lanes.values.define(division, ir.CreateBinOp(opcode, left, right));
        return;
    }
    right = safe_divisor(lanes, right);
    check_divisor(lanes, right);
    const unsigned bits = division.getType()->getIntegerBitWidth();
    if (bits > 32) {
        lanes.values.define(division, ir.CreateBinOp(opcode, left, right));
        return;
    }
    Value* quotient = quotient_by_double(ir, left, right, is_signed(opcode));
    Value* result =
        is_remainder(opcode) ? ir.CreateSub(left, ir.CreateMul(quotient, right)) : quotient;
    lanes.values.define(division, result);
}

}  // namespace glint::cpu
