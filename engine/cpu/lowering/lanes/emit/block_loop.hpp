// SPDX-License-Identifier: MIT
#pragma once

#include <array>

#include <llvm/IR/Function.h>
#include <llvm/IR/IRBuilder.h>

#include <glint/cpu/lowering/lanes/emit/counted_loop.hpp>
#include <glint/cpu/lowering/lanes/lane_layout.hpp>

namespace glint::cpu {

/// The new function around the code of one block, a LoopsEntry: it loops over blocks. Where the
/// layout has strips, blocks that are neighbours along x run their first rows one after another,
/// then their second rows, and so on, as a loop over a grid would.
class BlockLoop {
public:
    using Triple = std::array<llvm::Value*, 3>;

    /// `body` loses its debug information to the new function.
    BlockLoop(llvm::Function& body, const LaneLayout& layout);

    llvm::IRBuilder<>& builder() { return builder_; }
    llvm::Function& function() { return *function_; }
    llvm::BasicBlock& entry() { return *entry_; }
    /// Where code runs once for all blocks.
    llvm::Instruction* before() { return entry_->getTerminator(); }
    const Triple& block_index() const { return index_; }
    /// The row of the block, an i32, in a layout with strips.
    llvm::Value* row() const { return row_; }

    /// In a layout that joins blocks, where the group begins.
    const PlaceInRow& place() const { return place_; }

    /// Ends the code of a block where the builder stands, and the function.
    void close();
    /// Where code runs once after all blocks, when the function has been closed.
    llvm::Instruction& end() { return *done_->getTerminator(); }

private:
    llvm::BasicBlock* new_block(const char* name);
    void take_lines_of(llvm::Function& body);
    void open(const LaneLayout& layout);
    void open_strip(const LaneLayout& layout);
    llvm::Value* block_in_strip(const LaneLayout& layout);
    Triple place_of(llvm::Value* number);

    llvm::IRBuilder<> builder_;
    llvm::Function* function_ = nullptr;
    llvm::BasicBlock* entry_ = nullptr;
    llvm::BasicBlock* header_ = nullptr;
    llvm::BasicBlock* done_ = nullptr;
    llvm::PHINode* first_number_ = nullptr;  // of the strip; one block is a strip, too
    Triple grid_{};
    Triple first_{};  // the block of that number
    Triple index_{};
    llvm::Value* strip_ = nullptr;  // how many blocks it has, an i32
    llvm::Value* row_ = nullptr;
    PlaceInRow place_;
    CountedLoop rows_;
    CountedLoop in_strip_;  // over blocks, or over groups that go on from block to block
};

}  // namespace glint::cpu
