// SPDX-License-Identifier: MIT
#include <glint/cpu/lowering/lanes/emit/group_loops.hpp>

namespace glint::cpu {

void GroupLoops::open() {
    if (groups_ > 1) {
        loop_.emplace(builder_, builder_.getInt32(groups_), "group");
        before_ = loop_->before();
        group_ = loop_->index();
    } else {
        auto* body = llvm::BasicBlock::Create(builder_.getContext(), "group",
                                              builder_.GetInsertBlock()->getParent());
        before_ = builder_.CreateBr(body);
        builder_.SetInsertPoint(body);
        group_ = builder_.getInt32(0);
    }
    group_of_region_[++regions_] = group_;
    body_of_region_[regions_] = builder_.GetInsertBlock();
}

llvm::Instruction* GroupLoops::start_of(unsigned region) const {
    return &*body_of_region_.lookup(region)->getFirstNonPHIIt();
}

void GroupLoops::close() {
    if (groups_ > 1) loop_->close(builder_);
    before_ = nullptr;
    group_ = nullptr;
}

}  // namespace glint::cpu
