// SPDX-License-Identifier: MIT
#pragma once

#include <llvm/IR/IRBuilder.h>

namespace glint::cpu {

/// A loop from 0 to `end`, not included, that runs at least once.
class CountedLoop {
public:
    CountedLoop() = default;
    /// Starts the loop where `builder` stands, and lets it build the body.
    CountedLoop(llvm::IRBuilder<>& builder, llvm::Value* end, const llvm::Twine& name);

    /// Ends the body where `builder` stands, and lets it build what comes after the loop.
    void close(llvm::IRBuilder<>& builder);

    llvm::PHINode* index() const noexcept { return index_; }
    /// Where code can be put that runs once before the loop.
    llvm::Instruction* before() const noexcept { return before_; }

private:
    llvm::Value* end_ = nullptr;
    llvm::Instruction* before_ = nullptr;
    llvm::PHINode* index_ = nullptr;
};

/// A loop over the bits that are set in an i32, lowest first.
class BitLoop {
public:
    /// Starts the loop where `builder` stands, and lets it build the body.
    BitLoop(llvm::IRBuilder<>& builder, llvm::Value* bits, const llvm::Twine& name);

    /// Ends the body where `builder` stands, and lets it build what comes after the loop.
    void close(llvm::IRBuilder<>& builder);

    llvm::Value* bit() const noexcept { return bit_; }  ///< its number, an i32

private:
    llvm::PHINode* rest_ = nullptr;
    llvm::BasicBlock* after_ = nullptr;
    llvm::Value* bit_ = nullptr;
};

}  // namespace glint::cpu
