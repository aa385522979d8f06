#include <glint/cpu/lowering/lanes/counted_loop.hpp>

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

}  // namespace glint::cpu
