#include <string>

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

Value* divide_each(LaneBuilder& lanes, Opcode opcode, Value* left, Value* right) {
    llvm::IRBuilder<>& ir = lanes.ir;
    const unsigned bits = left->getType()->getScalarSizeInBits();
    if (bits > 32) return ir.CreateBinOp(opcode, left, right);
    Value* quotient = quotient_by_double(ir, left, right, is_signed(opcode));
    return is_remainder(opcode) ? ir.CreateSub(left, ir.CreateMul(quotient, right)) : quotient;
}

// The same as a call, for code that hardly ever runs and would be long.
Value* call_divide_each(LaneBuilder& lanes, Opcode opcode, Value* left, Value* right) {
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

/// A division of numbers in a row by one number, as in `(x + 1) % width`. Most rows of lanes lie
/// between two multiples of the divisor, and then one division does for all of them.
class RowDivision {
public:
    RowDivision(LaneBuilder& lanes, const llvm::BinaryOperator& division)
        : ir_(lanes.ir),
          opcode_(division.getOpcode()),
          stride_(lanes.values.shape(division.getOperand(0)).stride),
          span_(stride_ * (lanes.width() - 1)),
          first_(lanes.values.scalar(division.getOperand(0))),
          divisor_(lanes.values.scalar(division.getOperand(1))) {
        quotient_ = ir_.CreateUDiv(first_, divisor_);
        remainder_ = ir_.CreateSub(first_, ir_.CreateMul(quotient_, divisor_));
    }

    /// Whether there is no multiple of the divisor behind the first lane, nor a negative number,
    /// and the row does not wrap.
    Value* is_between_multiples() const {
        Value* last = ir_.CreateAdd(first_, number(span_));
        Value* last_remainder = ir_.CreateAdd(remainder_, number(span_));
        Value* fits = ir_.CreateAnd(ir_.CreateICmpULT(last_remainder, divisor_),
                                    ir_.CreateICmpUGE(last_remainder, remainder_));
        Value* signs = ir_.CreateOr(ir_.CreateOr(first_, divisor_), last);
        Value* rises = is_signed(opcode_) ? ir_.CreateICmpSGE(signs, number(0))
                                          : ir_.CreateICmpUGE(last, first_);
        return ir_.CreateFreeze(ir_.CreateAnd(fits, rises));
    }

    Value* result(LaneValues& values) const {
        if (!is_remainder(opcode_)) return values.splat(quotient_);
        return ir_.CreateAdd(values.splat(remainder_), values.steps(first_->getType(), stride_));
    }

    static bool suits(const LaneBuilder& lanes, const llvm::BinaryOperator& division) {
        const Shape left = lanes.values.shape(division.getOperand(0));
        return !left.is_varying() && left.stride > 0 && left.stride < kMostStride &&
               division.getType()->getIntegerBitWidth() >= 32 &&
               lanes.values.shape(division.getOperand(1)).is_uniform();
    }

private:
    static constexpr std::int64_t kMostStride = 1 << 16;

    llvm::Constant* number(std::int64_t value) const {
        return llvm::ConstantInt::getSigned(first_->getType(), value);
    }

    llvm::IRBuilder<>& ir_;
    Opcode opcode_;
    std::int64_t stride_;
    std::int64_t span_;
    Value* first_;
    Value* divisor_;
    Value* quotient_;
    Value* remainder_;
};

}  // namespace

void build_division(LaneBuilder& lanes, const llvm::BinaryOperator& division) {
    llvm::IRBuilder<>& ir = lanes.ir;
    Value* left = lanes.values.vector(division.getOperand(0));
    Value* right = lanes.values.vector(division.getOperand(1));
    const Opcode opcode = division.getOpcode();
    if (llvm::isa<llvm::Constant>(division.getOperand(1)))
        return lanes.values.define(division, ir.CreateBinOp(opcode, left, right));
    right = safe_divisor(lanes, right);
    check_divisor(lanes, right);
    if (!RowDivision::suits(lanes, division))
        return lanes.values.define(division, divide_each(lanes, opcode, left, right));
    const RowDivision row(lanes, division);
    lanes.values.define(
        division, either(
                      ir, row.is_between_multiples(), [&] { return row.result(lanes.values); },
                      [&] { return call_divide_each(lanes, opcode, left, right); }));
}

}  // namespace glint::cpu
