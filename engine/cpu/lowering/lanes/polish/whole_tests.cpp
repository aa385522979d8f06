#include <glint/cpu/lowering/lanes/polish/whole_tests.hpp>

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/PatternMatch.h>

#include <glint/cpu/lowering/lanes/polish/row_ends.hpp>

namespace glint::cpu {
namespace {

using llvm::Value;
namespace match = llvm::PatternMatch;

constexpr const char* kMark = "glint.whole.test";

}  // namespace

void mark_whole_test(llvm::Value& test) {
    if (auto* instruction = llvm::dyn_cast<llvm::Instruction>(&test))
        instruction->setMetadata(kMark, llvm::MDNode::get(instruction->getContext(), {}));
}

llvm::SmallVector<WholeTest, 16> whole_tests_in(llvm::ArrayRef<llvm::BasicBlock*> blocks) {
    llvm::SmallVector<WholeTest, 16> tests;
    for (llvm::BasicBlock* block : blocks)
        for (llvm::Instruction& instruction : *block) {
            auto* test = llvm::dyn_cast<llvm::ICmpInst>(&instruction);
            Value* mask = nullptr;
            if (test != nullptr && test->hasMetadata(kMark) &&
                match::match(test->getOperand(0), match::m_BitCast(match::m_Value(mask))))
                tests.push_back({.test = test, .mask = mask});
        }
    return tests;
}

void shorten_whole_tests(llvm::Function& function) {
    llvm::SmallVector<llvm::BasicBlock*, 32> blocks;
    for (llvm::BasicBlock& block : function) blocks.push_back(&block);
    for (const auto [test, mask] : whole_tests_in(blocks)) {
        test->setMetadata(kMark, nullptr);
        llvm::IRBuilder<> builder(test);
        Value* shorter = RowEnds(builder).may_hold(mask);
        if (shorter == nullptr) continue;
        test->replaceAllUsesWith(builder.CreateFreeze(shorter));
        test->eraseFromParent();
    }
}

}  // namespace glint::cpu
