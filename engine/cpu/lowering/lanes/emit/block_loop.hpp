// SPDX-License-Identifier: MIT
#pragma once

#include <array>

#include <llvm/IR/Function.h>
#include <llvm/IR/IRBuilder.h>

#include <glint/cpu/lowering/lanes/emit/counted_loop.hpp>
#include <glint/cpu/lowering/lanes/lane_layout.hpp>

namespace glint::cpu {

/// The new function around the code of one block: a LoopsEntry that loops over blocks. If the
/// layout has strips, neighboring blocks along x run their first rows one after another, then their
/// second rows, and so on, as a loop over a grid would.
class BlockLoop {
public:
    using Triple = std::array<llvm::Value*, 3>;

    /// Moves the debug information of `body` to the new function.
    BlockLoop(llvm::Function& body, const LaneLayout& layout);

    llvm::IRBuilder<>& builder() { return builder_; }
    llvm::Function& function() { return *function_; }
    llvm::BasicBlock& entry() { return *entry_; }
    /// Insertion point for code that runs once, before all blocks.
    llvm::Instruction* before() { return entry_->getTerminator(); }
    const Triple& block_index() const { return index_; }
    /// Current row of the block, an i32, in a layout with strips.
    llvm::Value* row() const { return row_; }

    /// Start of the group, in a layout that joins blocks.
    const PlaceInRow& place() const { return place_; }

    /// Ends the code of a block and the function, at the builder's position.
    void close();
    /// Insertion point for code that runs once, after all blocks. Valid once the function is
    /// closed.
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
    llvm::PHINode* first_number_ = nullptr;  // linear index of the strip's first block; a single
                                             // block is also a strip
    Triple grid_{};
    Triple first_{};  // index of that block
    Triple index_{};
    llvm::Value* strip_ = nullptr;  // number of blocks in the strip, an i32
    llvm::Value* row_ = nullptr;
    PlaceInRow place_;
    CountedLoop rows_;
    CountedLoop in_strip_;  // loop over blocks, or over groups that continue across blocks
};

}  // namespace glint::cpu
