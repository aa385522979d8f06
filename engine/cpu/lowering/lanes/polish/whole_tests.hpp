#pragma once

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

namespace glint::cpu {

/// Marks a test of whether any lane is in a mask, which may say yes though none is.
void mark_whole_test(llvm::Value& test);

/// Marked tests in some blocks, and the mask that each looks at.
struct WholeTest {
    llvm::ICmpInst* test;
    llvm::Value* mask;
};
llvm::SmallVector<WholeTest, 16> whole_tests_in(llvm::ArrayRef<llvm::BasicBlock*> blocks);

/// Answers marked tests by the ends of rows: a condition that compares numbers in a row with a
/// bound holds in some lane only if it holds in the first or the last.
void shorten_whole_tests(llvm::Function& function);

}  // namespace glint::cpu
