// SPDX-License-Identifier: MIT
#include <glint/cpu/lowering/lanes/emit/block_places.hpp>

namespace glint::cpu {

llvm::BasicBlock* BlockPlaces::make(const llvm::Twine& name) {
    return llvm::BasicBlock::Create(builder_.getContext(), name,
                                    builder_.GetInsertBlock()->getParent());
}

llvm::BasicBlock* BlockPlaces::of(const llvm::BasicBlock* old) {
    llvm::BasicBlock*& block = blocks_[old];
    if (block == nullptr) block = make(old->getName());
    return block;
}

void BlockPlaces::begin_version(const llvm::Loop& loop) {
    for (const llvm::BasicBlock* block : loop.blocks()) blocks_.erase(block);
}

void BlockPlaces::stand_in(llvm::BasicBlock* block) {
    builder_.SetInsertPoint(block);
    values_.begin_block();
}

void BlockPlaces::meet(llvm::BasicBlock* skipped) {
    if (skipped == nullptr) return;
    go_to(skipped);
    stand_in(skipped);
}

}  // namespace glint::cpu
