// SPDX-License-Identifier: MIT
#pragma once

#include <map>

#include <llvm/IR/IRBuilder.h>

#include <glint/cpu/lowering/lanes/emit/lane_values.hpp>

namespace glint::cpu {

/// The basic blocks of the new function, and jumps between them.
class BlockPlaces {
public:
    BlockPlaces(llvm::IRBuilder<>& builder, LaneValues& values)
        : builder_(builder), values_(values) {}

    llvm::BasicBlock* make(const llvm::Twine& name);
    /// Returns the first basic block of the newest code for the block `old` of the old function.
    llvm::BasicBlock* of(const llvm::BasicBlock* old);
    /// Call this before the code of a loop is built a second time.
    void begin_version(const llvm::Loop& loop);

    void go_to(llvm::BasicBlock* block) { builder_.CreateBr(block); }
    void stand_in(llvm::BasicBlock* block);
    /// Call this function at the end of code that a jump to `skipped` may skip. Builds a jump to
    /// `skipped` and moves the builder there. Does nothing if `skipped` is nullptr.
    void meet(llvm::BasicBlock* skipped);
    bool has_ended() const { return builder_.GetInsertBlock()->getTerminator() != nullptr; }

private:
    llvm::IRBuilder<>& builder_;
    LaneValues& values_;
    std::map<const llvm::BasicBlock*, llvm::BasicBlock*> blocks_;
};

}  // namespace glint::cpu
