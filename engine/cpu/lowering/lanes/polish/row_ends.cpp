// SPDX-License-Identifier: MIT
#include <glint/cpu/lowering/lanes/polish/row_ends.hpp>

#include <optional>
#include <utility>

#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/PatternMatch.h>

namespace glint::cpu {
namespace {

using llvm::Value;
namespace match = llvm::PatternMatch;

constexpr unsigned kMaxRowSteps = 12;

/// Consecutive numbers: `first` in lane 0, and 1 more in each following lane.
struct Row {
    Value* first;
    unsigned width;
};

std::optional<Row> row_of(Value* vector) {
    Value* base = nullptr;
    llvm::Constant* steps = nullptr;
    if (!match::match(vector, match::m_Add(match::m_Value(base), match::m_Constant(steps))))
        return std::nullopt;
    Value* first = llvm::getSplatValue(base);
    const auto* type = llvm::dyn_cast<llvm::FixedVectorType>(vector->getType());
    if (first == nullptr || type == nullptr) return std::nullopt;
    for (unsigned i = 0; i < type->getNumElements(); ++i) {
        const auto* step = llvm::dyn_cast_or_null<llvm::ConstantInt>(steps->getAggregateElement(i));
        if (step == nullptr || step->getValue() != i) return std::nullopt;
    }
    return Row{.first = first, .width = type->getNumElements()};
}

Value* both(llvm::IRBuilder<>& builder, Value* left, Value* right, bool opposite, bool is_or,
            unsigned depth) {
    Value* a = may_hold(builder, left, opposite, depth);
    Value* b = a == nullptr ? nullptr : may_hold(builder, right, opposite, depth);
    if (b == nullptr) return nullptr;
    return is_or ? builder.CreateOr(a, b) : builder.CreateAnd(a, b);
}

// Handles a select whose condition is the same for all lanes.
Value* of_select(llvm::IRBuilder<>& builder, llvm::SelectInst& select, bool opposite,
                 unsigned depth) {
    Value* condition = select.getCondition();
    if (condition->getType()->isVectorTy()) return nullptr;
    Value* a = may_hold(builder, select.getTrueValue(), opposite, depth);
    Value* b = a == nullptr ? nullptr : may_hold(builder, select.getFalseValue(), opposite, depth);
    return b == nullptr ? nullptr : builder.CreateSelect(condition, a, b);
}

Value* at_ends(llvm::IRBuilder<>& builder, const llvm::ICmpInst& compare, bool opposite) {
    auto predicate = opposite ? compare.getInversePredicate() : compare.getPredicate();
    Value *numbers = compare.getOperand(0), *limits = compare.getOperand(1);
    if (llvm::getSplatValue(numbers) != nullptr) {
        std::swap(numbers, limits);
        predicate = llvm::CmpInst::getSwappedPredicate(predicate);
    }
    const std::optional<Row> row = row_of(numbers);
    Value* bound = llvm::getSplatValue(limits);
    if (bound == nullptr || !row || predicate == llvm::CmpInst::ICMP_NE) return nullptr;
    Value* first = row->first;
    Value* last =
        builder.CreateAdd(first, llvm::ConstantInt::get(first->getType(), row->width - 1));
    if (predicate == llvm::CmpInst::ICMP_EQ)
        return builder.CreateICmpULE(builder.CreateSub(bound, first),
                                     builder.CreateSub(last, first));
    Value* wraps = llvm::CmpInst::isSigned(predicate) ? builder.CreateICmpSGT(first, last)
                                                      : builder.CreateICmpUGT(first, last);
    Value* holds = builder.CreateOr(builder.CreateICmp(predicate, first, bound),
                                    builder.CreateICmp(predicate, last, bound));
    return builder.CreateOr(holds, wraps);
}

}  // namespace

Value* may_hold(llvm::IRBuilder<>& builder, Value* mask, bool opposite, unsigned depth) {
    if (depth == kMaxRowSteps) return nullptr;
    if (Value* one = llvm::getSplatValue(mask)) return opposite ? builder.CreateNot(one) : one;
    if (const auto* frozen = llvm::dyn_cast<llvm::FreezeInst>(mask))
        return may_hold(builder, frozen->getOperand(0), opposite, depth + 1);
    Value *left = nullptr, *right = nullptr;
    if (match::match(mask, match::m_Not(match::m_Value(left))))
        return may_hold(builder, left, !opposite, depth + 1);
    const bool is_or =
        match::match(mask, match::m_LogicalOr(match::m_Value(left), match::m_Value(right)));
    if (is_or ||
        match::match(mask, match::m_LogicalAnd(match::m_Value(left), match::m_Value(right))))
        return both(builder, left, right, opposite, is_or != opposite, depth + 1);
    if (auto* select = llvm::dyn_cast<llvm::SelectInst>(mask))
        return of_select(builder, *select, opposite, depth + 1);
    if (const auto* compare = llvm::dyn_cast<llvm::ICmpInst>(mask))
        return at_ends(builder, *compare, opposite);
    return nullptr;
}

}  // namespace glint::cpu
