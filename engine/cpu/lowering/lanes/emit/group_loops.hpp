// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/IRBuilder.h>

#include <glint/cpu/lowering/lanes/emit/counted_loop.hpp>

namespace glint::cpu {

/// Builds the loops over the groups of a block, or over the groups of a row of a block. Each loop
/// runs a region, which is a part of the kernel between two barriers. At most one region is open,
/// which means that code is being added to it.
class GroupLoops {
public:
    GroupLoops(llvm::IRBuilder<>& builder, unsigned groups) : builder_(builder), groups_(groups) {}

    /// Starts a loop at the builder's position. `builder` then builds the body of the loop.
    void open();
    /// Ends the loop. `builder` then builds the code after the loop.
    void close();

    bool is_open() const noexcept { return before_ != nullptr; }
    /// Returns the index of the open region, counted from 1, or 0 if no region is open.
    unsigned region() const noexcept { return is_open() ? regions_ : 0; }
    /// Returns the index (i32) of the group that the body of the open region processes.
    llvm::Value* group() const noexcept { return group_; }
    /// Returns the value of `group()` while the earlier region `region` was open.
    llvm::Value* group_of(unsigned region) const { return group_of_region_.lookup(region); }
    unsigned groups() const noexcept { return groups_; }
    /// Returns the start of the loop body of an earlier region.
    llvm::Instruction* start_of(unsigned region) const;
    /// Returns the insertion point for code that runs once, before the loop of the open region.
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
