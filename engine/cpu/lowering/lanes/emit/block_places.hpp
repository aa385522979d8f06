// SPDX-License-Identifier: MIT
#pragma once

#include <map>

#include <llvm/IR/IRBuilder.h>

#include <glint/cpu/lowering/lanes/emit/lane_values.hpp>

namespace glint::cpu {

/// The blocks of the new function, and the jumps between them.
class BlockPlaces {
public:
    BlockPlaces(llvm::IRBuilder<>& builder, LaneValues& values)
        : builder_(builder), values_(values) {}

    llvm::BasicBlock* make(const llvm::Twine& name);
    /// Start of the new code for an old block, in its latest version.
    llvm::BasicBlock* of(const llvm::BasicBlock* old);
    /// Call this before building the blocks of a loop again.
    void begin_version(const llvm::Loop& loop);

    void go_to(llvm::BasicBlock* block) { builder_.CreateBr(block); }
    void stand_in(llvm::BasicBlock* block);
    /// Ends code that can be skipped: continues in `skipped`, where the skipping jump also leads.
    /// Does nothing for nullptr.
    void meet(llvm::BasicBlock* skipped);
    bool has_ended() const { return builder_.GetInsertBlock()->getTerminator() != nullptr; }

private:
    llvm::IRBuilder<>& builder_;
    LaneValues& values_;
    std::map<const llvm::BasicBlock*, llvm::BasicBlock*> blocks_;
};

}  // namespace glint::cpu
