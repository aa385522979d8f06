#include <glint/cpu/lowering/lanes/polish/row_ends.hpp>

#include <optional>

#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/PatternMatch.h>

namespace glint::cpu {
namespace {

using llvm::Value;
namespace match = llvm::PatternMatch;

constexpr unsigned kMaxDepth = 12;

/// Numbers in a row: `first`, and one more in each lane.
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

}  // namespace

Value* RowEnds::may_hold(Value* mask, bool opposite, unsigned depth) {
    if (depth == kMaxDepth) return nullptr;
    if (Value* one = llvm::getSplatValue(mask)) {
        one = common(one);
        return one != nullptr && opposite ? builder_.CreateNot(one) : one;
    }
    if (const auto* frozen = llvm::dyn_cast<llvm::FreezeInst>(mask))
        return may_hold(frozen->getOperand(0), opposite, depth + 1);
    Value *left = nullptr, *right = nullptr;
    if (match::match(mask, match::m_Not(match::m_Value(left))))
        return may_hold(left, !opposite, depth + 1);
    const bool is_or =
        match::match(mask, match::m_LogicalOr(match::m_Value(left), match::m_Value(right)));
    if (is_or ||
        match::match(mask, match::m_LogicalAnd(match::m_Value(left), match::m_Value(right))))
        return both(left, right, opposite, is_or != opposite, depth + 1);
    if (auto* select = llvm::dyn_cast<llvm::SelectInst>(mask))
        return of_select(*select, opposite, depth + 1);
    if (auto* compare = llvm::dyn_cast<llvm::ICmpInst>(mask)) return at_ends(*compare, opposite);
    return nullptr;
}

std::pair<Value*, Value*> RowEnds::ends(Value* first, unsigned width) {
    return {first, builder_.CreateAdd(first, llvm::ConstantInt::get(first->getType(), width - 1))};
}

Value* RowEnds::both(Value* left, Value* right, bool opposite, bool is_or, unsigned depth) {
    Value* a = may_hold(left, opposite, depth);
    Value* b = a == nullptr ? nullptr : may_hold(right, opposite, depth);
    if (b == nullptr) return nullptr;
    return is_or ? builder_.CreateOr(a, b) : builder_.CreateAnd(a, b);
}

// One condition may choose for all lanes.
Value* RowEnds::of_select(llvm::SelectInst& select, bool opposite, unsigned depth) {
    if (select.getCondition()->getType()->isVectorTy()) return nullptr;
    Value* condition = common(select.getCondition());
    Value* a = condition == nullptr ? nullptr : may_hold(select.getTrueValue(), opposite, depth);
    Value* b = a == nullptr ? nullptr : may_hold(select.getFalseValue(), opposite, depth);
    return b == nullptr ? nullptr : builder_.CreateSelect(condition, a, b);
}

Value* RowEnds::at_ends(llvm::ICmpInst& compare, bool opposite) {
    auto predicate = opposite ? compare.getInversePredicate() : compare.getPredicate();
    Value *numbers = compare.getOperand(0), *limits = compare.getOperand(1);
    if (llvm::getSplatValue(numbers) != nullptr) {
        std::swap(numbers, limits);
        predicate = llvm::CmpInst::getSwappedPredicate(predicate);
    }
    const std::optional<Row> row = row_of(numbers);
    Value* bound = llvm::getSplatValue(limits);
    if (bound != nullptr) bound = common(bound);
    if (bound == nullptr || !row || predicate == llvm::CmpInst::ICMP_NE) return nullptr;
    const auto [first, last] = ends(row->first, row->width);
    if (first == nullptr) return nullptr;
    if (predicate == llvm::CmpInst::ICMP_EQ)
        return builder_.CreateICmpULE(builder_.CreateSub(bound, first),
                                      builder_.CreateSub(last, first));
    Value* wraps = llvm::CmpInst::isSigned(predicate) ? builder_.CreateICmpSGT(first, last)
                                                      : builder_.CreateICmpUGT(first, last);
    Value* holds = builder_.CreateOr(builder_.CreateICmp(predicate, first, bound),
                                     builder_.CreateICmp(predicate, last, bound));
    return builder_.CreateOr(holds, wraps);
}

}  // namespace glint::cpu
