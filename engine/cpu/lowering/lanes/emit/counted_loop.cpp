// SPDX-License-Identifier: MIT
#include <glint/cpu/lowering/lanes/emit/counted_loop.hpp>

#include <llvm/IR/Intrinsics.h>

namespace glint::cpu {

CountedLoop::CountedLoop(llvm::IRBuilder<>& builder, llvm::Value* end, const llvm::Twine& name)
    : end_(end) {
    llvm::BasicBlock* start = builder.GetInsertBlock();
    auto* header = llvm::BasicBlock::Create(builder.getContext(), name, start->getParent());
    before_ = builder.CreateBr(header);
    builder.SetInsertPoint(header);
    index_ = builder.CreatePHI(end->getType(), 2, name);
    index_->addIncoming(llvm::ConstantInt::get(end->getType(), 0), start);
}

void CountedLoop::close(llvm::IRBuilder<>& builder) {
    llvm::BasicBlock* last = builder.GetInsertBlock();
    llvm::BasicBlock* header = index_->getParent();
    auto* after = llvm::BasicBlock::Create(builder.getContext(), header->getName() + ".done",
                                           last->getParent());
    llvm::Value* next =
        builder.CreateAdd(index_, llvm::ConstantInt::get(index_->getType(), 1), "", true, true);
    builder.CreateCondBr(builder.CreateICmpULT(next, end_), header, after);
    index_->addIncoming(next, last);
    builder.SetInsertPoint(after);
}

// Builds the loop `while (rest != 0) { bit = lowest(rest); ... rest &= rest - 1; }`.
BitLoop::BitLoop(llvm::IRBuilder<>& builder, llvm::Value* bits, const llvm::Twine& name) {
    llvm::BasicBlock* before = builder.GetInsertBlock();
    const auto new_block = [&](const llvm::Twine& suffix) {
        return llvm::BasicBlock::Create(builder.getContext(), name + suffix, before->getParent());
    };
    llvm::BasicBlock* header = new_block("");
    llvm::BasicBlock* body = new_block(".body");
    after_ = new_block(".done");
    builder.CreateBr(header);
    builder.SetInsertPoint(header);
    rest_ = builder.CreatePHI(builder.getInt32Ty(), 2, name);
    rest_->addIncoming(bits, before);
    builder.CreateCondBr(builder.CreateICmpNE(rest_, builder.getInt32(0)), body, after_);
    builder.SetInsertPoint(body);
    bit_ = builder.CreateBinaryIntrinsic(llvm::Intrinsic::cttz, rest_, builder.getTrue());
}

void BitLoop::close(llvm::IRBuilder<>& builder) {
    llvm::Value* rest = builder.CreateAnd(rest_, builder.CreateSub(rest_, builder.getInt32(1)));
    rest_->addIncoming(rest, builder.GetInsertBlock());
    llvm::BranchInst* back = builder.CreateBr(rest_->getParent());
    // Disables unrolling even if LLVM knows the bits, because the loop is smaller than the unrolled
    // code.
    llvm::LLVMContext& context = builder.getContext();
    llvm::MDNode* stay =
        llvm::MDNode::get(context, llvm::MDString::get(context, "llvm.loop.unroll.disable"));
    llvm::MDNode* hints = llvm::MDNode::getDistinct(context, {nullptr, stay});
    hints->replaceOperandWith(0, hints);
    back->setMetadata(llvm::LLVMContext::MD_loop, hints);
    builder.SetInsertPoint(after_);
}

}  // namespace glint::cpu
