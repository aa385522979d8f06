#include <glint/cpu/lowering/lanes/whole_tests.hpp>

#include <optional>

#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/PatternMatch.h>

namespace glint::cpu {
namespace {

using llvm::Value;
namespace match = llvm::PatternMatch;

constexpr const char* kMark = "glint.whole.test";
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

/// Builds whether a mask, or its opposite, may be set in some lane.
class Ends {
public:
    explicit Ends(llvm::Instruction& before) : builder_(&before) {}

    // nullptr where that would take vectors after all.
    Value* may_hold(Value* mask, bool opposite, unsigned depth = 0) {
        if (depth == kMaxDepth) return nullptr;
        if (Value* one = llvm::getSplatValue(mask)) return opposite ? builder_.CreateNot(one) : one;
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
        if (auto* compare = llvm::dyn_cast<llvm::ICmpInst>(mask))
            return at_ends(*compare, opposite);
        return nullptr;
    }

private:
    Value* both(Value* left, Value* right, bool opposite, bool is_or, unsigned depth) {
        Value* a = may_hold(left, opposite, depth);
        Value* b = a == nullptr ? nullptr : may_hold(right, opposite, depth);
        if (b == nullptr) return nullptr;
        return is_or ? builder_.CreateOr(a, b) : builder_.CreateAnd(a, b);
    }

    // One condition may choose for all lanes.
    Value* of_select(llvm::SelectInst& select, bool opposite, unsigned depth) {
        if (select.getCondition()->getType()->isVectorTy()) return nullptr;
        Value* a = may_hold(select.getTrueValue(), opposite, depth);
        Value* b = a == nullptr ? nullptr : may_hold(select.getFalseValue(), opposite, depth);
        return b == nullptr ? nullptr : builder_.CreateSelect(select.getCondition(), a, b);
    }

    Value* at_ends(llvm::ICmpInst& compare, bool opposite) {
        const auto predicate = opposite ? compare.getInversePredicate() : compare.getPredicate();
        Value* bound = llvm::getSplatValue(compare.getOperand(1));
        const std::optional<Row> row = row_of(compare.getOperand(0));
        if (bound == nullptr || !row || predicate == llvm::CmpInst::ICMP_NE) return nullptr;
        llvm::Type* type = row->first->getType();
        if (predicate == llvm::CmpInst::ICMP_EQ)
            return builder_.CreateICmpULT(builder_.CreateSub(bound, row->first),
                                          llvm::ConstantInt::get(type, row->width));
        Value* last = builder_.CreateAdd(row->first, llvm::ConstantInt::get(type, row->width - 1));
        Value* wraps = llvm::CmpInst::isSigned(predicate)
                           ? builder_.CreateICmpSGT(row->first, last)
                           : builder_.CreateICmpUGT(row->first, last);
        Value* holds = builder_.CreateOr(builder_.CreateICmp(predicate, row->first, bound),
                                         builder_.CreateICmp(predicate, last, bound));
        return builder_.CreateOr(holds, wraps);
    }

    llvm::IRBuilder<> builder_;
};

}  // namespace

void mark_whole_test(llvm::Value& test) {
    if (auto* instruction = llvm::dyn_cast<llvm::Instruction>(&test))
        instruction->setMetadata(kMark, llvm::MDNode::get(instruction->getContext(), {}));
}

void shorten_whole_tests(llvm::Function& function) {
    llvm::SmallVector<llvm::ICmpInst*, 16> tests;
    for (llvm::Instruction& instruction : llvm::instructions(function))
        if (instruction.hasMetadata(kMark))
            if (auto* test = llvm::dyn_cast<llvm::ICmpInst>(&instruction)) tests.push_back(test);
    for (llvm::ICmpInst* test : tests) {
        Value* mask = nullptr;
        test->setMetadata(kMark, nullptr);
        if (!match::match(test->getOperand(0), match::m_BitCast(match::m_Value(mask)))) continue;
        Value* shorter = Ends(*test).may_hold(mask, false);
        if (shorter == nullptr) continue;
        llvm::IRBuilder<> builder(test);
        test->replaceAllUsesWith(builder.CreateFreeze(shorter));
        test->eraseFromParent();
    }
}

}  // namespace glint::cpu
