// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/IRBuilder.h>

#include <glint/cpu/lowering/lanes/emit/counted_loop.hpp>

namespace glint::cpu {

/// The loops over the groups of a block, or over the groups of a row of a block. Each loop runs a
/// region: a part of the kernel without a barrier. Code is built in the open region, if there is
/// one.
class GroupLoops {
public:
    GroupLoops(llvm::IRBuilder<>& builder, unsigned groups) : builder_(builder), groups_(groups) {}

    /// Starts a loop at the builder's position; `builder` then builds the body.
    void open();
    /// Ends the loop; `builder` then builds what follows it.
    void close();

    bool is_open() const noexcept { return before_ != nullptr; }
    /// Number of the open region; 0 outside.
    unsigned region() const noexcept { return is_open() ? regions_ : 0; }
    /// Number of the group for which the region's body runs, an i32.
    llvm::Value* group() const noexcept { return group_; }
    /// Value of `group()` in an earlier region.
    llvm::Value* group_of(unsigned region) const { return group_of_region_.lookup(region); }
    unsigned groups() const noexcept { return groups_; }
    /// Start of the loop body of an earlier region.
    llvm::Instruction* start_of(unsigned region) const;
    /// Insertion point for code that runs once, before the open region's loop.
    llvm::Instruction* before() const noexcept { return before_; }

private:
    llvm::IRBuilder<>& builder_;
    unsigned groups_;
    unsigned regions_ = 0;
    llvm::Instruction* before_ = nullptr;
    std::optional<CountedLoop> loop_;  // empty if there is only one group
    llvm::Value* group_ = nullptr;
    llvm::DenseMap<unsigned, llvm::Value*> group_of_region_;
    llvm::DenseMap<unsigned, llvm::BasicBlock*> body_of_region_;
};

}  // namespace glint::cpu
