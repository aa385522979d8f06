// SPDX-License-Identifier: MIT
#include <glint/cpu/lowering/lanes/emit/row_division.hpp>

#include <llvm/IR/Intrinsics.h>

namespace glint::cpu {

using llvm::Value;
using Opcode = llvm::Instruction::BinaryOps;

bool is_signed(Opcode division) {
    return division == llvm::Instruction::SDiv || division == llvm::Instruction::SRem;
}

bool is_remainder(Opcode division) {
    return division == llvm::Instruction::SRem || division == llvm::Instruction::URem;
}

bool RowDivision::suits(const LaneValues& values, const llvm::BinaryOperator& division) {
    constexpr std::int64_t kMaxStride = 1 << 16;
    const Shape left = values.shape(division.getOperand(0));
    return values.uses(LanesPass::row_divisions) && !left.is_varying() && left.stride > 0 &&
           left.stride < kMaxStride && division.getType()->getIntegerBitWidth() >= 32 &&
           values.shape(division.getOperand(1)).is_uniform();
}

RowDivision::RowDivision(const LaneBuilder& lanes, const llvm::BinaryOperator& division,
                         Value* first, Value* divisor)
    : ir_(lanes.ir),
      opcode_(division.getOpcode()),
      stride_(lanes.values.shape(division.getOperand(0)).stride),
      span_(first->getType()->getIntegerBitWidth(),
            static_cast<std::uint64_t>(stride_) * (lanes.width() - 1)),
      first_(first),
      divisor_(divisor) {
    const Opcode without_sign =
        is_remainder(opcode_) ? llvm::Instruction::URem : llvm::Instruction::UDiv;
    result_ = ir_.CreateBinOp(without_sign, first_, divisor_);
}

// The dividend in the last lane must fit the type, and the remainder in lane 0 plus `span_` must be
// less than the divisor.
Value* RowDivision::gives_row() const {
    const llvm::APInt largest = is_signed(opcode_)
                                    ? llvm::APInt::getSignedMaxValue(span_.getBitWidth())
                                    : llvm::APInt::getMaxValue(span_.getBitWidth());
    Value* remainder =
        is_remainder(opcode_) ? result_ : ir_.CreateSub(first_, ir_.CreateMul(result_, divisor_));
    Value* room = ir_.CreateBinaryIntrinsic(llvm::Intrinsic::usub_sat, divisor_, number(span_));
    if (is_signed(opcode_))
        room = ir_.CreateSelect(ir_.CreateICmpULE(divisor_, number(largest)), room,
                                llvm::Constant::getNullValue(room->getType()));
    return ir_.CreateFreeze(ir_.CreateAnd(ir_.CreateICmpULT(remainder, room),
                                          ir_.CreateICmpULE(first_, number(largest - span_))));
}

Value* RowDivision::vector(LaneValues& values) const {
    if (!is_remainder(opcode_)) return values.splat(result_);
    return ir_.CreateAdd(values.splat(result_), values.steps(first_->getType(), stride_));
}

llvm::Constant* RowDivision::number(const llvm::APInt& value) const {
    return llvm::ConstantInt::get(first_->getType(), value);
}

llvm::SmallVector<const llvm::BinaryOperator*, 8> row_divisions(const LaneValues& values,
                                                                const llvm::BasicBlock& block) {
    llvm::SmallVector<const llvm::BinaryOperator*, 8> found;
    for (const llvm::Instruction& instruction : block) {
        const auto* division = llvm::dyn_cast<llvm::BinaryOperator>(&instruction);
        if (division != nullptr && division->isIntDivRem() &&
            !llvm::isa<llvm::Constant>(division->getOperand(1)) &&
            RowDivision::suits(values, *division) &&
            values.can_look_ahead(division->getOperand(0)) &&
            values.can_look_ahead(division->getOperand(1)))
            found.push_back(division);
    }
    return found;
}

}  // namespace glint::cpu
