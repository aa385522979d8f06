// SPDX-License-Identifier: MIT
#include <glint/cpu/lowering/lanes/emit/likely_conditions.hpp>

#include <algorithm>

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/IntrinsicInst.h>

namespace glint::cpu {
namespace {

using llvm::Value;
using Predicate = llvm::CmpInst::Predicate;

/// The comparison `row predicate bound`. `row` contains consecutive numbers, and `bound` is equal
/// in all lanes.
struct Question {
    const Value* row = nullptr;
    const Value* bound = nullptr;
    Predicate predicate = llvm::CmpInst::BAD_ICMP_PREDICATE;
};

bool is_row(const LaneValues& values, const Value* value) {
    return values.shape(value) == Shape::strided(1) && value->getType()->isIntegerTy() &&
           value->getType()->getIntegerBitWidth() >= 32 && values.can_look_ahead(value);
}

bool is_bound(const LaneValues& values, const Value* value) {
    return values.shape(value) == Shape::uniform() && values.can_look_ahead(value);
}

// Returns the comparison that determines the result. For a maximum or minimum, the comparison is
// also true if both numbers are equal, because either of them is then the result.
Predicate predicate_of(const llvm::Instruction& instruction) {
    if (const auto* compare = llvm::dyn_cast<llvm::ICmpInst>(&instruction))
        return compare->getPredicate();
    if (const auto* extreme = llvm::dyn_cast<llvm::MinMaxIntrinsic>(&instruction))
        return llvm::CmpInst::getNonStrictPredicate(extreme->getPredicate());
    return llvm::CmpInst::BAD_ICMP_PREDICATE;
}

Question question_of(const LaneValues& values, const llvm::Instruction& instruction) {
    const Predicate predicate = predicate_of(instruction);
    if (predicate == llvm::CmpInst::BAD_ICMP_PREDICATE) return {};
    const Value *left = instruction.getOperand(0), *right = instruction.getOperand(1);
    if (is_row(values, left) && is_bound(values, right))
        return {.row = left, .bound = right, .predicate = predicate};
    if (!is_row(values, right) || !is_bound(values, left)) return {};
    // For a maximum or minimum, the order of the operands does not matter, so the predicate stays
    // the same.
    return {.row = right,
            .bound = left,
            .predicate = llvm::isa<llvm::MinMaxIntrinsic>(instruction)
                             ? predicate
                             : llvm::CmpInst::getSwappedPredicate(predicate)};
}

// Returns the usual result of the comparison. A small constant is probably a lower bound of rows,
// so the numbers in the row are usually larger. Any other bound is probably an upper bound, so the
// numbers in the row are usually smaller.
bool likely_answer(const Question& question) {
    constexpr std::int64_t kSmall = 32;
    if (llvm::ICmpInst::isEquality(question.predicate))
        return question.predicate == llvm::CmpInst::ICMP_NE;
    const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(question.bound);
    const bool begins = constant != nullptr && constant->getValue().sle(kSmall);
    const bool asks_for_larger =
        llvm::ICmpInst::isGT(question.predicate) || llvm::ICmpInst::isGE(question.predicate);
    return begins == asks_for_larger;
}

LikelyConditions possible_answers(const LaneValues& values, const llvm::BasicBlock& block) {
    LikelyConditions answers;
    for (const llvm::Instruction& instruction : block) {
        const Question question = question_of(values, instruction);
        if (question.row == nullptr) continue;
        LikelyCondition usual{.instruction = &instruction, .is_true = likely_answer(question)};
        // The condition determines which operand is the maximum or minimum. The assumption helps
        // only if this operand is the row.
        if (llvm::isa<llvm::MinMaxIntrinsic>(instruction)) {
            if (!usual.is_true) continue;
            usual.chosen = question.row;
        }
        answers.push_back(usual);
    }
    return answers;
}

// Returns the addresses that are strided with the assumptions in `shapes`, but varying without
// them.
llvm::SmallVector<const Value*, 8> new_rows(const Shapes& shapes, const llvm::BasicBlock& block) {
    llvm::SmallVector<const Value*, 8> rows;
    for (const llvm::Instruction& instruction : block) {
        const Value* pointer = llvm::getLoadStorePointerOperand(&instruction);
        if (pointer != nullptr && shapes.without_assumptions(pointer).is_varying() &&
            !shapes.of(pointer).is_varying())
            rows.push_back(pointer);
    }
    return rows;
}

bool depends_on(const Value* value, const llvm::BasicBlock& block,
                llvm::ArrayRef<LikelyCondition> answers,
                llvm::SmallPtrSetImpl<const Value*>& seen) {
    const auto* instruction = llvm::dyn_cast<llvm::Instruction>(value);
    if (instruction == nullptr || instruction->getParent() != &block || !seen.insert(value).second)
        return false;
    if (llvm::any_of(answers,
                     [&](const LikelyCondition& each) { return each.instruction == value; }))
        return true;
    return !llvm::isa<llvm::PHINode, llvm::LoadInst>(value) &&
           llvm::any_of(instruction->operands(), [&](const llvm::Use& operand) {
               return depends_on(operand, block, answers, seen);
           });
}

}  // namespace

bool depends_on(const Value* value, llvm::ArrayRef<LikelyCondition> answers) {
    if (answers.empty()) return false;
    llvm::SmallPtrSet<const Value*, 16> seen;
    return depends_on(value, *answers.front().instruction->getParent(), answers, seen);
}

LikelyConditions likely_conditions(const LaneValues& values, const llvm::BasicBlock& block) {
    LikelyConditions answers = possible_answers(values, block);
    if (answers.empty()) return answers;
    Shapes& shapes = values.analyses().shapes;
    shapes.assume(block, {}, answers);
    const auto rows = new_rows(shapes, block);
    shapes.assume_nothing();
    llvm::erase_if(answers, [&](const LikelyCondition& each) {
        return llvm::none_of(rows, [&](const Value* row) { return depends_on(row, each); });
    });
    return answers;
}

Value* meets_likely_condition(LaneValues& values, const LikelyCondition& usual) {
    const Question question = question_of(values, *usual.instruction);
    for (const Value* number : {question.row, question.bound}) values.look_ahead(number);
    const Predicate predicate =
        usual.is_true ? question.predicate : llvm::CmpInst::getInversePredicate(question.predicate);
    // The freeze is necessary because the bound may be poison in inactive lanes.
    llvm::IRBuilder<>& ir = values.builder();
    return ir.CreateFreeze(
        ir.CreateICmp(predicate, values.vector(question.row), values.vector(question.bound)));
}

}  // namespace glint::cpu
