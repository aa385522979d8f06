// SPDX-License-Identifier: MIT
#pragma once

#include <llvm/IR/IRBuilder.h>

namespace glint::cpu {

/// A loop whose index runs from 0 to `end` - 1. The body runs at least once.
class CountedLoop {
public:
    CountedLoop() = default;
    /// Starts the loop at the builder's position. `builder` then builds the body of the loop.
    CountedLoop(llvm::IRBuilder<>& builder, llvm::Value* end, const llvm::Twine& name);

    /// Ends the body at the builder's position. `builder` then builds the code after the loop.
    void close(llvm::IRBuilder<>& builder);

    llvm::PHINode* index() const noexcept { return index_; }
    /// Returns the insertion point for code that runs once, before the loop.
    llvm::Instruction* before() const noexcept { return before_; }

private:
    llvm::Value* end_ = nullptr;
    llvm::Instruction* before_ = nullptr;
    llvm::PHINode* index_ = nullptr;
};

/// A loop over the set bits of an i32, from the lowest to the highest.
class BitLoop {
public:
    /// Starts the loop at the builder's position. `builder` then builds the body of the loop.
    BitLoop(llvm::IRBuilder<>& builder, llvm::Value* bits, const llvm::Twine& name);

    /// Ends the body at the builder's position. `builder` then builds the code after the loop.
    void close(llvm::IRBuilder<>& builder);

    llvm::Value* bit() const noexcept { return bit_; }  ///< index of the current bit (i32)

private:
    llvm::PHINode* rest_ = nullptr;
    llvm::BasicBlock* after_ = nullptr;
    llvm::Value* bit_ = nullptr;
};

}  // namespace glint::cpu
