// SPDX-License-Identifier: MIT
#pragma once

#include <llvm/IR/IRBuilder.h>

namespace glint::cpu {

/// A loop from 0 to `end`, exclusive, that runs at least once.
class CountedLoop {
public:
    CountedLoop() = default;
    /// Starts the loop at the builder's position; `builder` then builds the body.
    CountedLoop(llvm::IRBuilder<>& builder, llvm::Value* end, const llvm::Twine& name);

    /// Ends the body at the builder's position; `builder` then builds what follows the loop.
    void close(llvm::IRBuilder<>& builder);

    llvm::PHINode* index() const noexcept { return index_; }
    /// Insertion point for code that runs once, before the loop.
    llvm::Instruction* before() const noexcept { return before_; }

private:
    llvm::Value* end_ = nullptr;
    llvm::Instruction* before_ = nullptr;
    llvm::PHINode* index_ = nullptr;
};

/// A loop over the set bits of an i32, lowest first.
class BitLoop {
public:
    /// Starts the loop at the builder's position; `builder` then builds the body.
    BitLoop(llvm::IRBuilder<>& builder, llvm::Value* bits, const llvm::Twine& name);

    /// Ends the body at the builder's position; `builder` then builds what follows the loop.
    void close(llvm::IRBuilder<>& builder);

    llvm::Value* bit() const noexcept { return bit_; }  ///< bit number, an i32

private:
    llvm::PHINode* rest_ = nullptr;
    llvm::BasicBlock* after_ = nullptr;
    llvm::Value* bit_ = nullptr;
};

}  // namespace glint::cpu
