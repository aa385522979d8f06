// SPDX-License-Identifier: MIT
#include <glint/cpu/lowering/lanes/polish/whole_tests.hpp>

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
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

void shorten_whole_tests(llvm::Function& function) {
    for (llvm::Instruction& instruction :
         llvm::make_early_inc_range(llvm::instructions(function))) {
        auto* test = llvm::dyn_cast<llvm::ICmpInst>(&instruction);
        Value* mask = nullptr;
        if (test == nullptr || !test->hasMetadata(kMark) ||
            !match::match(test->getOperand(0), match::m_BitCast(match::m_Value(mask))))
            continue;
        test->setMetadata(kMark, nullptr);
        llvm::IRBuilder<> builder(test);
        Value* shorter = may_hold(builder, mask);
        if (shorter == nullptr) continue;
        test->replaceAllUsesWith(builder.CreateFreeze(shorter));
        test->eraseFromParent();
    }
}

}  // namespace glint::cpu
