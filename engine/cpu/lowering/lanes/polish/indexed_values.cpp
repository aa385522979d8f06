#include <glint/cpu/lowering/lanes/polish/indexed_values.hpp>

#include <algorithm>

#include <llvm/IR/Operator.h>

namespace glint::cpu {
namespace {

using llvm::Value;

constexpr unsigned kMaxDepth = 8;
// Larger steps are not followed, so that sums of them stay far from the largest number.
constexpr std::int64_t kLargest = 1 << 16;

bool never_wraps(const llvm::Instruction& instruction, Extended extended) {
    if (extended == Extended::no) return true;
    const auto* operation = llvm::dyn_cast<llvm::OverflowingBinaryOperator>(&instruction);
    if (operation == nullptr) return true;  // a disjoint or
    return extended == Extended::as_signed ? operation->hasNoSignedWrap()
                                           : operation->hasNoUnsignedWrap();
}

// Blocks of three dimensions find y and z by division.
bool divides_by_constant(const llvm::BinaryOperator& operation) {
    const auto* divisor = llvm::dyn_cast<llvm::ConstantInt>(operation.getOperand(1));
    const bool never_overflows = operation.getOpcode() == llvm::Instruction::UDiv ||
                                 operation.getOpcode() == llvm::Instruction::URem;
    return never_overflows && divisor != nullptr && !divisor->isZero();
}

bool is_plain(const llvm::Instruction& instruction) {
    const auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(&instruction);
    return (operation != nullptr &&
            (!operation->isIntDivRem() || divides_by_constant(*operation))) ||
           llvm::isa<llvm::CastInst, llvm::ICmpInst, llvm::SelectInst>(instruction);
}

}  // namespace

std::optional<std::int64_t> IndexedValues::step(const Value* value, Extended extended,
                                                unsigned depth) const {
    const llvm::Instruction* instruction = inside(value);
    if (instruction == nullptr) return 0;
    if (instruction == &index_) return 1;
    if (depth == kMaxDepth) return std::nullopt;
    if (llvm::isa<llvm::SExtInst>(instruction))
        return step(instruction->getOperand(0), Extended::as_signed, depth + 1);
    if (llvm::isa<llvm::ZExtInst>(instruction))
        return step(instruction->getOperand(0), Extended::as_unsigned, depth + 1);
    return never_wraps(*instruction, extended) ? step_of(*instruction, extended, depth + 1)
                                               : std::nullopt;
}

std::optional<std::int64_t> IndexedValues::step_of(const llvm::Instruction& instruction,
                                                   Extended extended, unsigned depth) const {
    if (!llvm::isa<llvm::BinaryOperator>(instruction)) return std::nullopt;
    const auto left = step(instruction.getOperand(0), extended, depth);
    const auto right = step(instruction.getOperand(1), extended, depth);
    if (!left || !right || std::max(*left, *right) > kLargest) return std::nullopt;
    const auto* factor = llvm::dyn_cast<llvm::ConstantInt>(instruction.getOperand(1));
    const std::uint64_t number = factor == nullptr ? kLargest : factor->getLimitedValue(kLargest);
    const auto* either = llvm::dyn_cast<llvm::PossiblyDisjointInst>(&instruction);
    switch (instruction.getOpcode()) {
        case llvm::Instruction::Or:
            if (!either->isDisjoint()) break;
            [[fallthrough]];
        case llvm::Instruction::Add: return *left + *right;
        case llvm::Instruction::Sub: return *left - *right;
        case llvm::Instruction::Mul:
            if (number < kLargest) return *left * static_cast<std::int64_t>(number);
            break;
        case llvm::Instruction::Shl:
            if (number < 16) return *left << number;
            break;
        default: break;
    }
    return *left == 0 && *right == 0 ? std::optional<std::int64_t>(0) : std::nullopt;
}

Value* IndexedValues::copy(llvm::IRBuilder<>& builder, Value* value, Value* round,
                           unsigned depth) const {
    const llvm::Instruction* instruction = inside(value);
    if (instruction == nullptr) return value;
    if (instruction == &index_) return round;
    if (depth == kMaxDepth || !is_plain(*instruction)) return nullptr;
    llvm::SmallVector<Value*, 3> operands;
    for (Value* operand : instruction->operands()) {
        operands.push_back(copy(builder, operand, round, depth + 1));
        if (operands.back() == nullptr) return nullptr;
    }
    llvm::Instruction* result = instruction->clone();
    for (unsigned i = 0; i < operands.size(); ++i) result->setOperand(i, operands[i]);
    // It may be a round that does not come, and may not keep what the flags promise.
    result->dropPoisonGeneratingAnnotations();
    return builder.Insert(result);
}

}  // namespace glint::cpu
