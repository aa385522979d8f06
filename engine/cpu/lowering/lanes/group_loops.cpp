#include <glint/cpu/lowering/lanes/group_loops.hpp>

namespace glint::cpu {

void GroupLoops::open() {
    llvm::LLVMContext& context = builder_.getContext();
    llvm::BasicBlock* start = builder_.GetInsertBlock();
    header_ = llvm::BasicBlock::Create(context, "group", start->getParent());
    before_ = builder_.CreateBr(header_);
    builder_.SetInsertPoint(header_);
    group_ = builder_.getInt32(0);
    if (groups_ > 1) {
        llvm::PHINode* counter = builder_.CreatePHI(builder_.getInt32Ty(), 2, "group");
        counter->addIncoming(builder_.getInt32(0), start);
        group_ = counter;
    }
    group_of_region_[++regions_] = group_;
}

void GroupLoops::close() {
    llvm::BasicBlock* body = builder_.GetInsertBlock();
    auto* after = llvm::BasicBlock::Create(builder_.getContext(), "groups.done", body->getParent());
    if (auto* counter = llvm::dyn_cast<llvm::PHINode>(group_)) {
        llvm::Value* next = builder_.CreateAdd(counter, builder_.getInt32(1), "", true, true);
        llvm::Value* more = builder_.CreateICmpULT(next, builder_.getInt32(groups_));
        builder_.CreateCondBr(more, header_, after);
        counter->addIncoming(next, body);
    } else {
        builder_.CreateBr(after);
    }
    builder_.SetInsertPoint(after);
    before_ = nullptr;
    group_ = nullptr;
}

}  // namespace glint::cpu
