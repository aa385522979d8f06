// SPDX-License-Identifier: MIT
#pragma once

#include <array>

#include <llvm/IR/Function.h>
#include <llvm/IR/IRBuilder.h>

#include <glint/cpu/lowering/lanes/emit/counted_loop.hpp>
#include <glint/cpu/lowering/lanes/lane_layout.hpp>

namespace glint::cpu {

/// The new function, a LoopsEntry with a loop over blocks. The code of one block is built inside
/// this loop. If the layout has strips, the first rows of neighboring blocks along x run one after
/// another, then the second rows, and so on.
class BlockLoop {
public:
    using Triple = std::array<llvm::Value*, 3>;

    /// Creates the function. Moves the debug information of `body` to it.
    BlockLoop(llvm::Function& body, const LaneLayout& layout);

    llvm::IRBuilder<>& builder() { return builder_; }
    llvm::Function& function() { return *function_; }
    llvm::BasicBlock& entry() { return *entry_; }
    /// Returns the insertion point for code that runs once, before all blocks.
    llvm::Instruction* before() { return entry_->getTerminator(); }
    const Triple& block_index() const { return index_; }
    /// Returns the current row of the block (i32) if the layout has strips.
    llvm::Value* row() const { return row_; }

    /// Returns the position of the group's first thread if the layout joins blocks.
    const PlaceInRow& place() const { return place_; }

    /// Call this when the code of a block is complete. Ends the loops and the function at the
    /// builder's position.
    void close();
    /// Returns the insertion point for code that runs once, after all blocks. Call this only after
    /// `close`.
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
    llvm::PHINode* first_number_ = nullptr;  // linear index of the first block of the strip;
                                             // without strips, of the block
    Triple grid_{};
    Triple first_{};  // index of that block along x, y and z
    Triple index_{};
    llvm::Value* strip_ = nullptr;  // number of blocks in the strip (i32)
    llvm::Value* row_ = nullptr;
    PlaceInRow place_;
    CountedLoop rows_;
    CountedLoop in_strip_;  // loop over the blocks of a strip, or over groups if blocks are joined
};

}  // namespace glint::cpu
